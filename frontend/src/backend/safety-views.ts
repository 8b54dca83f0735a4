// What crosses for questions, rules and grants (docs/spec/11-guard.md). The rules of views.ts hold.

import type { EffectView, PreviewView, SpaceView } from "./views";

/** A call that waits for the person. docs/spec/11-guard.md#the-dialog. */
export interface QuestionView {
  id: string;
  run: string;
  call: string;
  session: string;
  space: string;
  spaceName: string;
  /** Who asks, in words: 'The agent "guide"', 'You', 'A program that calls itself "x"'. */
  agent: string;
  tool: string;
  title: string;
  detail: string;
  folder: string;
  effects: EffectView[];
  /** Why the person is asked: a clause, such as "its author wants you to be asked". */
  why: string;
  /** What decided that: "confirm: true", "rule bash(git*) in settings", "mode workspace"; "" if nothing is to be named. */
  by: string;
  /** Where that stands, "agent/rules.json:3"; "" = in no file. */
  file: string;
  /** What the button says that runs it; "" = "Run once". */
  yes: string;
  digest: string;
  /** The input as it was checked, a JSON object; "" = it cannot be changed. */
  input: string;
  /** What "Always…" may say, narrowest first; none: only this once. */
  offers: OfferView[];
  asked: string;
  /** When it expires; "" until it has been shown. */
  expires: string;
  state: "waiting" | "allowed" | "declined" | "expired" | "withdrawn";
}

/** A lasting yes that a question may take: as wide as its label says, and no wider. */
export interface OfferView {
  id: string;
  /** The whole button. */
  label: string;
}

/** The person's answer. */
export interface AnswerForm {
  run: boolean;
  /** Of a no: what the agent is told. */
  reason: string;
  /** Of a yes: the id of the offer that was taken; "" = only this once. */
  offer: string;
  /** Of a yes: what the person made of the input, and the digest of the act that they were shown of it; "" = as it was asked. */
  input: string;
  digest: string;
}

/** By what the acts of a space are judged. */
export interface RulesView {
  mode: SpaceView["mode"];
  /** Why it is not what the person set, a clause; "" = it is. */
  modeWhy: string;
  /** The person has set it for this space; else it is what all spaces have. */
  modeOwn: boolean;
  modeShared: SpaceView["mode"];
  /** All that count here, as they are asked in turn: deny, ask, allow. */
  rules: RuleView[];
  builtin: BuiltinView[];
  /** settings.json, where the person's rules are. */
  file: string;
  /** What could not be read, and what follows from that; "" = all could. */
  problem: string;
}

export type Outcome = "allow" | "ask" | "deny";

export interface RuleView {
  outcome: Outcome;
  /** "bash(git status*)" */
  rule: string;
  /** Whose it is; "space" is a file of the space, in which only deny and ask count. */
  owner: "person" | "space";
  /** "settings.json:12" */
  file: string;
  /** What is odd about it, a sentence: it never counts, or covers more than it looks; "" = nothing. */
  warning: string;
}

/** What Handrail stops or asks about by itself. */
export interface BuiltinView {
  id: string;
  /** What it is about: "git push --force and its like". */
  about: string;
  /** allow: it no longer speaks, and the rules and the mode decide. */
  outcome: Outcome;
  /** What it does if the person changes nothing. */
  normal: Outcome;
  /** Nobody can loosen it. */
  fixed: boolean;
}

/** A call to hold against the rules. Nothing runs. */
export interface TrialForm {
  tool: string;
  /** A JSON object. */
  input: string;
  /** A rule that is not there yet, to see what it would change; "" = none. */
  rule: string;
  outcome: Outcome;
}

export interface TrialView {
  /** As preview() has it: what it would do, and the verdict. Its violations and code say why there is none. */
  preview: PreviewView;
  /** Every step that the verdict took, in turn. */
  steps: TrialStepView[];
  /** What is wrong with the rule that is tried. */
  problem: string;
}

export interface TrialStepView {
  /** "built-in deny", "deny", "your grants", … */
  name: string;
  /** It said nothing, or what it said. */
  outcome: Outcome | "";
  /** "rule bash(git*)", or why it said nothing. */
  by: string;
  file: string;
}

/** Something lasting that the person has granted. */
export interface GrantView {
  id: string;
  /** act: calls that run unasked. path: a file or folder beside the space that its tools may touch. network: the package registries. */
  kind: "act" | "path" | "network";
  /** What the button said, or what it lets happen. */
  label: string;
  /** The qualified name, of an act; else "". */
  tool: string;
  /** What was asked about when it was given, whole: the command line, argv or difference; "" = nothing, or it is not kept. */
  about: string;
  /** The call that was asked about; "" = none, or it is not in the journal any more. */
  run: string;
  call: string;
  /** "" = in every space. */
  space: string;
  spaceName: string;
  /** "" = in every chat. */
  session: string;
  made: string;
  /** Who gave it where: "window", "dialog", "command line". */
  source: string;
  /** "" = until it is revoked. */
  until: string;
  /** Whether uses are counted at all. */
  counted: boolean;
  uses: number;
  /** "" = never. */
  used: string;
  /** Why it lets nothing through now, a clause; "" = it does. */
  idle: string;
}
