// What crosses for the pages of hooks and of the replay (docs/spec/10-hooks.md). The rules of views.ts hold.

import type { ViolationView } from "./views";

/** Every hook of a space, in the order in which they run. */
export interface HooksView {
  hooks: HookView[];
  /** Where hooks are declared, relative to the space: "agent/hooks". */
  folder: string;
  /** The view of the states that other programs read, relative to the space. */
  statesFile: string;
}

/** A hook, or an entry of a hooks file that cannot be one. */
export interface HookView {
  /** Names it in calls and in the address: its id; "file:line" where it has none that can be read. */
  key: string;
  id: string;
  /** "" = it cannot be read. */
  phase: "pre_tool" | "post_tool" | "";
  /** As declared: names, aliases and globs; empty = all tools. */
  tools: string[];
  command: string;
  blocking: boolean;
  input: "env" | "stdin";
  format: "handrail" | "claude";
  timeoutSeconds: number;
  /** Relative to the space. */
  file: string;
  /** From 1; 0 = the whole file. */
  line: number;
  /** What the person has set. One that is held back or broken does not run all the same. */
  enabled: boolean;
  state: "ready" | "off" | "held-back" | "broken" | "untrusted";
  /** Why it does not run, a sentence; "" = it does. */
  why: string;
  /** What it keeps shut while it does not run: "bash, write", "every tool"; "" = nothing. */
  shuts: string;
  runs: number;
  blocks: number;
  errors: number;
  /** 0 = it has not run. */
  averageMs: number;
  slowestMs: number;
  lastRun: string;
  lastError: string;
}

/** What one hook made of one call. No tool has run. */
export interface HookTestView {
  outcome: "passes" | "changes" | "asks" | "blocks" | "stops" | "skips" | "warns";
  /** It is for this tool. If not, it would not have been asked. */
  covers: boolean;
  /** What would become of the call, a sentence. */
  words: string;
  /** "" = it ended without one: it ran out of time, or could not be started. */
  exitCode: string;
  stdout: string;
  stderr: string;
  /** The new input, JSON as text; "" = it did not change it. */
  input: string;
  /** The new content, if contentChanged. */
  content: string;
  contentChanged: boolean;
  /** Why the input that goes on is none of the tool; "" = it is one. */
  misfit: string;
  /** The same, place by place. */
  violations: ViolationView[];
  tookMs: number;
}

/** What would become of recorded calls now. No tool has run. */
export interface ReplayView {
  /** How many were looked at, the newest ones. */
  calls: number;
  unchanged: number;
  /** Of these, those that ask now as they did then, and that the person answered. */
  answered: number;
  changed: number;
  /** Of those that changed, by what would become of them. */
  wouldRun: number;
  wouldAsk: number;
  wouldDeny: number;
  /** They would go on with another input. */
  wouldChange: number;
  /** Calls that could not be judged again, by reason. */
  skipped: ReplaySkippedView[];
  /** Newest first; more may have changed than are listed. */
  changes: ReplayChangeView[];
  /** Hooks were run for it. */
  hooks: boolean;
  tookMs: number;
}

export interface ReplaySkippedView {
  why: string;
  count: number;
  /** One such call. */
  call: string;
}

export interface ReplayChangeView {
  run: string;
  call: string;
  tool: string;
  title: string;
  was: FateView;
  now: FateView;
  /** What to know of it, such as that the person had answered it. */
  note: string;
}

/** What becomes of a call, and by what. */
export interface FateView {
  verdict: "allow" | "ask" | "deny" | "not_found" | "blocked" | "stopped" | "changed" | "invalid";
  /** "rule bash(git push*)" */
  by: string;
  /** Where that stands: "agent/rules.json:3"; "" = nowhere. */
  file: string;
  reason: string;
}
