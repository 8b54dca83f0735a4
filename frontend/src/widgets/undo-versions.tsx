import { useId } from "react";
import type { ComparisonView } from "../backend/backend";
import { Lines } from "../components/lines";
import { texts } from "../words/undo";

type How = "over" | "merge" | "keep";

interface VersionsProps {
  path: string;
  compared: ComparisonView;
  chosen: How | "undecided";
  onChoose: (how: How) => void;
}

/** A file that was changed since, three times: each column is what one choice leaves there. */
export function Versions({ path, compared: { note, then, now, would, apart, noThen, noNow }, chosen, onChoose }: VersionsProps) {
  const name = useId();
  const columns: { how: How; title: string; text: string; content: string; none: string; disabled?: boolean }[] = [
    { how: "over", title: texts.conflict.then, text: texts.conflict.thenText, content: then, none: noThen ? texts.conflict.nothing : "" },
    { how: "keep", title: texts.conflict.now, text: texts.conflict.nowText, content: now, none: noNow ? texts.conflict.gone : "" },
    { how: "merge", title: texts.conflict.would, text: texts.conflict.wouldText, content: would, none: apart ? "" : texts.conflict.overlap, disabled: !apart },
  ];
  return (
    <div className="flex flex-col gap-3 px-4 py-3">
      <p>{texts.conflict.text}</p>
      <fieldset aria-label={texts.conflict.label(path)} className="grid grid-cols-1 gap-3 @2xl/item:grid-cols-3">
        {columns.map(({ how, title, text, content, none, disabled = false }) => (
          <div key={title} className={`flex min-w-0 flex-col overflow-hidden rounded-md border ${chosen === how ? "border-accent" : "border-line"}`}>
            <label className={`flex items-start gap-2 border-b border-line px-3 py-2 ${disabled ? "text-muted" : ""}`}>
              <input type="radio" name={name} checked={chosen === how} disabled={disabled} className="mt-0.75 size-3.5 shrink-0 accent-(--accent-fill)" onChange={() => onChoose(how)} />
              <span>
                <span className="block font-semibold">{title}</span>
                <span className="block text-12 text-muted">{text}</span>
              </span>
            </label>
            {note || none ? (
              <p className="px-3 py-2 text-12 text-muted">{none || note}</p>
            ) : (
              <div className="max-h-96 overflow-y-auto bg-raised">
                <Lines lines={marked(content, how === "keep" ? "" : now)} label={`${title}: ${path}`} more={texts.item.showAll} />
              </div>
            )}
          </div>
        ))}
      </fieldset>
    </div>
  );
}

/** The lines of a text; those that another does not have are marked. */
function marked(text: string, other: string): string[] {
  const lines = text.replace(/\n$/, "").split("\n");
  if (other === "") return lines.map((line) => ` ${line}`);
  const known = new Set(other.split("\n"));
  return lines.map((line) => (known.has(line) ? ` ${line}` : `+${line}`));
}
