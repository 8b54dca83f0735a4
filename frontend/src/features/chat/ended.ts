import type { FeedState } from "../../backend/live";

/** The runs of a chat that have ended, oldest first. What sub-agents do belongs to the run that they work for. */
export function endedRuns(feed: FeedState | undefined): string[] {
  const turns = feed?.turns.filter(({ parentCall, state }) => parentCall === "" && state !== "running") ?? [];
  return [...new Set(turns.map(({ run }) => run))];
}
