import { plural } from "./format";
import { said } from "./language";

export const texts = said("common", {
  copy: "Copy",
  tryAgain: "Try again",
  close: "Close",
  cancel: "Cancel",
  refresh: "Refresh",
  makingForm: "Loading the form…",
  wouldRun: "Preview",
  noResults: "No results",
  back: "Back",
  previewing: "Loading preview…",
  counts: {
    calls: (count: number) => plural(count, "call"),
    files: (count: number) => plural(count, "file"),
    pictures: (count: number) => plural(count, "picture"),
    problems: (count: number) => plural(count, "problem"),
    seconds: (count: number) => plural(count, "second"),
    tools: (count: number) => plural(count, "tool"),
  },
} as const);
