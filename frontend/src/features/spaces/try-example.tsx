import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { Button } from "../../components/button";
import { Failure } from "../../components/feedback";
import { Field, TextInput } from "../../components/field";
import { Dialog } from "../../components/overlay";
import { texts as chat } from "../../words/chat";
import { texts as common } from "../../words/common";
import { texts } from "../../words/start";

interface TryExampleProps {
  onClose: () => void;
  /** It is there, and its tour has begun in a chat. */
  onBegun: (space: string, session: string) => void;
}

/** Copies the example to a folder that the person sees, and begins its tour. */
export function TryExample({ onClose, onBegun }: TryExampleProps) {
  const backend = useBackend();
  const proposed = useQuery({ queryKey: keys.exampleFolder, queryFn: () => backend.exampleFolder(""), staleTime: 0 });
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const folder = (typed ?? proposed.data ?? "").trim();
  const choose = useMutation({ mutationFn: () => backend.chooseExampleFolder(), onSuccess: (chosen) => chosen && setTyped(chosen) });
  const begin = useMutation({
    mutationFn: async () => {
      const space = await backend.tryExample(folder);
      const session = await backend.newSession(space.path, "");
      await backend.setModel(session.id, space.tour);
      await backend.send(session.id, chat.start.showMe);
      return { space: space.path, session: session.id };
    },
    onSuccess: ({ space, session }) => onBegun(space, session),
  });
  const error = begin.error ?? choose.error ?? proposed.error;
  const actions = (
    <>
      <Button onClick={onClose}>{common.cancel}</Button>
      <Button look="primary" disabled={folder === "" || begin.isPending} onClick={() => begin.mutate()}>
        {begin.isPending ? texts.example.beginning : texts.example.begin}
      </Button>
    </>
  );
  return (
    <Dialog title={texts.example.title} open onClose={onClose} actions={actions}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (folder && !begin.isPending) begin.mutate();
        }}
      >
        <p>{texts.example.text}</p>
        <Field id="example-folder" label={texts.example.where} help={texts.example.whereHelp}>
          <div className="flex gap-2">
            <TextInput id="example-folder" aria-describedby="example-folder-help" className="min-w-0 flex-1 font-mono text-12" value={typed ?? proposed.data ?? ""} onChange={(event) => setTyped(event.target.value)} />
            <Button disabled={choose.isPending} onClick={() => choose.mutate()}>
              {texts.example.choose}
            </Button>
          </div>
        </Field>
        {error && <Failure what={texts.example.failed} why={error.message} />}
      </form>
    </Dialog>
  );
}
