// Stands in for Go's guard and its rules, well enough to look at: globs over the text of an act.

import type { BuiltinView, GrantView, OfferView, Outcome, PreviewView, QuestionView, RulesView, RuleView, SpaceView, ToolView, TrialStepView } from "../wire";
import { BUILTIN, GRANTS, OF_THE_SPACE, RULES, SETTINGS } from "./rules-file";
import type { Settled } from "./settle";

export interface Judged {
  decision: PreviewView["decision"];
  by: string;
  why: string;
  file: string;
  steps: TrialStepView[];
}

interface Act {
  space: SpaceView;
  tool: ToolView;
  settled: Settled;
  /** A rule more, which is only tried. */
  extra?: RuleView;
}

const DECISION = { allow: "run", ask: "ask", deny: "deny" } as const;

const SHARED_MODE = "workspace";

export class FakeRules {
  private own: RuleView[];
  private builtin: BuiltinView[] = structuredClone(BUILTIN);
  private grants: GrantView[];
  private made = 0;
  /** Spaces with a mode of their own. */
  private readonly modes = new Set<string>();

  constructor(
    private readonly welcome: string,
    empty: boolean,
  ) {
    this.own = empty ? [] : structuredClone(RULES);
    this.grants = empty ? [] : structuredClone(GRANTS);
  }

  of(space: SpaceView): RulesView {
    const untrusted = space.trust === "untrusted";
    const rank = { deny: 0, ask: 1, allow: 2 };
    const rules = this.all(space.path).toSorted((a, b) => rank[a.outcome] - rank[b.outcome]);
    return {
      mode: untrusted ? "read-only" : space.mode, modeWhy: untrusted ? "you have not trusted this space yet" : "", modeOwn: this.modes.has(space.path) || space.mode !== SHARED_MODE,
      modeShared: SHARED_MODE, rules, builtin: this.builtin, file: SETTINGS, problem: "",
    };
  }

  withMode(space: SpaceView, mode: SpaceView["mode"] | ""): SpaceView {
    if (space.trust === "untrusted") throw new Error("this space is not trusted, so it stays read-only: look at what it can run and trust it first");
    if (mode === "") this.modes.delete(space.path);
    else this.modes.add(space.path);
    return { ...space, mode: mode || SHARED_MODE };
  }

  add(space: SpaceView, outcome: Outcome, rule: string): RulesView {
    const wrong = problemOf(rule);
    if (wrong) throw new Error(wrong);
    if (this.own.some((known) => known.rule === rule && known.outcome === outcome)) throw new Error(`The rule ${rule} is there already.`);
    this.own = [...this.own, this.ruleOf(outcome, rule)];
    return this.of(space);
  }

  remove(space: SpaceView, outcome: Outcome, rule: string): RulesView {
    this.own = this.own.filter((known) => known.rule !== rule || known.outcome !== outcome);
    return this.of(space);
  }

  setBuiltin(space: SpaceView, id: string, outcome: Outcome): RulesView {
    this.builtin = this.builtin.map((known) => (known.id === id ? { ...known, outcome } : known));
    return this.of(space);
  }

  list(): GrantView[] {
    return this.grants;
  }

  revoke(id: string): GrantView[] {
    this.grants = this.grants.filter((known) => known.id !== id);
    return this.grants;
  }

  /** What "Always…" offers for a question. */
  offers(detail: string, tool: ToolView): OfferView[] {
    const act = [
      { id: "act-15", label: "Always allow exactly this, in this space for 15 minutes" },
      { id: "act-session", label: "Always allow exactly this, in this session" },
      { id: "act-space", label: "Always allow exactly this, in this space" },
    ];
    if (tool.confirm || !detail.includes(" ")) return act;
    const pattern = patternOf(detail);
    return [...act, { id: "pattern-space", label: `Always allow commands that begin with ${pattern}, in this space` }, { id: "pattern-everywhere", label: `Always allow commands that begin with ${pattern}, in every space` }];
  }

  /** Keeps what the button said. */
  take(question: QuestionView, offer: string): GrantView | undefined {
    const label = question.offers.find(({ id }) => id === offer)?.label;
    if (label === undefined) return undefined;
    this.made += 1;
    const everywhere = offer.endsWith("everywhere");
    const now = new Date().toISOString();
    const grant: GrantView = {
      id: `grant-new-${this.made}`, kind: "act", label, tool: question.tool, space: everywhere ? "" : question.space, spaceName: everywhere ? "" : question.spaceName,
      session: offer === "act-session" ? question.session : "", made: now, source: "window", until: offer === "act-15" ? new Date(Date.now() + 900_000).toISOString() : "",
      counted: true, uses: 1, used: now, idle: "", about: question.detail, run: question.run, call: question.call,
    };
    this.grants = [grant, ...this.grants];
    return grant;
  }

