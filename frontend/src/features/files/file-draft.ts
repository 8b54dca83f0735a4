// The text of a file of definitions while a person changes it.

import { useQueryClient } from "@tanstack/react-query";
import type { DefinitionCheckView, DefinitionView, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { useTextDraft, type TextDraft } from "../../widgets/text-draft";

export type FileDraft = TextDraft<DefinitionCheckView>;

/** Names a file among all that are edited. */
export const editOf = (space: string, file: string) => `${space}/${file}`;

export function useFileDraft(space: SpaceView, name: string, file: DefinitionView): FileDraft {
  const backend = useBackend();
  const client = useQueryClient();
  return useTextDraft<DefinitionCheckView, DefinitionView>({
    name: editOf(space.path, name),
    file,
    checkKey: (text) => keys.definitionCheck(space.path, name, text),
    check: (text) => backend.checkDefinition(space.path, name, text),
    save: (text, digest) => backend.saveDefinition(space.path, name, text, digest),
    onSettled: (now) => {
      client.setQueryData<DefinitionView>(keys.definition(space.path, name), now);
      void client.invalidateQueries({ queryKey: keys.definitions(space.path) });
    },
  });
}
