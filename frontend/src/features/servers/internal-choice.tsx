import { useId } from "react";

interface InternalChoiceProps {
  internal: boolean;
  disabled?: boolean;
  onChange: (internal: boolean) => void;
}

/** Whether agents see a server's tools always, or only where a skill brings them up. */
export function InternalChoice({ internal, disabled = false, onChange }: InternalChoiceProps) {
  return (
    <fieldset disabled={disabled} className="flex flex-col gap-2">
      <legend className="sr-only">Who has its tools</legend>
      <Way on={!internal} name="Agents see its tools" text="They are offered in every chat, and take room in the model's window." onChoose={() => onChange(false)} />
      <Way on={internal} name="Only skills bring its tools up" text="They are there for a turn in which a skill or an agent names them, and cost nothing else." onChoose={() => onChange(true)} />
    </fieldset>
  );
}

function Way({ on, name, text, onChoose }: { on: boolean; name: string; text: string; onChoose: () => void }) {
  const id = useId();
  return (
    <div className="flex items-start gap-2">
      <input id={id} type="radio" className="mt-0.75 size-3.5 shrink-0 accent-(--accent-fill)" aria-describedby={`${id}-text`} checked={on} onChange={onChoose} />
      <div className="min-w-0">
        <label htmlFor={id}>{name}</label>
        <p id={`${id}-text`} className="text-12 text-muted">
          {text}
        </p>
      </div>
    </div>
  );
}
