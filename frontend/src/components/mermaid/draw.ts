/** Characters of a diagram that is drawn at most. */
const SOURCE_MOST = 20_000;
/** How long a diagram may take, in ms; the library has to be read first. */
const WAITS = 10_000;

const drawn = new Map<string, Promise<string | undefined>>();
const KEPT_MOST = 50;

/** The SVG of a diagram; undefined: only its source can be shown. */
export function drawMermaid(source: string): Promise<string | undefined> {
  const before = drawn.get(source);
  if (before) return before;
  const now = draw(source);
  drawn.set(source, now);
  const oldest = drawn.keys().next().value;
  if (drawn.size > KEPT_MOST && oldest !== undefined) drawn.delete(oldest);
  return now;
}

function draw(source: string): Promise<string | undefined> {
  if (source.length > SOURCE_MOST || typeof Worker === "undefined") return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    const end = (svg?: string) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(svg);
    };
    const timer = setTimeout(end, WAITS);
    worker.onmessage = ({ data }: MessageEvent<string | undefined>) => end(data);
    worker.onerror = () => end();
    worker.postMessage(source);
  });
}
