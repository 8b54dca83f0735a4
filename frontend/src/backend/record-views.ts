// What crosses for the record of a call, and for what an agent has of the tools (docs/spec/04-names.md,
// docs/spec/13-journal.md). The rules of views.ts hold.

import type { Outcome } from "./safety-views";
import type { ToolView } from "./views";

/** A rule that a recorded call could be made into. */
export interface RuleProposalView {
  /** "bash(git status)" */
  rule: string;
  /** What it covers, in words. */
  covers: string;
  /** What such a rule may say: it is not proposed where it would let too much through. */
  outcomes: Outcome[];
}

/** A tool as one agent has it. */
export interface ToolForView {
  tool: ToolView;
  /** The agent may call it. */
  available: boolean;
  /** Why not, a sentence. */
  why: string;
  /** Where that stands: "agent/reviewer.md:6"; "" = in no file. */
  where: string;
  /** What to do about it, a clause; "" = nothing. */
  next: string;
  /** The person has switched it off, in every space. */
  off: boolean;
}

/** All that the journal knows of how a call was decided. */
export interface CallRecordView {
  state: "going on" | "waiting for an answer" | "ran" | "refused" | "unknown";
  /** What let it run, or kept it from running, in one sentence. */
  why: string;
  /** The way through the door, in order. */
  stages: StageView[];
  /** What is not in the record, and why; "" = it is whole. */
  missing: string;
  questions: AskedView[];
  /** As requested, JSON as text; "" = it is not kept. */
  input: string;
  /** Inputs that took the place of others, in order. */
  changes: InputChangeView[];
}

export interface StageView {
  /** look-up, check, pre_tool, prepare, guard, confirm, snapshot, run, post_tool, fit */
  name: string;
  /** ok, allow, ask, denied, an error code, … */
  result: string;
  by: string;
  /** Where what decided stands: "agent/rules.json:3". */
  file: string;
  reason: string;
  micros: number;
}

/** What the person was asked, and what came of it. */
export interface AskedView {
  title: string;
  reason: string;
  answer: "allowed" | "declined" | "expired" | "changed" | "";
  /** Who answered, and where: "the person, in the window". */
  by: string;
  /** In the person's words. */
  said: string;
  waitedMs: number;
}

export interface InputChangeView {
  by: string;
  /** JSON as text; "" = it is not kept. */
  input: string;
}
