import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { WebView, WebWord } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { renew } from "../../backend/queries";
import { Choice } from "../../components/choice";
import { Failure, Loaded } from "../../components/feedback";
import { Section } from "../../components/pane";
import { State } from "../../components/state";
import { texts as web } from "../../words/web";

const texts = web.space;

/** A Choice has no value that is empty. */
const SHARED = "shared";

/** Whether the tools of the web are there in a space: as in all of them, or by a word of its own. */
export function WebChoice({ space }: { space: string }) {
  const backend = useBackend();
  const now = useQuery({ queryKey: keys.webOf(space), queryFn: () => backend.web(space), staleTime: 0 });
  return (
    <Section level={2} title={texts.title}>
      <Loaded query={now} waiting={web.page.reading} failed={web.page.failed}>
        {(found) => <Own space={space} now={found} />}
      </Loaded>
    </Section>
  );
}

function Own({ space, now: { on, own, why } }: { space: string; now: WebView }) {
  const backend = useBackend();
  const client = useQueryClient();
  const turn = useMutation({
    mutationFn: (word: WebWord) => backend.turnWeb(space, word),
    onSuccess: (after) => {
      client.setQueryData(keys.webOf(space), after);
      void renew(client, keys.tools(space));
    },
  });
  const options = [
    { value: SHARED, label: texts.shared(on) },
    { value: "on", label: texts.on },
    { value: "off", label: texts.off },
  ];
  return (
    <>
      <p className="text-muted">{texts.text}</p>
      <div>
        <Choice label={texts.title} value={own || SHARED} options={options} onChange={(next) => turn.mutate(next === SHARED ? "" : (next as WebWord))} />
      </div>
      {(own || (on ? "on" : "off")) === "on" && why && (
        <div role="note" className="flex flex-wrap items-start gap-x-3">
          <State tone="warning" word={web.access.notThere} />
          <p className="min-w-0 flex-1 break-words select-text">{why}</p>
        </div>
      )}
      {turn.error && <Failure what={web.page.notSaved} why={turn.error.message} />}
    </>
  );
}
