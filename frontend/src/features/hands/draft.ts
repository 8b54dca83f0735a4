// The text of ctxnest.json while a person changes it: what was read, what it is now, what Go says of it, and saving it.

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { HandsCheckView, HandsView, SavedHandsView, SpaceView } from "../../backend/backend";
import { useBackend, useLive, useLiveState } from "../../backend/context";
import { keys } from "../../backend/keys";
import { readText, type Read } from "./hand-text";

/** Long enough to finish a word, short enough to see the problem that it makes. */
const PAUSE_MS = 150;

export interface HandsDraft {
  text: string;
  read: Read;
  /** There is a file, or something to make one of. */
  exists: boolean;
  unsaved: boolean;
  /** The file on disk is no longer the one that the changes were made to. */
  behind: boolean;
  check: HandsCheckView;
  /** Why the text could not be judged; "" = it was. */
  checkError: string;
  saving: boolean;
  /** Why it could not be saved, apart from a conflict. */
  saveError: string;
  conflict: SavedHandsView | undefined;
  change: (edit: (text: string) => string) => void;
  discard: () => void;
  save: () => void;
  /** Answers to a conflict. */
  keepEditing: () => void;
  takeTheirs: () => void;
  overwrite: () => void;
}

export function useHandsDraft(space: SpaceView, file: HandsView): HandsDraft {
  const backend = useBackend();
  const live = useLive();
  const client = useQueryClient();
  const key = `${space.path}/ctxnest.json`;
  const edit = useLiveState((state) => state.edits[key]);
  const [conflict, setConflict] = useState<SavedHandsView>();
  const text = edit?.text ?? file.text;
  const paused = usePaused(text);
  const checked = useQuery({
    queryKey: keys.handsCheck(space.path, paused),
    queryFn: () => backend.checkHands(space.path, paused),
    placeholderData: keepPreviousData,
    enabled: paused !== file.text,
    gcTime: 0,
  });
  const save = useMutation({
    mutationFn: (digest: string) => backend.saveHands(space.path, text, digest),
    onSuccess: (saved) => {
      if (!saved.saved) {
        setConflict(saved);
        return;
      }
      settle(saved.now);
      if (saved.note) live.notify({ level: "warning", text: saved.note });
    },
  });

  /** Goes on from the file as it is now, without changes of one's own. */
  const settle = (now: HandsView) => {
    client.setQueryData<HandsView>(keys.hands(space.path), now);
    live.setEdit(key, undefined);
    setConflict(undefined);
  };

  const read = useMemo(() => readText(text), [text]);
  const unsaved = edit !== undefined;
  const fresh = paused === file.text ? file.check : (checked.data ?? file.check);
  return {
    text, read, unsaved, conflict,
    exists: file.exists || text !== "",
    behind: edit !== undefined && edit.digest !== file.digest,
    check: fresh,
    checkError: checked.error?.message ?? "",
    saving: save.isPending,
    saveError: save.error?.message ?? "",
    change: (make) => {
      const next = make(text);
      if (next === text) return;
      const from = edit ?? { base: file.text, digest: file.digest };
      save.reset();
      live.setEdit(key, next === from.base && from.digest === file.digest ? undefined : { ...from, text: next });
    },
    discard: () => {
      save.reset();
      live.setEdit(key, undefined);
    },
    save: () => {
      if (edit && !save.isPending) save.mutate(edit.digest);
    },
    keepEditing: () => setConflict(undefined),
    takeTheirs: () => conflict && settle(conflict.now),
    overwrite: () => conflict && save.mutate(conflict.now.digest),
  };
}

/** A text once it has not changed for a moment. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
