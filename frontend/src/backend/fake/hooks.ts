// Stands in for the engine of hooks. No script runs: what a hook makes of a call is made up from its name.

import { THEME_KIT_HOOKS, WELCOME_HOOKS } from "./hooks-data";
import { WELCOME } from "./many";
import type { FateView, HookTestView, HooksView, HookView, ReplayChangeView, ReplayView } from "../wire";

export const THEME_KIT = "/home/ada/Downloads/theme-kit";

export class FakeHooks {
  private readonly known: Map<string, HookView[]>;

  constructor(private readonly empty: boolean) {
    this.known = new Map(empty ? [] : [[WELCOME, structuredClone(WELCOME_HOOKS)], [THEME_KIT, structuredClone(THEME_KIT_HOOKS)]]);
  }

  of(space: string): HooksView {
    return { hooks: this.known.get(space) ?? [], folder: "agent/hooks", statesFile: "agent/hooks/hook-states.json" };
  }

  /** All that was held back is trusted now. */
  trust(space: string): void {
    this.known.set(space, this.of(space).hooks.map((hook) => (["held-back", "untrusted"].includes(hook.state) ? { ...hook, state: "ready", why: "", shuts: "" } : hook)));
  }

  enable(space: string, key: string, enabled: boolean): HooksView {
    const hook = this.find(space, key);
    hook.enabled = enabled;
    if (hook.state === "ready" || hook.state === "off") hook.state = enabled ? "ready" : "off";
    return this.of(space);
  }

  test(space: string, key: string, tool: string, input: string, content: string): HookTestView {
    const hook = this.find(space, key);
    const nothing: HookTestView = { outcome: "passes", words: "The call would go on.", exitCode: "0", stdout: "", stderr: "", input: "", content: "", contentChanged: false, misfit: "", violations: [], covers: true, tookMs: 9 };
    if (!hook.tools.some((pattern) => new RegExp(`^${pattern.replaceAll("*", ".*")}$`).test(tool)) && hook.tools.length > 0) {
      return { ...nothing, covers: false, words: "This hook is not for this tool, so it would not be asked; if it were: the call would go on." };
    }
    if (input.includes("--force")) {
      const message = "Force pushes are not allowed in this project. Push without --force.";
      return { ...nothing, outcome: "blocks", words: `The call would be refused: ${message}`, exitCode: "1", stdout: `${JSON.stringify({ block: true, message })}\n`, tookMs: 14 };
    }
    if (input.includes("DROP")) {
      return { ...nothing, outcome: "stops", words: "The call would be refused, and the run would stop.", exitCode: "5", stderr: "jq: error (at <stdin>:1): Cannot index string with string \"query\"\n", tookMs: 310 };
    }
    if (hook.id === "limit-time") {
      const changed = JSON.stringify({ ...(JSON.parse(input) as object), timeout: 30 });
      return { ...nothing, outcome: "changes", words: "The call would go on with another input.", stdout: `${changed}\n`, input: changed, tookMs: 12 };
    }
    if (hook.phase === "post_tool" && content.includes("token=")) {
      return { ...nothing, outcome: "changes", words: "The model would get another content.", content: content.replaceAll(/token=\S+/g, "token=***"), contentChanged: true, tookMs: 21 };
    }
    return nothing;
  }

  replay(count: number, hooks: boolean): ReplayView {
    const calls = this.empty ? 0 : Math.min(count, 214);
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

  private find(space: string, key: string): HookView {
    const found = this.of(space).hooks.find((hook) => hook.key === key);
    if (!found) throw new Error(`There is no hook ${key} in this space. It may have been renamed or removed.`);
    return found;
  }
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
