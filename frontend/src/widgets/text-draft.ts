// The text of a file while a person changes it: what was read, what it is now, what Go says of it, and saving it.

import { keepPreviousData, useMutation, useQuery, type QueryKey } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLive, useLiveState } from "../backend/context";

/** Long enough to finish a word, short enough to see the problem that it makes. */
const PAUSE_MS = 150;

/** A file as it was read. */
interface ReadFile<C> {
  text: string;
  digest: string;
  exists: boolean;
  check: C;
}

/** What became of saving. */
interface SavedFile<V> {
  saved: boolean;
  now: V;
  difference: string;
  note: string;
}

export interface TextDraft<C> {
  text: string;
  /** There is a file, or something to make one of. */
  exists: boolean;
  unsaved: boolean;
  /** The file on disk is no longer the one that the changes were made to. */
  behind: boolean;
  check: C;
  /** Why the text could not be judged; "" = it was. */
  checkError: string;
  saving: boolean;
  /** Why it could not be saved, apart from a conflict. */
  saveError: string;
  /** The difference from the file to the text that was not saved; undefined = none stands. */
  conflict: string | undefined;
  change: (edit: (text: string) => string) => void;
  discard: () => void;
  save: () => void;
  /** Answers to a conflict. */
  keepEditing: () => void;
  takeTheirs: () => void;
  overwrite: () => void;
}

interface DraftOf<C, V extends ReadFile<C>> {
  /** Names the file among all that are edited. */
  name: string;
  file: V;
  checkKey: (text: string) => QueryKey;
  check: (text: string) => Promise<C>;
  save: (text: string, digest: string) => Promise<SavedFile<V>>;
  /** Hears what the file is, once it was saved or the version on disk was taken. */
  onSettled: (now: V) => void;
}

export function useTextDraft<C, V extends ReadFile<C>>({ name, file, checkKey, check, save: write, onSettled }: DraftOf<C, V>): TextDraft<C> {
  const live = useLive();
  const edit = useLiveState((state) => state.edits[name]);
  const [conflict, setConflict] = useState<SavedFile<V>>();
  const text = edit?.text ?? file.text;
  const paused = usePaused(text);
  const checked = useQuery({
    queryKey: checkKey(paused),
    queryFn: () => check(paused),
    placeholderData: keepPreviousData,
    enabled: paused !== file.text,
    gcTime: 0,
  });
  const save = useMutation({
    mutationFn: (digest: string) => write(text, digest),
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
  const settle = (now: V) => {
    onSettled(now);
    live.setEdit(name, undefined);
    setConflict(undefined);
  };

  return {
    text,
    unsaved: edit !== undefined,
    conflict: conflict?.difference,
    exists: file.exists || text !== "",
    behind: edit !== undefined && edit.digest !== file.digest,
    check: paused === file.text ? file.check : (checked.data ?? file.check),
    checkError: checked.error?.message ?? "",
    saving: save.isPending,
    saveError: save.error?.message ?? "",
    change: (make) => {
      const next = make(text);
      if (next === text) return;
      const from = edit ?? { base: file.text, digest: file.digest };
      save.reset();
      live.setEdit(name, next === from.base && from.digest === file.digest ? undefined : { ...from, text: next });
    },
    discard: () => {
      save.reset();
      live.setEdit(name, undefined);
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

/** Ctrl+S, and Cmd+S on a Mac. */
export function useSaveKey(save: () => void): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      save();
    };
    window.addEventListener("keydown", hear);
    return () => window.removeEventListener("keydown", hear);
  }, [save]);
}
