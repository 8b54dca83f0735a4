import type { ReactNode } from "react";
import { Failure } from "../../components/feedback";
import { Choice } from "../../components/choice";
import { texts } from "../../words/serversadd";

interface AddBarProps {
  internal: boolean;
  onInternal: (internal: boolean) => void;
  error: Error | null;
  /** What an error means. */
  failed?: string;
  /** What happens next. */
  note?: string;
  /** The next step after an error. */
  retry?: ReactNode;
  /** The button. */
  children: ReactNode;
}

/** Who has the tools of what is added or changed, and the button that does it. */
export function AddBar({ internal, onInternal, error, failed = texts.bar.failed, note = texts.bar.note, retry, children }: AddBarProps) {
  return (
    <div className="flex shrink-0 flex-col gap-3 border-t border-line px-4 py-3">
      {error && <Failure what={failed} why={error.message} action={retry} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex min-w-60 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <Choice
            label={texts.bar.availability}
            value={internal ? "skills" : "agents"}
            options={[{ value: "agents", label: texts.bar.always }, { value: "skills", label: texts.bar.skills }]}
            onChange={(next) => onInternal(next === "skills")}
          />
          <span className="text-12 text-muted">{note}</span>
        </div>
        {children}
      </div>
    </div>
  );
}
