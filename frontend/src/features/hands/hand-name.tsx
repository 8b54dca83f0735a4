import { useEffect, useId, useRef, useState } from "react";
import { Field, TextInput } from "../../components/field";
import { renameAt } from "../../components/json/edit";
import type { HandsDraft } from "./draft";
import { pathOf } from "./hand-text";
import { texts } from "../../words/handform";

interface HandNameProps {
  name: string;
  names: readonly string[];
  fresh: boolean;
  draft: HandsDraft;
  onOpen: (hand: string) => void;
}

/** The name is the key in the file. It is taken when the field is left. */
export function HandName({ name, names, fresh, draft, onOpen }: HandNameProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(name);
  const twice = typed !== name && names.includes(typed);
  useEffect(() => {
    if (!fresh) return;
    field.current?.focus();
    field.current?.select();
  }, [fresh]);
  const done = () => {
    if (typed === name || typed === "" || twice) {
      setTyped(name);
      return;
    }
    draft.change((text) => renameAt(text, pathOf(name), typed));
    onOpen(typed);
  };
  return (
    <div className="px-4 pt-4">
      <Field id={id} label={texts.form.name} errors={twice ? [texts.form.nameTaken] : []}>
        <TextInput
          ref={field}
          id={id}
          className="font-mono text-12"
          aria-invalid={twice || undefined}
          aria-describedby={`${id}-errors`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={done}
          onKeyDown={(event) => {
            if (event.key === "Enter") done();
            if (event.key === "Escape") setTyped(name);
          }}
        />
      </Field>
    </div>
  );
}
