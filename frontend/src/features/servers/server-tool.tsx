import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { Tabs } from "radix-ui";
import type { ServerToolView, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { useTool, renew } from "../../backend/queries";
import { sentence } from "../../backend/words";
import { Button } from "../../components/button";
import { Code, Revealed } from "../../components/code";
import { Facts } from "../../components/facts";
import { Failure, Loaded } from "../../components/feedback";
import { PaneHeader, Section } from "../../components/pane";
import { State } from "../../components/state";
import { Switch } from "../../components/switch";
import { Tab, TabList } from "../../components/tabs";
import { prettyJSON } from "../../components/text";
import { TryTool } from "../../widgets/try-tool";
import { texts } from "../../words/server";
import { sayServerTool } from "./server-words";

interface ServerToolProps {
  space: SpaceView;
  server: string;
  tool: ServerToolView;
  onBack: () => void;
}

type ToolAct = { off: boolean } | { ask: boolean } | { approve: true };

/** One tool of a server: what it says of itself, whether agents have it, and a way to try it. */
export function ServerTool({ space, server, tool, onBack }: ServerToolProps) {
  const { path } = space;
  const backend = useBackend();
  const client = useQueryClient();
  const detail = useTool(path, tool.qualified);
  const change = useMutation({
    mutationFn: async (act: ToolAct): Promise<unknown> => {
      if ("off" in act) return backend.setToolOff(path, tool.qualified, act.off);
      return "ask" in act ? backend.setServerToolAsk(path, server, tool.qualified, act.ask) : backend.approveServerTools(path, server, { [tool.name]: tool.digest });
    },
    onSuccess: () => renew(client, keys.space(path)),
  });
  const held = tool.state === "held-back";
  return (
    <>
      <PaneHeader level={2} back={{ label: texts.tool.back, onBack, className: "@min-[640px]/tools:hidden" }} title={<Revealed text={tool.title} oneLine />} note={<span className="font-mono">{tool.name}</span>}>
        <State {...sayServerTool(tool)} />
      </PaneHeader>
      {change.error && (
        <div className="p-4 pb-0">
          <Failure what={texts.tool.failed} why={change.error.message} />
        </div>
      )}
      {held ? (
        <Held tool={tool} busy={change.isPending} onApprove={() => change.mutate({ approve: true })} />
      ) : (
        <div className="flex shrink-0 flex-wrap gap-x-8 gap-y-2 border-b border-line px-4 py-2.5">
          <Flip label={texts.tool.mayUse(tool.name)} name={texts.tool.mayUseIt} on={tool.state !== "off"} disabled={change.isPending || tool.state === "rejected"} onChange={(on) => change.mutate({ off: !on })} />
          <Flip label={texts.tool.ask(tool.name)} name={texts.tool.askAlways} on={tool.ask} disabled={change.isPending || tool.state !== "ready"} onChange={(ask) => change.mutate({ ask })} />
        </div>
      )}
      {tool.change === "new" && (
        <div role="note" className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-2">
          <p className="min-w-60 flex-1">{texts.tool.new}</p>
          <Button icon={Check} aria-label={texts.tool.approveNamed(tool.name)} disabled={change.isPending} onClick={() => change.mutate({ approve: true })}>
            {texts.tool.approve}
          </Button>
        </div>
      )}
      {(tool.state === "rejected" || tool.state === "unavailable") && tool.reason && <p role="note" className="border-b border-line px-4 py-2 break-words select-text">{sentence(tool.reason)}</p>}
      {!held && (
        <Loaded query={detail} waiting={texts.tool.reading} failed={texts.tool.loadFailed}>
          {(found) => (
            <Tabs.Root defaultValue={tool.state === "ready" ? "try" : "about"} className="flex min-h-0 flex-1 flex-col">
              <TabList label={tool.title}>
                <Tab value="try">{texts.tool.try}</Tab>
                <Tab value="about">{texts.tool.about}</Tab>
                <Tab value="schema">{texts.tool.schema}</Tab>
              </TabList>
              <Tabs.Content value="try" className="@container min-h-0 flex-1 overflow-y-auto">
                <TryTool key={found.tool.qualified} space={space} detail={found} />
              </Tabs.Content>
              <Tabs.Content value="about" className="min-h-0 flex-1 overflow-y-auto p-4">
                <About tool={tool} />
              </Tabs.Content>
              <Tabs.Content value="schema" className="min-h-0 flex-1 overflow-y-auto p-4">
                <Section title={texts.tool.input}>
                  <Code text={prettyJSON(JSON.parse(found.input))} label={texts.tool.inputSchema} />
                </Section>
              </Tabs.Content>
            </Tabs.Root>
          )}
        </Loaded>
      )}
    </>
  );
}

function Flip({ label, name, ...rest }: { label: string; name: string; on: boolean; disabled: boolean; onChange: (on: boolean) => void }) {
  return (
    <span className="flex items-center gap-2">
      <Switch label={label} {...rest} />
      <span aria-hidden>{name}</span>
    </span>
  );
}

/** What changed since the person approved it: until they have seen it, nobody has it. */
function Held({ tool, busy, onApprove }: { tool: ServerToolView; busy: boolean; onApprove: () => void }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="flex max-w-220 flex-col gap-3 p-4">
          <p>
            <b className="font-semibold">{sentence(tool.reason)}</b> {texts.tool.held}
          </p>
          {tool.difference && <Code text={tool.difference} label={texts.tool.changes(tool.name)} />}
        </div>
      </div>
      <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-3">
        <p className="min-w-60 flex-1 text-12 text-muted">{texts.tool.note}</p>
        <Button look="primary" icon={Check} aria-label={texts.tool.approveNamed(tool.name)} disabled={busy} onClick={onApprove}>
          {texts.tool.approve}
        </Button>
      </div>
    </div>
  );
}

function About({ tool }: { tool: ServerToolView }) {
  return (
    <div className="flex max-w-180 flex-col gap-6">
      <p className="break-words whitespace-pre-wrap select-text">{tool.description ? <Revealed text={tool.description} /> : <span className="text-muted">{texts.tool.noDescription}</span>}</p>
      <Section title={texts.tool.details}>
        <Facts
          facts={[
            { name: texts.tool.name, value: <span className="font-mono break-all">{tool.qualified}</span> },
            { name: texts.tool.hints, value: tool.hints.length > 0 ? sentence(tool.hints.join(", ")) : texts.tool.noHints },
            { name: texts.tool.definition, value: texts.tool.tokens(tool.tokens) },
          ]}
        />
      </Section>
      <p className="text-12 text-muted">{texts.tool.hintsNote}</p>
    </div>
  );
}
