// Ways from one feature to another: the shell, which knows all of them, fills these in for the space that is open.

import type { DeciderView, FileStart } from "../backend/wire";
import { createContext, use, type ReactNode } from "react";

export interface Ways {
  /** To the walls and the network of this space. */
  walls: () => void;
  /** To the rules of this space, to show what decided a call. */
  rules: (decider: DeciderView) => void;
  /** To a job of this space; "" = all of them. */
  job: (id: string) => void;
  /** To what of this space is trusted, and what has changed. */
  trust: () => void;
  /** To a file that defines something of this space, at a line; 0 = its start. */
  file: (name: string, line: number) => void;
  /** To a new file of this space, begun by one of what new files begin with. */
  newFile: (start: FileStart) => void;
  /** To a hook of this space; "" = all of them. */
  hook: (key: string) => void;
  /** Opens the details of a call beside the page. */
  inspect: (run: string, call: string) => void;
}

const Known = createContext<Ways | undefined>(undefined);

export function WaysProvider({ ways, children }: { ways: Ways | undefined; children: ReactNode }) {
  return <Known value={ways}>{children}</Known>;
}

/** Undefined where no space is open. */
export function useWays(): Ways | undefined {
  return use(Known);
}
