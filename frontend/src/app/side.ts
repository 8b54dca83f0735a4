// How the person likes the sidebar: its width, whether it is there, which groups of pages are open. Kept by the window.

import { useEffect, useSyncExternalStore } from "react";

const KEPT = "handrail.side";

/** Pixels. */
export const WIDTH = { least: 180, usual: 240, most: 420 };

/** Below this many pixels, a window has no room for a sidebar beside its page: it lies over it, when asked for. */
const NARROW_PX = 720;

export type Group = "build" | "activity" | "safety";

interface Side {
  width: number;
  hidden: boolean;
  open: Record<Group, boolean>;
}

const USUAL: Side = { width: WIDTH.usual, hidden: false, open: { build: true, activity: true, safety: false } };

export const fit = (width: number): number => Math.round(Math.min(WIDTH.most, Math.max(WIDTH.least, width)));

function read(): Side {
  try {
    const kept = JSON.parse(window.localStorage.getItem(KEPT) ?? "{}") as Partial<Side>;
    const open = Object.fromEntries(Object.entries(USUAL.open).map(([group, usual]) => [group, typeof kept.open?.[group as Group] === "boolean" ? kept.open[group as Group] : usual])) as Side["open"];
    return { width: typeof kept.width === "number" && Number.isFinite(kept.width) ? fit(kept.width) : USUAL.width, hidden: kept.hidden === true, open };
  } catch {
    return USUAL; // somebody else has written there
  }
}

let side: Side | undefined;
/** Over the page, in a window that has no room beside it. It is not kept. */
let over = false;
const listeners = new Set<() => void>();

function tell(): void {
  for (const hear of listeners) hear();
}

function listen(hear: () => void): () => void {
  listeners.add(hear);
  return () => listeners.delete(hear);
}

const current = (): Side => (side ??= read());

export function setSide(change: Partial<Side>): void {
  side = { ...current(), ...change };
  tell();
  try {
    window.localStorage.setItem(KEPT, JSON.stringify(side));
  } catch {
    // it holds until the window closes
  }
}

/** Forgets what is held in memory, for tests. */
export function resetSide(): void {
  side = undefined;
  over = false;
  tell();
}

export function setOver(next: boolean): void {
  over = next;
  tell();
}

export const useSide = (): Side => useSyncExternalStore(listen, current);

export const useOver = (): boolean => useSyncExternalStore(listen, () => over);

const narrowQuery = () => window.matchMedia(`(max-width: ${NARROW_PX - 1}px)`);

/** There is no room for a sidebar beside the page. */
export function useNarrow(): boolean {
  const narrow = useSyncExternalStore(
    (hear) => {
      const query = narrowQuery();
      query.addEventListener("change", hear);
      return () => query.removeEventListener("change", hear);
    },
    () => narrowQuery().matches,
  );
  useEffect(() => {
    if (!narrow) setOver(false);
  }, [narrow]);
  return narrow;
}

/** Shows or hides the sidebar, where there is room beside the page or over it. */
export function toggleSide(): void {
  if (narrowQuery().matches) setOver(!over);
  else setSide({ hidden: !current().hidden });
}
