import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState } from "react";
import type { ServerDetailView, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { reachOf, wordsOf } from "../../backend/network-words";
import { keys } from "../../backend/keys";
import { renew } from "../../backend/queries";
import { Button } from "../../components/button";
import { Failure } from "../../components/feedback";
import { texts as common } from "../../words/common";
import { texts } from "../../words/serverform";
import { linesOf, ProfileFields, type ProfileDraft } from "./profile-fields";

interface ProfileFormProps {
  space: SpaceView;
  detail: ServerDetailView;
  onDone: () => void;
}

/** Changes what a server may touch. Nothing counts before it is saved. */
export function ProfileForm({ space: { path }, detail: { server, profile }, onDone }: ProfileFormProps) {
  const backend = useBackend();
  const client = useQueryClient();
  const [draft, setDraft] = useState<ProfileDraft>({ reach: reachOf(profile.network), read: profile.read.join("\n"), write: profile.write.join("\n") });
  const [words, setWords] = useState<readonly string[]>([]);
  const save = useMutation({
    mutationFn: async (usual: boolean) => {
      const network = usual ? [] : wordsOf(draft.reach);
      const wrong = await backend.checkNetwork(network);
      setWords(wrong.map(({ text }) => text));
      return wrong.length > 0 ? undefined : backend.setServerProfile(path, server.name, network, usual ? [] : linesOf(draft.read), usual ? [] : linesOf(draft.write));
    },
    onSuccess: async (now) => {
      if (!now) return;
      await renew(client, keys.space(path));
      onDone();
    },
  });
  return (
    <form
      className="flex flex-col gap-3 rounded-md border border-line p-3"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(false);
      }}
    >
      <ProfileFields draft={draft} errors={words} onChange={setDraft} />
      {save.error && <Failure what={texts.access.failed} why={save.error.message} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look="primary" icon={Check} disabled={save.isPending || wordsOf(draft.reach).length === 0}>
          {texts.access.save}
        </Button>
        <Button disabled={save.isPending} onClick={onDone}>
          {common.cancel}
        </Button>
        {profile.own && (
          <Button look="quiet" disabled={save.isPending} onClick={() => save.mutate(true)}>
            {texts.access.defaults}
          </Button>
        )}
      </div>
    </form>
  );
}
