import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { useSpaces } from "../../backend/queries";
import { Button } from "../../components/button";
import { Choice } from "../../components/choice";
import { Failure } from "../../components/feedback";
import { Field, TextInput } from "../../components/field";
import { Dialog } from "../../components/overlay";
import { Select } from "../../components/select";
import { texts as common } from "../../words/common";
import { texts } from "../../words/newspace";

interface NewSpaceProps {
  onClose: () => void;
  onOpened: (space: SpaceView) => void;
}

/** The choice that is no template of the program. */
const LIKE = "like";

/** Makes a space in a new folder, from a template or like another space, and opens it. */
export function NewSpace({ onClose, onOpened }: NewSpaceProps) {
  const backend = useBackend();
  const found = useQuery({ queryKey: keys.beginnings, queryFn: () => backend.beginnings(), staleTime: 0 });
  const others = (useSpaces().data ?? []).filter(({ unavailable }) => unavailable === "");
  const [name, setName] = useState("");
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const [other, setOther] = useState("");
  const where = (typed ?? found.data?.where ?? "").trim();
  const begin = chosen ?? found.data?.templates[0] ?? "";
  const template = begin === LIKE ? other : begin;
  const choose = useMutation({ mutationFn: () => backend.chooseWhere(), onSuccess: (folder) => folder && setTyped(folder) });
  const create = useMutation({
    mutationFn: () => backend.beginSpace({ where, name: name.trim(), template }),
    onSuccess: (space) => {
      onClose();
      onOpened(space);
    },
  });
  const lacks = name.trim() === "" || where === "" || template === "";
  const submit = () => {
    if (!lacks && !create.isPending) create.mutate();
  };
  const options = [...(found.data?.templates ?? []).map((id) => ({ value: id, label: texts.templates[id]?.label ?? id })), { value: LIKE, label: texts.like.label }];
  const actions = (
    <>
      <Button onClick={onClose}>{common.cancel}</Button>
      <Button look="primary" disabled={lacks || create.isPending} onClick={submit}>
        {create.isPending ? texts.creating : texts.create}
      </Button>
    </>
  );
  return (
    <Dialog title={texts.title} open onClose={onClose} actions={actions}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field id="new-space-name" label={texts.name} help={texts.nameHelp}>
          <TextInput id="new-space-name" aria-describedby="new-space-name-help" value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field id="new-space-where" label={texts.where} help={name.trim() && where && <span className="break-all">{texts.whereHelp(below(where, name.trim()))}</span>}>
          <div className="flex gap-2">
            <TextInput id="new-space-where" aria-describedby="new-space-where-help" className="min-w-0 flex-1 font-mono text-12" value={typed ?? found.data?.where ?? ""} onChange={(event) => setTyped(event.target.value)} />
            <Button disabled={choose.isPending} onClick={() => choose.mutate()}>
              {texts.choose}
            </Button>
          </div>
        </Field>
        <div className="flex flex-col items-start gap-1">
          <span aria-hidden className="text-12 font-semibold">
            {texts.begin}
          </span>
          <Choice label={texts.begin} value={begin} options={options} onChange={setChosen} />
          <p className="text-12 text-muted">{begin === LIKE ? texts.like.text : texts.templates[begin]?.text}</p>
        </div>
        {begin === LIKE && (others.length === 0 ? <p className="text-muted">{texts.noOther}</p> : <Select label={texts.other} placeholder={texts.other} value={other} options={others.map(({ path, name: called }) => ({ value: path, label: called }))} onChange={setOther} />)}
        {choose.error && <Failure what={texts.noPlace} why={choose.error.message} />}
        {create.error && <Failure what={texts.failed} why={create.error.message} />}
        {found.error && <Failure what={texts.failed} why={found.error.message} />}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}

/** The folder that is made, as it is written where the other one is. */
function below(where: string, name: string): string {
  const between = where.includes("\\") && !where.includes("/") ? "\\" : "/";
  return where.endsWith(between) ? where + name : where + between + name;
}
