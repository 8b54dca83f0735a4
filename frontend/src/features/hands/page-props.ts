import type { ReactNode } from "react";
import type { SpaceView, ToolDetailView } from "../../backend/backend";

/** What the app needs to draw the form that tries a tool. */
export interface TryAsked {
  detail: ToolDetailView;
  /** Draws what would run for an input. */
  argv: (input: string) => ReactNode;
  /** Why it must not run now, with the next step; undefined = it may. */
  hold: ReactNode;
}

export interface HandsPageProps {
  space: SpaceView;
  /** "" = none is chosen. */
  hand: string;
  onOpen: (hand: string) => void;
  onInspect: (run: string, call: string) => void;
  tryIt: (asked: TryAsked) => ReactNode;
}

export interface Actions {
  onAdd: () => void;
  onPropose: () => void;
}