  /** Whether a lasting yes covers a question that waits. */
  covers(offer: string, taken: QuestionView, other: QuestionView): boolean {
    if (other.tool !== taken.tool || (!offer.endsWith("everywhere") && other.space !== taken.space)) return false;
    if (offer.startsWith("act")) return other.detail === taken.detail;
    return other.detail.startsWith(patternOf(taken.detail));
  }

  /** In the order that is fixed: built-in deny, deny, grants, confirm and ask, allow, mode. */
  judge({ space, tool, settled, extra }: Act): Judged {
    const rules = [...(extra ? [extra] : []), ...this.all(space.path)];
    const steps: TrialStepView[] = [];
    const pass = (name: string, by: string) => steps.push({ name, outcome: "", by, file: "" });
    const end = (name: string, outcome: Outcome, by: string, why: string, file = ""): Judged => {
      steps.push({ name, outcome, by, file });
      return { decision: DECISION[outcome], by, why, file, steps };
    };
    const byRule = (name: string, outcome: Outcome, why: string): Judged | undefined => {
      const rule = rules.find((known) => known.outcome === outcome && matches(known.rule, tool, settled, space.path));
      if (rule) return end(name, outcome, `rule ${rule.rule} in ${rule.owner === "space" ? "agent/rules.json" : "settings"}`, why, rule.file);
      const count = rules.filter((known) => known.outcome === outcome).length;
      pass(name, count === 0 ? "there is no such rule" : `none of ${count} covers it`);
      return undefined;
    };
    const stopped = this.builtin.find(({ id, outcome }) => outcome === "deny" && TEXTS[id]?.test(settled.detail));
    if (stopped) return end("built-in deny", "deny", `built-in rule ${stopped.id}`, `it is ${stopped.about}`);
    pass("built-in deny", "nothing in it is denied");
    const denied = byRule("deny rules", "deny", "a rule denies it");
    if (denied) return denied;
    pass("your grants", "none covers it");
    if (tool.confirm) return end("confirm", "ask", "confirm: true", "its author wants you to be asked", space.path === this.welcome ? "agent/tools/deploy.md:8" : "");
    const asked = byRule("ask rules", "ask", "a rule says to ask");
    if (asked) return asked;
    const careful = this.builtin.find(({ id, outcome }) => outcome === "ask" && TEXTS[id]?.test(settled.detail));
    if (careful) return end("built-in ask", "ask", `built-in rule ${careful.id}`, `it is ${careful.about}`);
    pass("built-in ask", "nothing in it asks");
    const allowed = byRule("allow rules", "allow", "a rule allows it");
    if (allowed) return allowed;
    if (tool.sideEffect && space.mode === "ask") return end("mode", "ask", "mode ask", "this space asks before every change");
    return end("mode", "allow", `mode ${space.mode}`, tool.sideEffect ? "it stays in this space" : "it changes nothing");
  }

  /** A rule that is only tried. */
  ruleOf(outcome: Outcome, rule: string): RuleView {
    const warning = outcome === "allow" && !rule.includes("(") ? "It allows whatever this tool does." : "";
    return { outcome, rule, owner: "person", file: `settings.json:${40 + this.own.length}`, warning };
  }

  private all(space: string): RuleView[] {
    return [...this.own, ...(space === this.welcome && this.own.length > 0 ? OF_THE_SPACE : [])];
  }
}

const TEXTS: Record<string, RegExp> = { "git-push-force": /--force(?!-with)/, "rm-outside": /rm -rf \//, "rm-recursive": /rm -rf (?!\/)/, "git-push-lease": /--force-with-lease/ };

/** Why a rule cannot be read; "" = it can. */
export function problemOf(rule: string): string {
  if (rule === "") return "Write tool or tool(pattern), as in bash(git status*).";
  if (/^[\w:*-]+(\(.+\))?$/.test(rule)) return "";
  return `"${rule}" cannot be read: write tool or tool(pattern), as in bash(git status*).`;
}

function matches(rule: string, tool: ToolView, { detail, effects }: Settled, space: string): boolean {
  const open = rule.indexOf("(");
  const name = open < 0 ? rule : rule.slice(0, open);
  if (!glob(name, tool.name) && !glob(name, tool.qualified)) return false;
  if (open < 0) return true;
  const pattern = rule.slice(open + 1, -1);
  return [detail, ...effects.map(({ target }) => target.replace(`${space}/`, ""))].some((subject) => glob(pattern, subject));
}

function glob(pattern: string, text: string): boolean {
  const source = pattern.split(/\*+/).map((piece) => piece.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)).join(".*");
  return new RegExp(`^${source}$`, "s").test(text);
}

function patternOf(detail: string): string {
  return detail.split(" ").slice(0, 2).join(" ");
}
