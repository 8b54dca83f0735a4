import type { SpaceView } from "../../backend/backend";

/** What the page of files hands to what shows one of them. */
export interface FileDetailProps {
  space: SpaceView;
  file: string;
  line: number;
  onOpen: (file: string) => void;
  onHooks: () => void;
  onRules: () => void;
  onHands: () => void;
}
