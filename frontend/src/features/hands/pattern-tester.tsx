import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { sentence } from "../../backend/words";
import { TextInput } from "../../components/field";
import { State } from "../../components/state";
import { texts } from "../../words/handform";

/** Whether a value passes, as the loader will judge it. The page has another engine for patterns, so Go is asked. */
export function PatternTester({ param, pattern }: { param: string; pattern: string }) {
  const backend = useBackend();
  const id = useId();
  const [value, setValue] = useState("");
  const judged = useQuery({
    queryKey: keys.pattern(pattern, value),
    queryFn: () => backend.tryPattern(pattern, value),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const said = judged.data;
  return (
    <div className="flex flex-col gap-1 rounded-md bg-raised p-2">
      <label htmlFor={id} className="text-11 text-muted">
        {texts.pattern.label(param)}
      </label>
      <TextInput autoFocus id={id} aria-describedby={`${id}-said`} className="font-mono text-12" value={value} onChange={(event) => setValue(event.target.value)} />
      <div id={`${id}-said`} role="status" className="flex min-h-5 flex-wrap items-center gap-x-3 text-12">
        {judged.error ? (
          <span className="text-failed">{judged.error.message}</span>
        ) : (
          said && (
            <>
              <State tone={said.passes ? "done" : "denied"} word={said.passes ? texts.pattern.passes : texts.pattern.refused} />
              <span className="min-w-0 break-words text-muted">{said.why ? sentence(said.why) : value === "" ? texts.pattern.emptyPasses : ""}</span>
            </>
          )
        )}
      </div>
    </div>
  );
}
