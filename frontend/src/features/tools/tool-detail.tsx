import { ArrowLeft } from "lucide-react";
import { Tabs } from "radix-ui";
import type { SpaceView, ToolDetailView, ToolForView, ToolView } from "../../backend/backend";
import { useTool } from "../../backend/queries";
import { firstParagraph, plural, saySource, sayTool } from "../../backend/words";
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
import { NotThere } from "./not-there";

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
  return (
    <Loaded query={detail} waiting="Reading this tool…" failed="This tool could not be read.">
      {(found) => (
        <>
          <PaneHeader level={2} title={<DetailTitle title={found.tool.title} onBack={onBack} />} note={<span className="font-mono">{found.tool.name}</span>}>
            <State {...sayTool(found.tool.state)} />
          </PaneHeader>
          {seen && <NotThere space={space.path} found={seen} agent={agent} />}
          <Tabs.Root defaultValue={found.tool.state === "ready" ? "try" : "about"} className="flex min-h-0 flex-1 flex-col">
            <TabList label={found.tool.title}>
              <Tab value="try">Try it</Tab>
              <Tab value="about">About</Tab>
              <Tab value="schema">Schema</Tab>
            </TabList>
            <Tabs.Content value="try" className="@container min-h-0 flex-1 overflow-y-auto">
              <TryTool space={space} detail={found} />
            </Tabs.Content>
            <Tabs.Content value="about" className="min-h-0 flex-1 overflow-y-auto p-4">
              <About detail={found} />
            </Tabs.Content>
            <Tabs.Content value="schema" className="min-h-0 flex-1 overflow-y-auto p-4">
              <Section title="Input, as JSON Schema">
                <Code text={prettyJSON(JSON.parse(found.input))} label="Input schema" />
              </Section>
            </Tabs.Content>
          </Tabs.Root>
        </>
      )}
    </Loaded>
  );
}

function DetailTitle({ title, onBack }: { title: string; onBack: () => void }) {
  return (
    <span className="flex items-center gap-2">
      <span className="-ml-2 @min-[720px]/tools:hidden">
        <IconButton label="Back to all tools" icon={ArrowLeft} onClick={onBack} />
      </span>
      <span className="truncate">{title}</span>
    </span>
  );
}

function About({ detail: { tool, docs, declared, command } }: { detail: ToolDetailView }) {
  return (
    <div className="flex max-w-180 flex-col gap-6">
      {tool.description && <p className="select-text">{docs ? firstParagraph(tool.description) : tool.description}</p>}
      {command && (
        <Section title="Command, as declared">
          <Code text={command} label="Command" />
        </Section>
      )}
      <Section title="What it does">
        <Facts facts={factsOf(tool, declared)} />
      </Section>
      {docs && (
        <Section title="Documentation">
          <Markdown text={docs} />
        </Section>
      )}
    </div>
  );
}

function factsOf(tool: ToolView, declared: string) {
  const dangers = { safe: "Safe", moderate: "Moderate", high: "High" };
  let effect = "Only reads";
  if (tool.sideEffect) effect = tool.idempotent ? "Changes things; doing it twice is the same as once" : "Changes things; doing it twice is not the same as once";
  return [
    { name: "Source", value: saySource(tool.source) },
    { name: "Declared in", value: declared && <span className="font-mono">{declared}</span> },
    { name: "Called", value: <span className="font-mono">{tool.qualified}</span> },
    { name: "Category", value: tool.category },
    { name: "Effect", value: effect },
    { name: "Asks you", value: tool.confirm ? "Every time: its author wants it" : "When a rule or the mode says so" },
    { name: "Danger", value: dangers[tool.danger] },
    { name: "Stopped after", value: tool.timeoutSeconds > 0 && plural(tool.timeoutSeconds, "second") },
  ];
}
