// What crosses for the pages of walls and jobs (docs/spec/12-processes.md). The rules of views.ts hold.

/** What stands around the programs of a space, and what the person has let through. */
export interface WallsView {
  /** Files, network, limits. */
  walls: WallView[];
  /** Ways out that are not held, a sentence each. */
  gaps: string[];
  /** Folders that programs may read beside the system and the space. */
  readable: string[];
  /** Folders that programs may change. */
  writable: string[];
  /** Paths that the person has granted by picking them in a dialog. */
  granted: string[];
  network: NetworkView;
  /** Of the programs of one call together. */
  memoryMiB: number;
  /** Of one file. */
  fileMiB: number;
  processes: number;
  /** Of one process. */
  cpuSeconds: number;
  /** settings.json, where the limits are. */
  file: string;
}

export interface WallView {
  name: "files" | "network" | "limits";
  enforced: boolean;
  /** What is held, or why it is not. */
  reason: string;
  /** What the person can do about it; "" = nothing. */
  advice: string;
}

/** Words are off, on, loopback, registry and hosts. */
export interface NetworkView {
  /** What is set for this space, or for all of them. */
  words: string[];
  /** It is set for this space. */
  own: boolean;
  /** What is set for all spaces. */
  shared: string[];
  /** What --network says, which has the last word; empty if it was not given. */
  fixed: string[];
  /** "host:port" of the registries that the person's package managers are set up with. */
  registries: string[];
  /** What the person has said in a dialog about registries. */
  answer: "yes" | "no" | "";
  /** When, of a yes. */
  answered: string;
}

/** A word that is no network, and why. */
export interface WordProblemView {
  word: string;
  text: string;
}

/** A program that runs in the background, or has. */
export interface JobView {
  /** Also the id of its output. */
  id: string;
  session: string;
  tool: string;
  /** The first line of its command. */
  title: string;
  folder: string;
  began: string;
  state: "running" | "done" | "failed" | "stopped";
  /** Why it failed. */
  why: string;
}

/** A part of an output. */
export interface PieceView {
  text: string;
  /** The byte at which the next piece begins. */
  next: number;
  /** Bytes that there are by now. */
  size: number;
  /** More may come. */
  open: boolean;
}
