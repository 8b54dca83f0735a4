import { memo } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { Code } from "./code";
import { usePlatform } from "./platform";
import { reveal } from "./text";
import { texts } from "../words/components";

function Link({ href = "", id, children }: { href?: string | undefined; id?: string | undefined; children?: React.ReactNode }) {
  const { openURL } = usePlatform();
  // What leads nowhere from here, such as a file of somebody else's, looks like no link.
  if (!/^(https?:|#)/.test(href)) {
    return (
      <span title={href}>
        {children} {href && <span className="font-mono text-12 break-all text-muted">{href}</span>}
      </span>
    );
  }
  return (
    <a
      href={href}
      id={id}
      title={href.startsWith("#") ? undefined : href}
      className="text-accent underline underline-offset-2"
      onClick={(event) => {
        event.preventDefault();
        if (href.startsWith("#")) showPlace(event.currentTarget, href.slice(1));
        else void openURL(href);
      }}
    >
      {children}
    </a>
  );
}

/** Goes to a footnote, or back from it, in the same text: other texts have notes of the same names. */
function showPlace(from: Element, id: string) {
  const places = from.closest("[data-markdown]")?.querySelectorAll<HTMLElement>("[id]") ?? [];
  [...places].find((place) => place.id === id)?.scrollIntoView({ block: "nearest" });
}

/** Characters that change the order of others, or hide text. */
const ORDERS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;

interface Node {
  type: string;
  value?: string;
  tagName?: string;
  properties?: Record<string, string>;
  children?: Node[];
}

/** Shows characters that would turn the order of others around: "exe.png" may be "gnp.exe". */
function revealOrders() {
  return (root: Node) => visit(root);
}

function visit(node: Node): void {
  if (!node.children) return;
  node.children = node.children.flatMap((child) => {
    if (child.type === "text" && ORDERS.test(child.value ?? "")) return revealed(child.value ?? "");
    visit(child);
    return [child];
  });
}

function revealed(text: string): Node[] {
  return reveal(text).map(({ text: value, hidden }) =>
    hidden ? { type: "element", tagName: "mark", properties: { title: texts.hidden, className: "rounded-sm bg-asking-fill px-0.5 text-11 text-on-asking" }, children: [{ type: "text", value }] } : { type: "text", value },
  );
}

const heading = "mt-3 mb-1 text-15 font-semibold first:mt-0";
const smallHeading = "mt-3 mb-1 font-semibold first:mt-0";

const COMPONENTS: Components = {
  // The page has its own h1.
  h1: ({ children }) => <h2 className={heading}>{children}</h2>,
  h2: ({ children }) => <h2 className={heading}>{children}</h2>,
  h3: ({ children }) => <h3 className={smallHeading}>{children}</h3>,
  h4: ({ children }) => <h4 className={smallHeading}>{children}</h4>,
  p: ({ children }) => <p className="my-2 first:mt-0 last:mb-0">{children}</p>,
  ul: ({ children }) => <ul className="my-2 list-disc space-y-1 pl-5">{children}</ul>,
  ol: ({ children }) => <ol className="my-2 list-decimal space-y-1 pl-5">{children}</ol>,
  blockquote: ({ children }) => <blockquote className="my-2 border-l-2 border-edge pl-3 text-muted">{children}</blockquote>,
  table: ({ children }) => (
    <div className="my-2 overflow-x-auto">
      <table className="border-collapse text-12">{children}</table>
    </div>
  ),
  th: ({ children, style }) => <th style={style} className="border-b border-edge py-1 pr-4 text-left font-semibold">{children}</th>,
  td: ({ children, style }) => <td style={style} className="border-b border-line py-1 pr-4 align-top">{children}</td>,
  hr: () => <hr className="my-3 border-line" />,
  pre: ({ node }) => {
    const code = node?.children[0];
    const text = code?.type === "element" ? code.children.map((child) => ("value" in child ? child.value : "")).join("") : "";
    return (
      <div className="my-2">
        <Code text={text} label={texts.code} fold={40} />
      </div>
    );
  },
  code: ({ children }) => <code className="rounded-sm bg-hover px-1 py-px font-mono text-12">{children}</code>,
  a: Link,
  // A picture is never loaded: its address could carry away what the model has read.
  img: ({ src, alt }) => <Link href={typeof src === "string" ? src : ""}>{alt || texts.picture.one}</Link>,
};

/** Markdown from a model or a file. Raw HTML in it is shown as text. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return (
    <div data-markdown className="max-w-180 break-words select-text">
      <ReactMarkdown remarkPlugins={[remarkGfm]} rehypePlugins={[revealOrders]} components={COMPONENTS}>
        {text}
      </ReactMarkdown>
    </div>
  );
});
