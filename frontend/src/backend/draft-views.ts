// What crosses where servers are added: by a form, from a text, from other programs (docs/spec/08-mcp.md). The rules of
// views.ts hold.

import type { SettingView } from "./server-views";

/** What the person fills in, or what a saved server fills in for them. Values that are to be secret go to the keyring and never come back. */
export interface ServerForm {
  name: string;
  /** "" = a remote one. */
  command: string;
  args: string[];
  /** "" = the space's folder. */
  folder: string;
  env: SettingForm[];
  url: string;
  /** "" = streamable HTTP, then SSE. */
  transport: "" | "http" | "sse";
  headers: SettingForm[];
  internal: boolean;
  /** Empty = what the command needs by itself. */
  network: string[];
  read: string[];
  write: string[];
  /** Of one call; 0 = as usual. */
  timeoutSeconds: number;
  /** Of a saved server: names what it was filled from, exactly. It is refused if that is another by then. */
  was: string;
}

export interface SettingForm {
  name: string;
  value: string;
  secret: boolean;
  /** The saved variable or header whose value it has as long as its own is ""; else the value goes where that one's secret is. "" = none. */
  keeps: string;
  /** The secret that this is; "" = it has no name yet. */
  kept: string;
  /** What stands around that secret: "Bearer …"; "" = nothing. */
  around: string;
}

/** What Handrail makes of a form, a text or another program's entry. Nothing is saved. No secret is in it. */
export interface ServerDraftView {
  /** Names it, and exactly it: it is refused if it is another by then. "" = of a form. */
  id: string;
  digest: string;
  /** The name that it would get. */
  name: string;
  /** The name that it could not get, because another has it; "" = it gets its own. */
  taken: string;
  /** The server that is there already and is the same; "" = none. */
  same: string;
  kind: "program" | "remote";
  argv: string[];
  url: string;
  folder: string;
  env: SettingView[];
  headers: SettingView[];
  /** It is switched off there, and would be here. */
  disabled: boolean;
  /** Values that only the person knows. */
  asks: ServerAskView[];
  /** What it could read, write and reach, a sentence each. */
  profile: string[];
  /** Where its program is; "" = a remote one, or not found. */
  found: string;
  warnings: string[];
  /** Why it cannot be added; "" = it can. */
  refused: string;
}

export interface ServerAskView {
  secret: string;
  prompt: string;
  value: string;
}

/** What was understood of a text. */
export interface ReadServersView {
  drafts: ServerDraftView[];
  /** Why it cannot be read; "" = it could. */
  problem: string;
  /** From 1; 0 = the whole. */
  line: number;
  column: number;
  notes: string[];
}

/** A server that the person wants of those that were found or read. */
export interface ServerChoiceForm {
  id: string;
  digest: string;
  /** "" = as was proposed. */
  name: string;
  internal: boolean;
  answers: ServerAnswerForm[];
}

export interface ServerAnswerForm {
  secret: string;
  value: string;
}

export interface AddedServerView {
  id: string;
  name: string;
  outcome: "added" | "changed" | "same" | "refused";
  why: string;
  /** Secrets that were put into the keyring, by name. */
  secrets: string[];
  /** Secrets that it names and that have no value yet. */
  missing: string[];
}

/** A file in which another program keeps servers. */
export interface FoundServersView {
  program: string;
  title: string;
  file: string;
  /** The folder whose servers these are; "" = everywhere. */
  project: string;
  /** Why it cannot be read. */
  problem: string;
  notes: string[];
  drafts: ServerDraftView[];
}
