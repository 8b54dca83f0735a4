import { useMutation } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useState } from "react";
import type { FoundView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { sentence } from "../../backend/words";
import { Button } from "../../components/button";
import { Revealed } from "../../components/code";
import { Failure } from "../../components/feedback";
import { Field, TextInput } from "../../components/field";
import { texts as web } from "../../words/web";

const texts = web.test;

/** Asks the provider that is set once, as the person. */
export function WebTest({ address }: { address: string }) {
  const backend = useBackend();
  const [query, setQuery] = useState("");
  const test = useMutation({ mutationFn: (words: string) => backend.testSearch(words), gcTime: 0 });
  return (
    <form
      className="flex flex-col gap-3 border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (query.trim() !== "") test.mutate(query.trim());
      }}
    >
      <Field id="search-query" label={texts.query} help={<span className="break-all">{texts.help(address)}</span>}>
        <div className="flex gap-2">
          <TextInput id="search-query" aria-describedby="search-query-help" value={query} onChange={(event) => setQuery(event.target.value)} />
          <Button type="submit" icon={Search} disabled={query.trim() === "" || test.isPending}>
            {test.isPending ? texts.running : texts.run}
          </Button>
        </div>
      </Field>
      {test.error && <Failure what={texts.failed} why={sentence(test.error.message)} />}
      {test.data && <Found found={test.data} />}
    </form>
  );
}

/** What strangers wrote is shown as it is. */
function Found({ found: { results, note } }: { found: FoundView }) {
  return (
    <div role="status" className="flex flex-col gap-2">
      {results.length === 0 ? (
        <p>{texts.nothing}</p>
      ) : (
        <ul aria-label={texts.results} className="border-t border-line">
          {results.map(({ title, url }, i) => (
            <li key={i} className="border-b border-line py-1.5 break-words select-text">
              <p>
                <Revealed text={title} />
              </p>
              <p className="font-mono text-12 break-all text-muted">
                <Revealed text={url} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {note && (
        <p className="break-words text-muted select-text">
          <Revealed text={texts.note(note)} />
        </p>
      )}
    </div>
  );
}
