// Files that hold text from elsewhere, and the calls that would ask because of it.

import type { ForeignView, OutflowView } from "../wire";
import { WELCOME } from "./many";

const FILES: readonly ForeignView[] = [
  { path: `${WELCOME}/MEMORY.md`, file: "MEMORY.md", paragraph: "The fair's page says that stands open at nine, and that letters go to fair@example.org.", from: ["a web page of fair.example.org"], run: "run-02", call: "run-02-c3", when: "2026-11-19T16:20:00Z" },
  { path: `${WELCOME}/notes/fair.md`, file: "notes/fair.md", paragraph: "", from: ["a web page of fair.example.org", "the server notes"], run: "run-01", call: "run-01-c2", when: "2026-11-20T09:14:00Z" },
];

const NOTHING: OutflowView = { calls: 0, after: 0, ways: 0, asks: 0, anyway: 0, then: 0, groups: [], silenced: [], skipped: [] };

const FOUND: OutflowView = {
  calls: 164, after: 41, ways: 9, asks: 6, anyway: 1, then: 3,
  groups: [
    {
      source: "a web page of fair.example.org", way: "memory_write", calls: 4, then: 3, run: "run-02", call: "run-02-c3", when: "2026-11-19T16:20:00Z", what: "Remember: stands open at nine",
      why: "every later conversation here is told", answer: "Always let text from a web page of fair.example.org leave by memory_write, in this space", rules: ["memory_write after fair.example.org"],
    },
    {
      source: "the server notes", way: "git push to github.com", calls: 2, then: 0, run: "run-01", call: "run-01-c2", when: "2026-11-20T09:14:00Z", what: "git push origin guide", why: "whoever reads github.com is told",
      answer: "Always let text from the server notes leave by git push to github.com, in this space", rules: [],
    },
  ],
  silenced: [{ grant: "Always let text from the server notes leave by message to mail, in this space", calls: 3 }],
  skipped: [{ why: "Its record keeps only part of the input", count: 2, call: "run-01-c4" }],
};

/** What the page may ask of them. */
export function outside(empty: boolean) {
  const kept = new Map<string, readonly ForeignView[]>(empty ? [] : [[WELCOME, FILES]]);
  const foreign = (space: string) => [...(kept.get(space) ?? [])];
  return {
    foreign,
    own: (space: string, path: string, paragraph: string, all: boolean) => {
      kept.set(space, foreign(space).filter((file) => !all && (file.path !== path || file.paragraph !== paragraph)));
      return foreign(space);
    },
    elsewhere: (space: string): OutflowView => (empty || space !== WELCOME ? NOTHING : FOUND),
  };
}
