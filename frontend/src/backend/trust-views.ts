// What crosses for the page of trust (docs/spec/03-spaces.md). The rules of views.ts hold.

import type { InventoryItemView } from "./views";

/** What has changed in a space since the person trusted it. */
export interface ChangesView {
  space: string;
  /** Changes that the person makes between calls are taken as theirs. */
  own: boolean;
  /** When it was trusted; "" = it is not, or needs no trust. */
  trusted: string;
  changes: ChangeView[];
}

export interface ChangeView {
  /** Names this change in approveChanges and restoreChange: another state of the file has another one. */
  id: string;
  kind: InventoryItemView["kind"];
  name: string;
  /** Relative to the space. */
  file: string;
  change: "new" | "changed" | "gone";
  /** Unified difference from what was trusted; of a new one, all of it. */
  difference: string;
  /** What does not work meanwhile, a sentence. */
  shuts: string;
  /** In a space of the person's own: why it was not taken as theirs; "" = elsewhere. */
  during: string;
  /** What was trusted is kept, and can be put back: the whole file. */
  restorable: boolean;
}
