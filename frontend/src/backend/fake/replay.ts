// Stands in for a replay: which of the fixtures' calls would go another way, and why.

import type { FateView, ReplayChangeView, ReplayView } from "../wire";

export function replay(count: number, hooks: boolean, empty: boolean): ReplayView {
  const calls = empty ? 0 : Math.min(count, 214);
  const changes = calls === 0 ? [] : CHANGES.filter(({ now }) => hooks || !now.by.startsWith("hook"));
  const of = (...verdicts: string[]) => changes.filter(({ now }) => verdicts.includes(now.verdict)).length;
  const skipped = calls === 0 ? [] : [
    { why: "The tool is not there any more.", count: 3, call: "run-02-c6" },
    { why: "Its input was not kept, because it is large or holds a secret.", count: 2, call: "run-02-c5" },
  ];
  return {
    calls, unchanged: Math.max(0, calls - changes.length - 5), answered: Math.min(calls, 6), changed: changes.length, wouldRun: of("allow"), wouldAsk: of("ask"), wouldDeny: of("deny", "blocked"),
    wouldChange: of("changed"), skipped: calls === 0 ? [] : skipped, changes, hooks, tookMs: hooks ? 1840 : 36,
  };
}

const MODE: FateView = { verdict: "allow", by: "mode workspace", file: "", reason: "it stays in this space" };

const CHANGES: ReplayChangeView[] = [
  {
    run: "run-05", call: "run-05-c2", tool: "bash", title: "curl -sI https://docs.example.com/guide", was: MODE, note: "",
    now: { verdict: "deny", by: "rule bash(curl*)", file: "settings.json:14", reason: "pages are read with web_fetch" },
  },
  {
    run: "run-02", call: "run-02-c1", tool: "deploy", title: "Deploy to Staging", was: { verdict: "ask", by: "confirm: true", file: "agent/tools/deploy.md:1", reason: "its author wants you to be asked" },
    now: { verdict: "allow", by: "your grant of 20 November", file: "", reason: "you said always, for this act in this space" }, note: "You declined it then.",
  },
  {
    run: "run-02", call: "run-02-c4", tool: "bash", title: "sleep 90", was: MODE, note: "",
    now: { verdict: "blocked", by: "hook guard-git", file: "agent/hooks/git.json:3", reason: "Do not sleep: wait for what you need." },
  },
  {
    run: "run-01", call: "run-01-c4", tool: "edit", title: "Edit src/totals.sh", was: MODE, note: "",
    now: { verdict: "ask", by: "rule edit(src/**)", file: "agent/rules.json:3", reason: "what is under src is looked at by a person" },
  },
];
