import { lazy, memo, Suspense, useMemo, useState, type ReactNode } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import remarkMath from "remark-math";
import { Button } from "./button";
import { Code } from "./code";
import { withFormulas } from "./formulas";
import { paragraphs, type Paragraph } from "./paragraphs";
import { usePlatform } from "./platform";
import { reveal, type Span } from "./text";
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

interface Node {
  type: string;
  value?: string;
  tagName?: string;
  properties?: Record<string, string>;
  children?: Node[];
}

/** Shows characters that cannot be seen, or would turn the order of others around: "exe.png" may be "gnp.exe". */
function revealHidden() {
  return (root: Node) => visit(root);
}

function visit(node: Node): void {
  if (!node.children) return;
  node.children = node.children.flatMap((child) => {
    if (child.type === "text") {
      const spans = reveal(child.value ?? "", true);
      return spans.some(({ hidden }) => hidden) ? revealed(spans) : [child];
    }
    visit(child);
    return [child];
  });
}

function revealed(spans: readonly Span[]): Node[] {
  return spans.map(({ text: value, hidden }) =>
    hidden ? { type: "element", tagName: "mark", properties: { title: texts.hidden, className: "rounded-sm bg-asking-fill px-0.5 text-11 text-on-asking" }, children: [{ type: "text", value }] } : { type: "text", value },
  );
}

const heading = "mt-3 mb-1 text-15 font-semibold first:mt-0";
const smallHeading = "mt-3 mb-1 font-semibold first:mt-0";

const LazyFormula = lazy(() => import("./formula").then((module) => ({ default: module.Formula })));
const LazyDrawn = lazy(() => import("./drawn").then((module) => ({ default: module.Drawn })));

interface Hast {
  type: string;
  tagName?: string;
  value?: string;
  properties?: { className?: unknown };
  children?: Hast[];
}

function textOf(node: Hast | undefined): string {
  return node?.value ?? node?.children?.map(textOf).join("") ?? "";
}

function classes(node: Hast | undefined): string[] {
  const found = node?.properties?.className;
  return Array.isArray(found) ? found.map(String) : [];
}

function Formula({ tex, display }: { tex: string; display: boolean }) {
  const source = <code className={`rounded-sm bg-hover px-1 py-px font-mono text-12 ${display ? "my-2 block whitespace-pre-wrap" : ""}`}>{tex}</code>;
  return (
    <Suspense fallback={source}>
      <LazyFormula tex={tex} display={display} source={source} />
    </Suspense>
  );
}

/** Code in a text. A drawing is shown as one when it is whole. */
function Block({ text, language, open = false }: { text: string; language: string; open?: boolean }) {
  const [name = ""] = language.toLowerCase().split(/[\s,{:]/, 1);
  const drawing = !open && (name === "svg" || (["", "xml", "html"].includes(name) && /^\s*<svg[\s>]/.test(text) && /<\/svg>\s*$/.test(text)));
  const draws = drawing ? "svg" : !open && name === "mermaid" ? "mermaid" : undefined;
  const code = <Code text={text} label={texts.code} language={open ? "" : name} fold={40} />;
  return (
    <div className="my-2">
      {draws ? (
        <Suspense fallback={code}>
          <LazyDrawn source={text} language={draws} />
        </Suspense>
      ) : (
        code
      )}
    </div>
  );
}

const COMPONENTS: Components = {
  // The page has its own h1.
  h1: ({ children }) => <h2 className={heading}>{children}</h2>,
  h2: ({ children }) => <h2 className={heading}>{children}</h2>,
  h3: ({ children }) => <h3 className={smallHeading}>{children}</h3>,
  h4: ({ children }) => <h4 className={smallHeading}>{children}</h4>,
  p: ({ node, children }) => {
    const [only, ...more] = node?.children ?? [];
    if (only && more.length === 0 && classes(only).includes("math-inline")) return <Formula tex={textOf(only)} display />;
    return <p className="my-2 first:mt-0 last:mb-0">{children}</p>;
  },
  ul: ({ children }) => <ul className="my-2 list-disc space-y-1 pl-5">{children}</ul>,
  ol: ({ children, start }) => <ol start={start} className="my-2 list-decimal space-y-1 pl-5">{children}</ol>,
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
    const code = node?.children[0] as Hast | undefined;
    if (classes(code).includes("math-display")) return <Formula tex={textOf(code)} display />;
    const language = classes(code).find((name) => name.startsWith("language-"))?.slice("language-".length) ?? "";
    return <Block text={textOf(code)} language={language} />;
  },
  code: ({ node, children }) =>
    classes(node).includes("math-inline") ? <Formula tex={textOf(node)} display={false} /> : <code className="rounded-sm bg-hover px-1 py-px font-mono text-12">{children}</code>,
  a: Link,
  // A picture is never loaded: its address could carry away what the model has read.
  img: ({ src, alt }) => <Link href={typeof src === "string" ? src : ""}>{alt || texts.picture.one}</Link>,
};

const REMARK = [remarkGfm, [remarkMath, { singleDollarTextMath: false }]] satisfies NonNullable<React.ComponentProps<typeof ReactMarkdown>["remarkPlugins"]>;
const REHYPE = [revealHidden];

/** A block with more characters is shown as it was written: to read it would hold the window up. */
const READ_MOST = 60_000;
/** Blocks that are in the page at first, and how many more come at a time. */
const BLOCKS_SHOWN = 150;

/** One block. What has not changed is not read again. */
const One = memo(function One({ text, language, open }: Paragraph) {
  if (language !== undefined) return <Block text={text} language={language} open={open ?? false} />;
  if (text.length > READ_MOST) return <Code text={text} label={texts.text} fold={40} />;
  return (
    <ReactMarkdown remarkPlugins={REMARK} rehypePlugins={REHYPE} components={COMPONENTS}>
      {withFormulas(text)}
    </ReactMarkdown>
  );
});

interface MarkdownProps {
  text: string;
  /** More of it may come: its end is in view, else its beginning. */
  growing?: boolean;
}

/** Markdown from a model or a file. Raw HTML in it is shown as text. */
export const Markdown = memo(function Markdown({ text, growing = false }: MarkdownProps) {
  const [most, setMost] = useState(BLOCKS_SHOWN);
  const blocks = useMemo(() => paragraphs(text, growing), [text, growing]);
  const from = growing ? Math.max(0, blocks.length - most) : 0;
  const shown = blocks.slice(from, from + most);
  const more: ReactNode = shown.length < blocks.length && (
    <Button className="my-2" onClick={() => setMost(most + BLOCKS_SHOWN)}>
      {texts.moreOf}
    </Button>
  );
  return (
    <div data-markdown className="max-w-180 break-words select-text">
      {growing && more}
      {shown.map((block, i) => (
        <One key={from + i} {...block} />
      ))}
      {!growing && more}
    </div>
  );
});
