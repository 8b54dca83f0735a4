// What is kept on this machine, and what holds in all spaces that say nothing themselves.

import type { DefaultsForm, DefaultsView, HeldView, HoldingsView } from "../wire";

const PARTS: HoldingsView["parts"] = [
  { part: "record", bytes: 182_400_000 },
  { part: "changes", bytes: 48_300_000 },
  { part: "output", bytes: 21_900_000 },
  { part: "pictures", bytes: 3_200_000 },
  { part: "rehearsals", bytes: 0 },
  { part: "servers", bytes: 61_000_000 },
  { part: "caches", bytes: 402_000_000 },
  { part: "other", bytes: 410_000 },
];

/** What the page may ask of them. */
export function holding(empty: boolean) {
  let kept: HoldingsView = { parts: empty ? PARTS.map(({ part }) => ({ part, bytes: 0 })) : PARTS, keepDays: 90, maxMB: 2048 };
  let defaults: DefaultsView = { mode: "workspace", network: ["off"], memoryMB: 0, processes: 0, unattended: false, usualMemoryMB: 4096, usualProcesses: 512 };
  const gone = new Set<string>();
  return {
    holdings: () => kept,
    wouldGo: (keepDays: number) => (empty || keepDays < 0 || keepDays >= 90 ? 0 : 1212 - keepDays * 13),
    keepRecord: (keepDays: number, maxMB: number) => (kept = { ...kept, keepDays, maxMB }),
    held: (space: string): HeldView => (empty || gone.has("") || gone.has(space) ? { runs: 0, chats: 0, since: "", running: 0 } : { runs: space ? 214 : 1212, chats: space ? 38 : 164, since: "2026-08-30T09:00:00Z", running: 0 }),
    deleteHeld: (space: string) => {
      gone.add(space);
      if (space === "") kept = { ...kept, parts: kept.parts.map((one) => (["record", "changes", "output", "pictures"].includes(one.part) ? { ...one, bytes: 0 } : one)) };
      return kept;
    },
    exportHeld: () => "/home/ada/handrail-2026-11-28.zip",
    defaults: () => defaults,
    setDefaults: (form: DefaultsForm) => (defaults = { ...defaults, ...form }),
  };
}
