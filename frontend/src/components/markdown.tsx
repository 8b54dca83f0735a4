import { memo } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { Code } from "./code";
import { usePlatform } from "./platform";
import { texts } from "../words/components";

function Link({ href = "", children }: { href?: string | undefined; children?: React.ReactNode }) {
  const { openURL } = usePlatform();
  return (
    <a
      href={href}
      title={href}
      className="text-accent underline underline-offset-2"
      onClick={(event) => {
        event.preventDefault();
        if (/^https?:/.test(href)) void openURL(href);
      }}
    >
      {children}
    </a>
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
  th: ({ children }) => <th className="border-b border-edge py-1 pr-4 text-left font-semibold">{children}</th>,
  td: ({ children }) => <td className="border-b border-line py-1 pr-4 align-top">{children}</td>,
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
    <div className="max-w-180 break-words select-text">
      <ReactMarkdown remarkPlugins={[remarkGfm]} components={COMPONENTS}>
        {text}
      </ReactMarkdown>
    </div>
  );
});
