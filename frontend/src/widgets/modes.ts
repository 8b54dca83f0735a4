// What is said of modes, and which of them lets more through.

import type { SpaceView } from "../backend/backend";
import { texts } from "../words/rules";

export function sayMode(mode: SpaceView["mode"]): { name: string; text: string } {
  switch (mode) {
    case "read-only":
      return { name: texts.mode.readOnly, text: texts.mode.readOnlyText };
    case "ask":
      return { name: texts.mode.ask, text: texts.mode.askText };
    case "rehearse":
      return { name: texts.mode.rehearse, text: texts.mode.rehearseText };
    case "workspace":
      return { name: texts.mode.workspace, text: texts.mode.workspaceText };
  }
}

/** From the strictest to the widest. */
export const MODES: readonly SpaceView["mode"][] = ["read-only", "ask", "rehearse", "workspace"];

export function wider(a: SpaceView["mode"], b: SpaceView["mode"]): boolean {
  return MODES.indexOf(a) > MODES.indexOf(b);
}

/** What a wider mode lets through that the one of now does not. */
export function sayWider(to: SpaceView["mode"], from: SpaceView["mode"]): string {
  if (to === "ask") return texts.mode.widerAsk;
  if (to === "rehearse") return texts.mode.widerRehearse;
  const now = from === "ask" ? texts.mode.askedNow : from === "rehearse" ? texts.mode.rehearsedNow : texts.mode.deniedNow;
  return texts.mode.widerWorkspace(now);
}
