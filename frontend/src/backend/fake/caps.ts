// How much agents may use, and what they have used today.

import type { CapsView } from "../wire";

const NAMES = ["run.calls", "run.minutes", "run.tokens", "run.cost", "day.calls", "day.minutes", "day.tokens", "day.cost"];
const USED: Record<string, number> = { "day.calls": 164, "day.minutes": 38.25, "day.tokens": 1_204_331, "day.cost": 3.4181 };

/** What the page may ask of them. */
export function capping(empty: boolean) {
  const set = new Map<string, number>(empty ? [] : [[" day.cost", 10]]);
  const caps = (space: string): CapsView => ({
    caps: NAMES.map((name) => ({ name, most: set.get(`${space} ${name}`) ?? 0, used: empty || space ? 0 : (USED[name] ?? 0) })),
  });
  return {
    caps,
    setCap: (space: string, name: string, most: number) => {
      set.set(`${space} ${name}`, most);
      return caps(space);
    },
  };
}
