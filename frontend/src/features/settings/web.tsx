import { useQuery } from "@tanstack/react-query";
import type { WebView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { Failure, Loaded } from "../../components/feedback";
import { Section } from "../../components/pane";
import { State } from "../../components/state";
import { Switch } from "../../components/switch";
import { useWebChange } from "./web-change";
import { WebHosts } from "./web-hosts";
import { WebSearch } from "./web-search";
import { texts } from "../../words/web";

/** Whether agents may use the web, which private hosts they may fetch from, and who is asked when they search. */
export function Web() {
  const backend = useBackend();
  const web = useQuery({ queryKey: keys.web, queryFn: () => backend.web(""), staleTime: 0 });
  return (
    <Loaded query={web} waiting={texts.page.reading} failed={texts.page.failed}>
      {(now) => (
        <div className="flex flex-col gap-8">
          <Access now={now} />
          <WebHosts now={now} />
          <WebSearch now={now} />
        </div>
      )}
    </Loaded>
  );
}

function Access({ now: { on, why } }: { now: WebView }) {
  const backend = useBackend();
  const turn = useWebChange((next: boolean) => backend.turnWeb("", next ? "on" : "off"));
  return (
    <Section level={2} title={texts.access.title}>
      <div className="flex items-center gap-2">
        <Switch label={texts.access.use} on={on} disabled={turn.isPending} onChange={(next) => turn.mutate(next)} />
        <span>{texts.access.use}</span>
      </div>
      <p className="text-muted">{on ? texts.access.on : texts.access.off}</p>
      {on && why && (
        <div role="note" className="flex flex-wrap items-start gap-x-3">
          <State tone="warning" word={texts.access.notThere} />
          <p className="min-w-0 flex-1 break-words select-text">{why}</p>
        </div>
      )}
      {turn.error && <Failure what={texts.page.notSaved} why={turn.error.message} />}
    </Section>
  );
}
