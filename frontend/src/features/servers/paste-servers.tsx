import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { AddedServerView, ServerDraftView, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { sentence } from "../../backend/words";
import { Button } from "../../components/button";
import { Failure } from "../../components/feedback";
import { Field, TextArea } from "../../components/field";
import { Section } from "../../components/pane";
import { AddBar } from "./add-bar";
import { ALL, choiceOf, DraftRows, Warning, type Chosen } from "./draft-rows";
import { canAdd } from "./server-words";
import { texts } from "../../words/serversadd";

interface PasteServersProps {
  space: SpaceView;
  onAdded: (added: readonly AddedServerView[]) => void;
}

const EXAMPLE = `{
  "mcpServers": {
    "files": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "."] }
  }
}`;

/** Servers from a text as they stand on web pages: what was understood is shown before anything is saved. */
export function PasteServers({ space, onAdded }: PasteServersProps) {
  const backend = useBackend();
  const [text, setText] = useState("");
  const [changed, setChanged] = useState<Readonly<Record<string, Chosen>>>({});
  const [internal, setInternal] = useState(false);
  const read = useQuery({ queryKey: keys.readServers(space.path, text), queryFn: () => backend.readServers(space.path, text), enabled: text.trim() !== "", placeholderData: keepPreviousData, gcTime: 0 });
  const found = text.trim() === "" ? undefined : read.data;
  const chosen = (draft: ServerDraftView): Chosen => changed[draft.id] ?? ALL;
  const wanted = found?.drafts.filter((draft) => canAdd(draft) && chosen(draft).on) ?? [];
  const add = useMutation({
    mutationFn: () => backend.addReadServers(space.path, text, wanted.map((draft) => choiceOf(draft, chosen(draft), internal))),
    // The text may hold secrets.
    gcTime: 0,
    onSuccess: onAdded,
  });
  const errors = found?.problem ? [found.line > 0 ? texts.paste.at(found.line, found.column, sentence(found.problem)) : sentence(found.problem)] : [];
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="flex max-w-200 flex-col gap-6 p-4">
          <Field id="paste-text" label={texts.paste.label} help={texts.paste.help} errors={errors}>
            <TextArea id="paste-text" className="max-h-80 min-h-36 field-sizing-content" placeholder={EXAMPLE} aria-invalid={errors.length > 0 || undefined} aria-describedby="paste-text-help paste-text-errors" value={text} onChange={(event) => setText(event.target.value)} />
          </Field>
          {read.error && <Failure what={texts.paste.failed} why={read.error.message} />}
          {found && !found.problem && (
            <Section level={2} title={texts.paste.preview}>
              {found.notes.map((note) => (
                <Warning key={note}>{sentence(note)}</Warning>
              ))}
              {found.drafts.length === 0 ? <p className="text-muted">{texts.paste.none}</p> : <DraftRows drafts={found.drafts} chosen={chosen} onChange={(draft, next) => setChanged({ ...changed, [draft.id]: next })} />}
            </Section>
          )}
        </div>
      </div>
      <AddBar internal={internal} onInternal={setInternal} error={add.error}>
        <Button look="primary" icon={Plus} disabled={wanted.length === 0 || read.isPlaceholderData || add.isPending} onClick={() => add.mutate()}>
          {wanted.length === 0 ? texts.paste.add : texts.paste.addCount(wanted.length)}
        </Button>
      </AddBar>
    </>
  );
}
