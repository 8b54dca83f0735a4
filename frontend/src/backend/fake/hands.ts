// The fake's ctxnest.json: what Go said of each text.

import type { HandsView, SavedHandsView, ToolDetailView } from "../wire";
import type { RecordedSpaces } from "./recorded";

export class FakeHands {
  /** contested: somebody else writes the file right before it is first saved. */
  constructor(
    private readonly recorded: RecordedSpaces,
    private contested = false,
  ) {}

  read(space: string): HandsView {
    return this.recorded.play("hands", space);
  }

  save(space: string, text: string, digest: string): SavedHandsView {
    if (this.contested) {
      this.contested = false;
      const { text: before, digest: theirs } = this.read(space);
      this.recorded.play("saveHands", space, before.replace("Tag a release", "Written by somebody else"), theirs);
    }
    return this.recorded.play("saveHands", space, text, digest);
  }

  /** The hands of the saved file, as tools. */
  tools(space: string): ToolDetailView[] {
    return this.read(space).check.hands.map(({ qualified }) => this.recorded.play("tool", space, qualified));
  }
}
