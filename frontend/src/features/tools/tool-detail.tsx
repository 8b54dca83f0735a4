import { Pencil } from "lucide-react";
import { Tabs } from "radix-ui";
import type { SpaceView, ToolDetailView, ToolForView, ToolView } from "../../backend/backend";
import { useTool } from "../../backend/queries";
import { firstParagraph, saySource, sayTool } from "../../backend/words";
import { IconButton } from "../../components/button";
import { Code } from "../../components/code";
import { Facts } from "../../components/facts";
import { Loaded } from "../../components/feedback";
import { Markdown } from "../../components/markdown";
import { PaneHeader, Section } from "../../components/pane";
import { State } from "../../components/state";
import { Tab, TabList } from "../../components/tabs";
import { prettyJSON } from "../../components/text";
import { TryTool } from "../../widgets/try-tool";
import { useWays } from "../../widgets/ways";
import { NotThere } from "./not-there";
import { texts as common } from "../../words/common";
import { texts } from "../../words/tools";

interface ToolDetailProps {
  space: SpaceView;
  name: string;
  /** Whether it is there, and why not; undefined until that is known. */
  seen: ToolForView | undefined;
  /** Whose view that is; "" = everybody's. */
  agent: string;
  /** Back to the list, where there is no room for both. */
  onBack: () => void;
}

export function ToolDetail({ space, name, seen, agent, onBack }: ToolDetailProps) {
  const detail = useTool(space.path, name);
  const ways = useWays();
  return (
    <Loaded query={detail} waiting={texts.tool.reading} failed={texts.tool.failed}>
      {(found) => (
        <>
          <PaneHeader level={2} back={{ label: texts.tool.back, onBack, className: "@min-[720px]/tools:hidden" }} title={found.tool.title} note={<span className="font-mono">{found.tool.name}</span>}>
            <State {...sayTool(found.tool.state)} />
            {ways && found.tool.source === "custom" && <IconButton label={texts.tool.edit} icon={Pencil} onClick={() => ways.file(fileOf(found.declared), 0)} />}
          </PaneHeader>
          {seen && <NotThere space={space.path} found={seen} agent={agent} />}
          <Tabs.Root defaultValue={found.tool.state === "ready" ? "try" : "about"} className="flex min-h-0 flex-1 flex-col">
            <TabList label={found.tool.title}>
              <Tab value="try">{texts.tool.try}</Tab>
              <Tab value="about">{texts.tool.about}</Tab>
              <Tab value="schema">{texts.tool.schema}</Tab>
            </TabList>
            <Tabs.Content value="try" className="@container min-h-0 flex-1 overflow-y-auto">
              <TryTool space={space} detail={found} />
            </Tabs.Content>
            <Tabs.Content value="about" className="min-h-0 flex-1 overflow-y-auto p-4">
              <About detail={found} />
            </Tabs.Content>
            <Tabs.Content value="schema" className="min-h-0 flex-1 overflow-y-auto p-4">
              <Section title={texts.tool.input}>
                <Code text={prettyJSON(JSON.parse(found.input))} label={texts.tool.inputSchema} />
              </Section>
            </Tabs.Content>
          </Tabs.Root>
        </>
      )}
    </Loaded>
  );
}

/** The file of "agent/tools/greet.md:1". */
const fileOf = (declared: string) => declared.replace(/:\d+$/, "");

function About({ detail: { tool, docs, declared, command } }: { detail: ToolDetailView }) {
  return (
    <div className="flex max-w-180 flex-col gap-6">
      {tool.description && <p className="select-text">{docs ? firstParagraph(tool.description) : tool.description}</p>}
      {command && (
        <Section title={texts.tool.command}>
          <Code text={command} label={texts.tool.command} />
        </Section>
      )}
      <Section title={texts.tool.description}>
        <Facts facts={factsOf(tool, declared)} />
      </Section>
      {docs && (
        <Section title={texts.tool.documentation}>
          <Markdown text={docs} />
        </Section>
      )}
    </div>
  );
}

function factsOf(tool: ToolView, declared: string) {
  const dangers = { safe: texts.tool.safe, moderate: texts.tool.moderate, high: texts.tool.high };
  let effect: string = texts.tool.readsOnly;
  if (tool.sideEffect) effect = tool.idempotent ? texts.tool.repeatable : texts.tool.notRepeatable;
  return [
    { name: texts.tool.source, value: saySource(tool.source) },
    { name: texts.tool.declaredIn, value: declared && <span className="font-mono">{declared}</span> },
    { name: texts.tool.called, value: <span className="font-mono">{tool.qualified}</span> },
    { name: texts.tool.category, value: tool.category },
    { name: texts.tool.effect, value: effect },
    { name: texts.tool.asks, value: tool.confirm ? texts.tool.always : texts.tool.byRules },
    { name: texts.tool.danger, value: dangers[tool.danger] },
    { name: texts.tool.timeout, value: tool.timeoutSeconds > 0 && common.counts.seconds(tool.timeoutSeconds) },
  ];
}
