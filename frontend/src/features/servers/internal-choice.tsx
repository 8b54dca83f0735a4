import { useId } from "react";
import { texts } from "../../words/serverform";

interface InternalChoiceProps {
  internal: boolean;
  disabled?: boolean;
  onChange: (internal: boolean) => void;
}

/** Whether agents see a server's tools always, or only where a skill brings them up. */
export function InternalChoice({ internal, disabled = false, onChange }: InternalChoiceProps) {
  return (
    <fieldset disabled={disabled} className="flex flex-col gap-2">
      <legend className="sr-only">{texts.availability.title}</legend>
      <Way on={!internal} name={texts.availability.always} text={texts.availability.alwaysText} onChoose={() => onChange(false)} />
      <Way on={internal} name={texts.availability.skills} text={texts.availability.skillsText} onChoose={() => onChange(true)} />
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
