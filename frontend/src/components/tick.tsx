import { useId, type ReactNode } from "react";

interface TickProps {
  checked: boolean;
  disabled?: boolean;
  onTick: (on: boolean) => void;
  name: ReactNode;
  /** What ticking it means. */
  text?: ReactNode;
}

/** A box to tick, with what it means below its name. */
export function Tick({ checked, disabled = false, onTick, name, text }: TickProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2">
      <input id={id} type="checkbox" disabled={disabled} className="mt-0.75 size-3.5 shrink-0 accent-(--accent-fill)" aria-describedby={text ? `${id}-text` : undefined} checked={checked} onChange={(event) => onTick(event.target.checked)} />
      <div className="min-w-0">
        <label htmlFor={id}>{name}</label>
        {text && <p id={`${id}-text`} className="text-12 break-words text-muted">{text}</p>}
      </div>
    </div>
  );
}
