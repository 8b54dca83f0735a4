// What crosses for the record of a call, and for what an agent has of the tools (SPEC 4, 13). The rules of views.ts hold.

import type { ToolView } from "./views";

/** Rules that a recorded call could be made into, narrowest first. */
export interface RuleProposalsView {
  rules: RuleProposalView[];
  /** Why there is none, a sentence. */
  why: string;
}

export interface RuleProposalView {
  /** "bash(git status)" */
  pattern: string;
  /** What it covers, a sentence. */
  covers: string;
  /** It is not worth having for this verdict: a space's author has denied it, or it covers too much to allow. */
  notFor: string;
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
  answer: "allowed" | "declined" | "expired" | "";
  /** Who answered, and where: "the person, in the window". */
  by: string;
  /** In the person's words. */
  said: string;
  waitedMs: number;
}

export interface InputChangeView {
  by: string;
  /** Unified difference to the input before; "" = it is not kept. */
  difference: string;
}
