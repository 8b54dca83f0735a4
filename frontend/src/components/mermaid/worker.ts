// Draws one diagram, apart from the page: what takes too long is ended with it, and here is no page and no way to Handrail.

import { readMermaid, whole } from "./read";

const LOOK = { bg: "#ffffff", fg: "#1f2328", line: "#57606a", muted: "#57606a", surface: "#f1f4fb", border: "#8aa0d8", font: "system-ui", transparent: true, padding: 16 };

self.onmessage = async ({ data }: MessageEvent<string>) => {
  const plain = readMermaid(data);
  if (!plain) {
    self.postMessage(undefined);
    return;
  }
  // The library's layout takes a worker without a document for its own, and writes to self, which a worker only reads.
  Object.defineProperties(globalThis, { document: { value: {} }, self: { value: globalThis, writable: true } });
  try {
    const { renderMermaidSVG } = await import("beautiful-mermaid");
    self.postMessage(whole(renderMermaidSVG(plain.text, LOOK), plain));
  } catch {
    self.postMessage(undefined); // its source is shown
  }
};
