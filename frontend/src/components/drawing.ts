// Makes pictures of SVG that a model or a file wrote. A picture runs no scripts and loads nothing, whatever stands in it; all the same
// only what draws is kept, and little enough of it that drawing takes no time.

export interface Drawing {
  /** "data:image/svg+xml,…" */
  url: string;
  /** What it says of itself; "" = nothing. */
  title: string;
  width: number;
  height: number;
}

const SOURCE_MOST = 200_000;
const ELEMENTS_MOST = 5000;
/** A mark is drawn at each corner of a line. */
const MARK_MOST = 20;
const SIDE_MOST = 2000;
const SVG = "http://www.w3.org/2000/svg";

const DRAWS = new Set([
  "svg", "g", "a", "defs", "symbol", "use", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "textPath", "linearGradient", "radialGradient", "stop", "clipPath", "marker",
  "title", "desc", "style",
]);

/** The picture of an SVG; undefined if it is none, or too much of one. */
export function drawingOf(source: string): Drawing | undefined {
  if (source.length > SOURCE_MOST || /<!(?:DOCTYPE|ENTITY)/i.test(source)) return undefined;
  // Handlers go before they are read: the page's policy forbids them, and would complain.
  const { documentElement: root } = new DOMParser().parseFromString(source.trim().replace(/\son\w+\s*=\s*(?:"[^"]*"|'[^']*')/gi, ""), "image/svg+xml");
  if (root.localName !== "svg" || root.namespaceURI !== SVG || root.querySelector("parsererror")) return undefined;
  clean(root);
  if (weigh(root) > ELEMENTS_MOST) return undefined;
  const title = [...root.children].find((child) => child.localName === "title")?.textContent.trim() ?? "";
  const { width, height } = fit(root);
  return { url: `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(root))}`, title, width, height };
}

function clean(element: Element): void {
  for (const child of [...element.childNodes]) {
    if (child.nodeType === Node.TEXT_NODE || child.nodeType === Node.CDATA_SECTION_NODE) continue;
    if (!(child instanceof Element) || !draws(child)) child.remove();
    else clean(child);
  }
  for (const { name, value } of [...element.attributes]) {
    const way = /^(?:xlink:)?href$/i.test(name);
    if (/^on/i.test(name) || (way && !value.startsWith("#")) || (!way && leads(value))) element.removeAttribute(name);
  }
}

function draws(element: Element): boolean {
  if (element.namespaceURI !== SVG || !DRAWS.has(element.localName)) return false;
  if (element.localName === "style") return !leads(element.textContent);
  return element.localName !== "marker" || element.querySelectorAll("*").length <= MARK_MOST;
}

/** Whether a value points at something outside, or may: escapes are not read. */
function leads(value: string): boolean {
  return /url\s*\(\s*["']?\s*(?!["'\s#])|@import|image-set|javascript:|\\/i.test(value);
}

/** How many elements are drawn, with what is drawn several times. */
function weigh(root: Element): number {
  const named = new Map<string, Element>();
  for (const element of root.querySelectorAll("[id]")) named.set(element.id, element);
  const known = new Map<Element, number>();
  const weight = (element: Element): number => {
    const before = known.get(element);
    if (before !== undefined) return before;
    known.set(element, Infinity); // until it is known: what draws itself never ends
    const drawn = named.get((element.getAttribute("href") ?? element.getAttribute("xlink:href") ?? "").slice(1));
    let sum = 1 + (element.localName === "use" && drawn ? weight(drawn) : 0);
    for (const child of element.children) sum += weight(child);
    known.set(element, sum);
    return sum;
  };
  return weight(root);
}

/** Gives it a size that can be shown. */
function fit(root: Element): { width: number; height: number } {
  const length = (name: string) => Number(/^\s*([\d.]+)(?:px)?\s*$/.exec(root.getAttribute(name) ?? "")?.[1] ?? 0);
  const [, , across = 0, down = 0] = (root.getAttribute("viewBox") ?? "").trim().split(/[\s,]+/).map(Number);
  const size = { width: length("width") || across || 300, height: length("height") || down || 150 };
  if (!root.hasAttribute("viewBox")) root.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
  const scale = Math.min(1, SIDE_MOST / size.width, SIDE_MOST / size.height);
  const fitted = { width: Math.max(1, Math.round(size.width * scale)), height: Math.max(1, Math.round(size.height * scale)) };
  root.setAttribute("width", `${fitted.width}`);
  root.setAttribute("height", `${fitted.height}`);
  return fitted;
}
