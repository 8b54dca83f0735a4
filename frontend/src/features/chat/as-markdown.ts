// A chat as a Markdown text that people keep or pass on.

import type { Call, Turn } from "../../backend/transcript";
import { sayCall, sayTime, sentence } from "../../backend/words";
import { texts } from "../../words/chat";

const OUTPUT_MOST = 20_000;

interface Chat {
  title: string;
  agent: string;
  turns: readonly Turn[];
  calls: ReadonlyMap<string, Call>;
}

/** What was said and done, oldest first. What sub-agents did stands with the call that gave their task. */
export function chatAsMarkdown({ title, agent, turns, calls }: Chat): string {
  const words = texts.export;
  const said = turns
    .filter(({ parentCall }) => parentCall === "")
    .flatMap((turn) => [
      ...(turn.prompt ? [`## ${words.you} · ${sayTime(turn.time, new Date(0))}`, turn.prompt] : []),
      ...(turn.parts.length > 0 ? [`## ${turn.agent || agent}${turn.model && ` · ${turn.model}`}`] : []),
      ...turn.parts.flatMap((part) => {
        if (part.kind === "text") return [part.text];
        if (part.kind === "thinking") return [details(texts.thinking.label, part.text)];
        const call = calls.get(part.call);
        return call ? [callAsMarkdown(call)] : [];
      }),
      ...(turn.reason ? [`*${sentence(turn.reason)}*`] : []),
    ]);
  return `${[`# ${title}`, ...said].join("\n\n")}\n`;
}

function callAsMarkdown(call: Call): string {
  const name = `${call.title || call.tool}: ${sayCall(call).word}`;
  const content = call.content.length > OUTPUT_MOST ? `${call.content.slice(0, OUTPUT_MOST)}\n…` : call.content;
  return details(name, [call.detail, call.message, content].filter(Boolean).join("\n\n"));
}

/** A part that opens. Its text is code, so that nothing in it counts as Markdown or HTML. */
function details(name: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const summary = name.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? "").replace(/\s+/g, " ");
  return `<details><summary>${summary}</summary>\n\n${fence}\n${text.trimEnd()}\n${fence}\n\n</details>`;
}
