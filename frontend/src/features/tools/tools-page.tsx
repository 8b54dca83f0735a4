import { Plus, SearchX, Wrench } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import type { SpaceView, ToolForView, ToolView } from "../../backend/backend";
import { useTools, useToolsFor } from "../../backend/queries";
import { saySource, sayTool, sentence } from "../../backend/words";
import { Button, IconButton } from "../../components/button";
import { Choice } from "../../components/choice";
import { Empty, Loaded } from "../../components/feedback";
import { SearchField } from "../../components/field";
import { Select } from "../../components/select";
import { NamedIcon } from "../../components/icons";
import { PickList } from "../../components/pick-list";
import { State } from "../../components/state";
import { useWays } from "../../widgets/ways";
import { filterTools, sourceGroup, type ToolFilter } from "./filter";
import { ToolDetail } from "./tool-detail";
import { texts as common } from "../../words/common";
import { texts } from "../../words/tools";

interface ToolsPageProps {
  space: SpaceView;
  /** Qualified name; "" = none. */
  tool: string;
  onOpen: (tool: string) => void;
}

const EVERYTHING: ToolFilter = { words: "", source: "", state: "all" };

export function ToolsPage({ space, tool, onOpen }: ToolsPageProps) {
  const tools = useTools(space.path);
  const [agent, setAgent] = useState("");
  const seen = useToolsFor(space.path, agent, agent !== "" || tool !== "");
  const shown = useMemo(() => (agent && seen.data ? seen.data.map(asSeen) : undefined), [agent, seen.data]);
  // Where there is no room for both, the chosen tool takes the place of the list.
  return (
    <div className="@container/tools flex min-h-0 flex-1">
      <h1 className="sr-only">{texts.list.title}</h1>
      <div className={`w-full shrink-0 flex-col border-line @min-[720px]/tools:flex @min-[720px]/tools:w-84 @min-[720px]/tools:border-r ${tool ? "hidden" : "flex"}`}>
        <Loaded query={tools} waiting={texts.list.reading} failed={texts.list.failed}>
          {(list) => <ToolList tools={shown ?? list} tool={tool} onOpen={onOpen} agents={<AgentChoice space={space} agent={agent} onChoose={setAgent} />} />}
        </Loaded>
      </div>
      <div className={`min-w-0 flex-1 flex-col @min-[720px]/tools:flex ${tool ? "flex" : "hidden"}`}>
        {tool ? (
          <ToolDetail key={tool} space={space} name={tool} seen={seen.data?.find((one) => one.tool.qualified === tool)} agent={agent} onBack={() => onOpen("")} />
        ) : (
          <Empty icon={Wrench} title={texts.list.choose}>
            {texts.list.chooseText}
          </Empty>
        )}
      </div>
    </div>
  );
}

/** A tool in the list, as an agent finds it. */
function asSeen({ tool, available, why }: ToolForView): ToolView {
  return available || tool.state !== "ready" ? tool : { ...tool, state: "blocked", reason: why };
}

function AgentChoice({ space, agent, onChoose }: { space: SpaceView; agent: string; onChoose: (agent: string) => void }) {
  if (space.agents.length === 0) return null;
  return (
    <Select
      quiet
      label={texts.list.whose}
      value={agent || "-"}
      options={[{ value: "-", label: texts.list.you }, ...space.agents.map(({ id, name }) => ({ value: id, label: texts.list.agent(name) }))]}
      onChange={(next) => onChoose(next === "-" ? "" : next)}
    />
  );
}

interface ToolListProps {
  tools: readonly ToolView[];
  tool: string;
  onOpen: (tool: string) => void;
  /** The choice of an agent. */
  agents: ReactNode;
}

function ToolList({ tools, tool, onOpen, agents }: ToolListProps) {
  const ways = useWays();
  const [filter, setFilter] = useState(EVERYTHING);
  const shown = useMemo(() => filterTools(tools, filter), [tools, filter]);
  const sources = useMemo(() => [...new Set(tools.map(({ source }) => sourceGroup(source)))], [tools]);
  const ready = useMemo(() => tools.filter(({ state }) => state === "ready").length, [tools]);
  return (
    <>
      <div className="shrink-0 border-b border-line">
        <div className="flex h-11 items-center gap-1 border-b border-line px-2">
          <div className="min-w-0 flex-1">
            <SearchField label={texts.list.search} value={filter.words} onChange={(words) => setFilter({ ...filter, words })} />
          </div>
          {ways && <IconButton label={texts.list.add} icon={Plus} onClick={() => ways.newFile("tool")} />}
        </div>
        <div className="flex h-8 items-center gap-2 border-b border-line px-0.5">{agents}</div>
        <div className="flex h-8 items-center justify-between gap-2 px-2">
          <Choice
            label={texts.list.state}
            value={filter.state}
            options={[
              { value: "all", label: texts.list.all },
              { value: "ready", label: texts.list.ready, count: ready },
              { value: "not-ready", label: texts.list.notReady, count: tools.length - ready },
            ]}
            onChange={(state) => setFilter({ ...filter, state: state as ToolFilter["state"] })}
          />
          <Select
            quiet
            label={texts.list.source}
            value={filter.source || "all"}
            options={[{ value: "all", label: texts.list.allSources }, ...sources.map((source) => ({ value: source, label: source === "mcp" ? texts.list.servers : saySource(source) }))]}
            onChange={(source) => setFilter({ ...filter, source: source === "all" ? "" : source })}
          />
        </div>
      </div>
      {shown.length === 0 ? (
        <Empty icon={SearchX} title={common.noResults} action={<Button onClick={() => setFilter(EVERYTHING)}>{texts.list.showAll}</Button>}>
          {texts.list.noneOf(tools.length)}
        </Empty>
      ) : (
        <PickList
          label={texts.list.title}
          items={shown}
          keyOf={({ qualified }) => qualified}
          rowHeight={44}
          chosen={tool}
          onChoose={({ qualified }) => onOpen(qualified)}
          render={(item) => <ToolRow tool={item} />}
        />
      )}
    </>
  );
}

function ToolRow({ tool }: { tool: ToolView }) {
  const ready = tool.state === "ready";
  const said = sayTool(tool.state);
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3">
      <NamedIcon name={tool.icon} />
      <div className="min-w-0 flex-1">
        <p className={`truncate ${ready ? "" : "text-muted"}`}>{tool.title}</p>
        <p className="truncate text-12 text-muted" title={tool.reason || undefined}>
          {ready ? <span className="font-mono text-11">{tool.name}</span> : sentence(tool.reason)}
        </p>
      </div>
      {ready ? <span className="shrink-0 text-11 text-muted">{saySource(tool.source)}</span> : <State tone={said.tone} word={said.word} />}
    </div>
  );
}
