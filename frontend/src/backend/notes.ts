// What is told of runs while they go on, such as which tools a skill has brought up.

import type { NoticeView } from "./wire";

/** By run, oldest first. */
export type RunNotes = Readonly<Record<string, readonly Note[]>>;

export type Note = Pick<NoticeView, "skill" | "text">;

const RUNS_KEPT = 50;
const NOTES_KEPT = 20;

/** With one note more: of a run the last are kept, and the runs that were told of last. */
export function noted(notes: RunNotes, run: string, { skill, text }: Note): RunNotes {
  const { [run]: before = [], ...others } = notes;
  const kept = Object.entries(others).slice(1 - RUNS_KEPT);
  return { ...Object.fromEntries(kept), [run]: [...before, { skill, text }].slice(-NOTES_KEPT) };
}

export interface SkillUp {
  name: string;
  /** Why it came up and what it brings up, in clauses; "" = that was not told to this window. */
  why: string;
}

/** Tells what is said of the skills of a prompt from what else was told of its run. */
export function sortNotes(skills: readonly string[], notes: readonly Note[]): { up: SkillUp[]; rest: Note[] } {
  const names = [...new Set([...skills, ...notes.map(({ skill }) => skill).filter(Boolean)])];
  const up = names.map((name) => ({ name, why: notes.find(({ skill }) => skill === name)?.text ?? "" }));
  return { up, rest: notes.filter(({ skill }) => skill === "") };
}
