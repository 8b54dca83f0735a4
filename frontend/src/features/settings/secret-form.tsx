import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { Button } from "../../components/button";
import { Failure } from "../../components/feedback";
import { Field, TextInput } from "../../components/field";
import { Dialog } from "../../components/overlay";
import { texts as common } from "../../words/common";
import { texts } from "../../words/settings";

const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

interface SecretFormProps {
  /** "" = a new one. */
  name: string;
  /** There is a keychain. */
  safe: boolean;
  onClose: () => void;
}

/** Takes a value to Go, and forgets it. */
export function SecretForm({ name: known, safe, onClose }: SecretFormProps) {
  const backend = useBackend();
  const client = useQueryClient();
  const [name, setName] = useState(known);
  const [value, setValue] = useState("");
  const [pressed, setPressed] = useState(false);
  const save = useMutation({
    mutationFn: () => backend.setSecret(name, value),
    // The value is in no cache: only names come back.
    gcTime: 0,
    onSuccess: (now) => {
      client.setQueryData(keys.secrets, now);
      onClose();
    },
  });
  const wrong = { name: pressed && !NAME.test(name) ? [texts.secret.nameRule] : [], value: pressed && value === "" ? [texts.secret.valueRule] : [] };
  const submit = () => {
    setPressed(true);
    if (NAME.test(name) && value !== "") save.mutate();
  };
  const actions = (
    <>
      <Button onClick={onClose}>{common.cancel}</Button>
      <Button look="primary" disabled={save.isPending} onClick={submit}>
        {known ? texts.secret.replace : texts.secret.save}
      </Button>
    </>
  );
  return (
    <Dialog title={known ? texts.secret.newValue(known) : texts.secret.add} open onClose={onClose} actions={actions}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {!known && (
          <Field id="secret-name" label={texts.secret.name} required help={texts.secret.nameHelp} errors={wrong.name}>
            <TextInput id="secret-name" className="font-mono text-12" aria-invalid={wrong.name.length > 0} aria-describedby="secret-name-help" value={name} onChange={(event) => setName(event.target.value)} />
          </Field>
        )}
        <Field id="secret-value" label={texts.secret.value} required help={texts.secret.valueHelp(safe)} errors={wrong.value}>
          <TextInput id="secret-value" type="password" autoComplete="new-password" aria-invalid={wrong.value.length > 0} aria-describedby="secret-value-help" value={value} onChange={(event) => setValue(event.target.value)} />
        </Field>
        {save.error && <Failure what={texts.secret.saveFailed} why={save.error.message} />}
        {/* The Enter key sends the form. */}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
