// What is told of runs while they go on, such as which tools a skill has brought up.

/** By run, oldest first. */
export type RunNotes = Readonly<Record<string, readonly string[]>>;

const RUNS_KEPT = 50;
const NOTES_KEPT = 20;

/** With one note more: of a run the last are kept, and the runs that were told of last. */
export function noted(notes: RunNotes, run: string, text: string): RunNotes {
  const { [run]: before = [], ...others } = notes;
  const kept = Object.entries(others).slice(1 - RUNS_KEPT);
  return { ...Object.fromEntries(kept), [run]: [...before, text].slice(-NOTES_KEPT) };
}

export interface SkillUp {
  name: string;
  /** Why it came up and what it brings up, a clause; "" = that was not told to this window. */
  why: string;
}

/** Tells what is said of the skills of a prompt from what else was told of its run. */
export function sortNotes(skills: readonly string[], notes: readonly string[]): { up: SkillUp[]; rest: string[] } {
  const begins = (name: string) => `the skill ${name} is up for this turn`;
  const up = skills.map((name) => {
    const note = notes.find((text) => text.startsWith(begins(name))) ?? "";
    return { name, why: note.slice(begins(name).length).replace(/^[,;]\s*/, "") };
  });
  return { up, rest: notes.filter((text) => !skills.some((name) => text.startsWith(begins(name)))) };
}
