// What crosses for other programs that use Handrail, and for the forms of servers (docs/spec/08-mcp.md). The rules of
// views.ts hold.

import type { ViolationView } from "./views";

/** Another program that could use Handrail's tools. */
export interface ProgramView {
  id: string;
  title: string;
  /** gone: its entry starts a Handrail that is not there any more. foreign: it has an entry of our name that is not ours. */
  state: "connected" | "gone" | "foreign" | "not-connected" | "not-found" | "broken";
  file: string;
  /** Why its file cannot be read. */
  problem: string;
  /** The space that it is connected to; "" = none. */
  space: string;
  /** When our last change was made, if it can be undone; "" = there is none. */
  undo: string;
}

/** connect: to the space that is open. undo: put back what our last change took. */
export type ConnectAct = "connect" | "disconnect" | "undo";

/** A change of another program's file. */
export interface ConnectView {
  title: string;
  file: string;
  /** The symbolic link that leads there; "" = none does. */
  link: string;
  /** The file is not there yet. */
  made: boolean;
  /** Unified difference; "" = the file is as it should be. */
  difference: string;
  /** What to do afterwards: "Start Cursor again." */
  after: string;
  /** Names this change. */
  digest: string;
  /** It was made. */
  done: boolean;
  /** Why it was not, though it should have been. */
  why: string;
  /** The file as it was, once it was made. */
  backup: string;
}

export interface ClientsView {
  tokens: ClientTokenView[];
  connected: ConnectedClientView[];
}

export interface ClientTokenView {
  /** Also its identity. */
  name: string;
  created: string;
  /** "" = never. */
  used: string;
}

/** Shown once. */
export interface NewTokenView {
  name: string;
  token: string;
}

export interface ConnectedClientView {
  id: string;
  /** What it says of itself. */
  name: string;
  version: string;
  /** The name of its token; "" = it has none. */
  token: string;
  space: string;
  over: "stdio" | "app" | "http";
  since: string;
  calls: number;
}

/** What a server wants to know while one of its tools runs: MCP's elicitation. */
export interface FormView {
  id: string;
  server: string;
  /** Qualified; "" = none runs. */
  tool: string;
  call: string;
  space: string;
  spaceName: string;
  /** The server's own words. */
  message: string;
  /** What Handrail has to say of it, in whole sentences; "" = nothing. */
  warning: string;
  /** JSON Schema as text; "" with an address. */
  schema: string;
  /** A page to open instead. */
  url: string;
  host: string;
  expires: string;
  /** closed: answered, taken back or run out. */
  state: "waiting" | "closed";
}

/** What is wrong with an answer; nothing: it was sent. */
export type FormProblems = ViolationView[];
