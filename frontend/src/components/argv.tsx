import { CopyButton, Revealed } from "./code";
import { texts } from "../words/components";

/** An argv, one element a line, numbered as the program sees it. */
export function Argv({ elements, label }: { elements: readonly string[]; label: string }) {
  return (
    <div className="relative rounded-md border border-line bg-raised">
      <ol aria-label={label} tabIndex={0} className="max-h-[50vh] overflow-y-auto py-2 pr-9 font-mono text-13 leading-5 select-text focus-visible:-outline-offset-2">
        {elements.map((element, i) => (
          <li key={i} className="grid grid-cols-[36px_minmax(0,1fr)] gap-x-3">
            <span aria-hidden className="border-r border-line pr-2 text-right text-11 leading-5 text-muted select-none">
              {i}
            </span>
            <span className="break-all whitespace-pre-wrap">{element === "" ? <span className="text-muted italic">{texts.empty}</span> : <Revealed text={element} />}</span>
          </li>
        ))}
      </ol>
      <span className="absolute top-1 right-1 rounded-md bg-raised">
        <CopyButton text={elements.join("\n")} label={texts.copyArgv} />
      </span>
    </div>
  );
}
