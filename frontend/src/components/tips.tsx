import { useEffect, useLayoutEffect, useRef, useState } from "react";

/** How long the pointer rests before a tip is shown, and how long after one the next comes at once. */
const TIP_MS = 400;
const NEXT_MS = 300;

/** Shows the name of the icon button, marked with data-tip, that the pointer rests on or a key has led to. */
export function Tips() {
  const of = useTipped();
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!of || !box.current) return;
    const { x, y } = placed(of.getBoundingClientRect(), box.current.getBoundingClientRect());
    box.current.style.transform = `translate(${x}px, ${y}px)`;
  }, [of]);
  if (!of) return null;
  // The name of the button says the same to a screen reader.
  return (
    <div ref={box} aria-hidden data-shown-tip className="pointer-events-auto fixed top-0 left-0 z-50 p-1">
      <p className="rounded-sm border border-line bg-raised px-2 py-1 text-12 text-text">{of.getAttribute("aria-label")}</p>
    </div>
  );
}

/** Above the middle of what it is of, below it where there is no room, and within the window. */
function placed(at: DOMRect, tip: DOMRect): { x: number; y: number } {
  const x = at.left + (at.width - tip.width) / 2;
  const above = at.top - tip.height;
  return { x: Math.max(0, Math.min(x, window.innerWidth - tip.width)), y: above < 0 ? at.bottom : above };
}

const isTip = (target: EventTarget | null) => target instanceof Element && target.closest("[data-shown-tip]") !== null;

const tippedOf = (target: EventTarget | null) => (target instanceof Element ? (target.closest<HTMLElement>("[data-tip]") ?? undefined) : undefined);

/** What has its tip shown. */
function useTipped(): HTMLElement | undefined {
  const [of, setOf] = useState<HTMLElement>();
  useEffect(() => {
    let timer = 0;
    let near: HTMLElement | undefined;
    let shown: HTMLElement | undefined;
    let pressing = false;
    let ended = -Infinity;
    const show = (place: HTMLElement) => {
      shown = place;
      setOf(place);
    };
    const end = () => {
      window.clearTimeout(timer);
      if (shown) ended = performance.now();
      shown = undefined;
      setOf(undefined);
    };
    const point = ({ target, pointerType }: PointerEvent) => {
      if (isTip(target)) return;
      const next = pointerType === "touch" ? undefined : tippedOf(target);
      if (next === near) return;
      near = next;
      end();
      if (!next) return;
      if (performance.now() - ended < NEXT_MS) show(next);
      else timer = window.setTimeout(() => show(next), TIP_MS);
    };
    const press = (event: PointerEvent) => {
      // What lies below a tip, such as a dialog, is not told of a press on it.
      if (isTip(event.target)) event.stopPropagation();
      pressing = true;
      end();
    };
    const release = () => {
      pressing = false;
    };
    const focus = ({ target }: FocusEvent) => {
      const next = tippedOf(target);
      end();
      if (!pressing && next?.matches(":focus-visible")) show(next);
    };
    const key = (event: KeyboardEvent) => {
      pressing = false;
      if (event.key === "Escape") end();
    };
    // A list that moves elsewhere, as when it is filled, moves no button away from its tip.
    const scroll = ({ target }: Event) => {
      if (target instanceof Node && shown && target.contains(shown)) end();
    };
    // Tips are loaded behind the page: a key may have led to a button before.
    const led = tippedOf(document.activeElement);
    if (led?.matches(":focus-visible")) show(led);
    const stop = new AbortController();
    // While it goes down: nobody below can keep it from a tip.
    const options = { capture: true, signal: stop.signal };
    document.addEventListener("pointerover", point, options);
    document.addEventListener("pointerdown", press, options);
    document.addEventListener("pointerup", release, options);
    document.addEventListener("focusin", focus, options);
    document.addEventListener("focusout", end, options);
    document.addEventListener("keydown", key, options);
    document.addEventListener("scroll", scroll, options);
    return () => {
      window.clearTimeout(timer);
      stop.abort();
    };
  }, []);
  return of;
}
