// Saving what is shown as a file that the person names.

import { useMutation } from "@tanstack/react-query";
import { useBackend, useLive } from "../backend/context";
import { texts } from "../words/widgets";

export interface Saved {
  /** Proposed: "output.txt". */
  name: string;
  /** What is saved, unless it is kept whole elsewhere. */
  text: string;
  /** Names the whole output of a call, of which text is a part; "" = text is all. */
  output?: string;
}

/** Asks for a name, and tells where the file is. */
export function useSave(): (what: Saved) => void {
  const backend = useBackend();
  const live = useLive();
  const save = useMutation({
    mutationFn: ({ name, text, output = "" }: Saved) => (output ? backend.saveOutput(output, name) : backend.saveText(name, text)),
    onSuccess: (path) => path && live.notify({ level: "info", text: texts.saved(path) }),
    onError: (error) => live.notify({ level: "error", text: texts.saveFailed(error.message) }),
  });
  return save.mutate;
}
