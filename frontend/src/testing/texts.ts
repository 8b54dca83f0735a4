// All that a list of texts may say, for tests.

export interface Text {
  /** "servers.log.empty" */
  at: string;
  text: string;
}

export interface Saying {
  args: readonly unknown[];
  text: string;
}

/** What a function of a text is called with: a text works where a number would, for most of them. */
const SAMPLES: readonly unknown[] = ["sample", 1, 3, ["sample", "sample"], true, false, undefined];

/** All texts of a list, with what its functions may say. */
export function textsOf(value: unknown, at: string): Text[] {
  if (typeof value === "string") return [{ at, text: value }];
  if (typeof value === "function") return [...new Set(sayings(value as (...args: unknown[]) => unknown).map(({ text }) => text))].map((text) => ({ at: `${at}(…)`, text }));
  return Object.entries(value as object).flatMap(([name, below]) => textsOf(below, `${at}.${name}`));
}

/** All that a function may say: it is called with every mix of samples that it can do something with. */
export function sayings(say: (...args: unknown[]) => unknown, samples = SAMPLES): Saying[] {
  const mixes = Array.from({ length: say.length }).reduce<unknown[][]>((known) => known.flatMap((args) => samples.map((sample) => [...args, sample])), [[]]);
  return mixes.flatMap((args) => {
    try {
      const text = say(...args);
      return typeof text === "string" && !/undefined|NaN|null|true|false/.test(text) ? [{ args, text }] : [];
    } catch {
      return []; // not what it takes
    }
  });
}
