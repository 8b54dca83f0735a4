// The text of ctxnest.json while a person changes it.

import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { HandsCheckView, HandsView, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { useTextDraft, type TextDraft } from "../../widgets/text-draft";
import { readText, type Read } from "./hand-text";

export interface HandsDraft extends TextDraft<HandsCheckView> {
  read: Read;
}

export function useHandsDraft(space: SpaceView, file: HandsView): HandsDraft {
  const backend = useBackend();
  const client = useQueryClient();
  const draft = useTextDraft<HandsCheckView, HandsView>({
    name: `${space.path}/ctxnest.json`,
    file,
    checkKey: (text) => keys.handsCheck(space.path, text),
    check: (text) => backend.checkHands(space.path, text),
    save: (text, digest) => backend.saveHands(space.path, text, digest),
    onSettled: (now) => client.setQueryData<HandsView>(keys.hands(space.path), now),
  });
  const read = useMemo(() => readText(draft.text), [draft.text]);
  return { ...draft, read };
}
