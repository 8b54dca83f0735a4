import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { FileStart, SpaceView } from "../../backend/backend";
import { useBackend, useLive } from "../../backend/context";
import { sentence } from "../../backend/words";
import { Button } from "../../components/button";
import { Failure } from "../../components/feedback";
import { Field, TextInput } from "../../components/field";
import { Dialog } from "../../components/overlay";
import { texts as common } from "../../words/common";
import { texts } from "../../words/files";
import { editOf } from "./file-draft";

interface AddFileProps {
  space: SpaceView;
  /** What is chosen first. */
  start: string;
  onClose: () => void;
  /** Hears where the new file is, which is not written yet. */
  onMade: (file: string) => void;
}

/** There is one of these in a space, and it has a name already. */
const NAMELESS: readonly FileStart[] = ["rules", "manifest"];

/** What each is, in the order of the list. */
const WORDS: Record<FileStart, { name: string; text: string }> = texts.starts;

const STARTS = Object.keys(WORDS) as FileStart[];

const startOf = (word: string): FileStart => STARTS.find((known) => known === word) ?? "tool";

/** What is to be added, and what it is called. Nothing is written until the person saves it. */
export function AddFile({ space, start, onClose, onMade }: AddFileProps) {
  const backend = useBackend();
  const live = useLive();
  const id = useId();
  const [kind, setKind] = useState(startOf(start));
  const [name, setName] = useState("");
  const nameless = NAMELESS.includes(kind);
  const make = useMutation({
    mutationFn: () => backend.beginDefinition(space.path, kind, nameless ? space.name : name),
    onSuccess: ({ file, text }) => {
      live.setEdit(editOf(space.path, file), { base: "", digest: "", text });
      onMade(file);
    },
  });
  const may = (nameless || name.trim() !== "") && !make.isPending;
  const actions = (
    <>
      <Button onClick={onClose}>{common.cancel}</Button>
      <Button look="primary" disabled={!may} onClick={() => make.mutate()}>
        {texts.add.create}
      </Button>
    </>
  );
  return (
    <Dialog title={texts.add.title} open onClose={onClose} actions={actions}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (may) make.mutate();
        }}
      >
        {!nameless && (
          <Field id={id} label={texts.add.name} help={texts.add.nameHelp}>
            <TextInput id={id} aria-describedby={`${id}-help`} value={name} onChange={(event) => setName(event.target.value)} />
          </Field>
        )}
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 text-12 font-semibold">{texts.add.kind}</legend>
          {STARTS.map((one) => (
            <label key={one} className="flex items-start gap-2 rounded-md px-2 py-1.5 hover:bg-hover has-checked:bg-chosen">
              <input type="radio" name={`${id}-kind`} className="mt-0.75 size-3.5 shrink-0 accent-(--accent-fill)" checked={kind === one} onChange={() => setKind(one)} />
              <span className="min-w-0">
                {WORDS[one].name}
                <span className="block text-12 text-muted">{WORDS[one].text}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {make.error && <Failure what={texts.add.failed} why={sentence(make.error.message)} />}
      </form>
    </Dialog>
  );
}
