// What crosses for the page of hands (docs/spec/07-hands.md). The rules of views.ts hold.

import type { CallStatus } from "./transcript";
import type { ToolView, ViolationView } from "./views";

/** A space's ctxnest.json as it is on disk now. */
export interface HandsView {
  /** "" where there is no file. */
  text: string;
  /** Names exactly this text: saveHands refuses to write over another one. "" = there is no file. */
  digest: string;
  exists: boolean;
  check: HandsCheckView;
}

/** What the loader of hands says of a text, whether or not it is saved. */
export interface HandsCheckView {
  hands: HandView[];
  problems: HandProblemView[];
}

export interface HandView {
  name: string;
  /** "<project>__<name>", by which it is called. */
  qualified: string;
  description: string;
  /** The command as declared, with its placeholders. */
  argv: string[];
  danger: ToolView["danger"];
  confirm: boolean;
  disabled: boolean;
  /** Why it does not load: "tool 'x' rejected: …"; "" = it loads. */
  rejected: string;
  /** JSON Schema of its parameters, as text; "" if it does not load. */
  input: string;
}

export interface HandProblemView {
  severity: "error" | "warning";
  /** The hand it is about; "" = the whole file. */
  hand: string;
  /** What of the hand causes it: "command[0]", "params.branch.pattern"; "" = the hand as a whole. */
  field: string;
  /** From 1; 0 = the whole file. */
  line: number;
  text: string;
}

/** What a hand of a text would run for these values. Nothing has run. */
export interface HandArgvView {
  /** The resolved argv; empty if the values do not fit. */
  argv: string[];
  /** Elements that are left out because they resolve to nothing, as declared: "{{filter}}". */
  dropped: string[];
  /** The folder in which it would run. */
  folder: string;
  violations: ViolationView[];
  /** Why there is nothing to show, if that is not the values: the hand is rejected, its program is not on PATH. */
  message: string;
}

/** Whether a value passes a pattern, as the loader judges it (RE2, empty always passes). */
export interface PatternView {
  passes: boolean;
  /** Why not, or what to know of it; "" = nothing. */
  why: string;
}

export interface SavedHandsView {
  /** False: the file is another one than the digest names, and was left alone. */
  saved: boolean;
  /** The file as it is now: what was saved, or what somebody else wrote. */
  now: HandsView;
  /** Unified difference from the file to the text that was not saved; "" if it was. */
  difference: string;
  /** What else to know, such as why the space is not trusted any more; "" = nothing. */
  note: string;
}

/** A past call of a hand. */
export interface HandCallView {
  run: string;
  call: string;
  time: string;
  status: CallStatus;
  /** Error code of an incomplete call. */
  code: string;
  durationMs: number;
  /** Exit code as text; "" if there is none. */
  exit: string;
  /** Who called, in words. */
  who: string;
  /** What ran, one element a line; "" if it did not get so far. */
  detail: string;
}

/** Hands that the files of a project suggest. Nothing is written. */
export interface HandProposalsView {
  hands: HandProposalView[];
  notes: string[];
}

export interface HandProposalView {
  name: string;
  description: string;
  argv: string[];
  /** "package.json" */
  from: string;
  /** Why it is set as it is, such as "it publishes, so it asks". */
  why: string;
  /** The hand as it would stand in the file: a JSON object as text. */
  json: string;
}

