import type { SpaceView } from "../../backend/backend";

export interface HandsPageProps {
  space: SpaceView;
  /** "" = none is chosen. */
  hand: string;
  onOpen: (hand: string) => void;
}

export interface Actions {
  onAdd: () => void;
  onPropose: () => void;
}
