import { ChevronRight, LogIn, Play, SearchX, Wrench } from "lucide-react";
import { useMemo, useState } from "react";
import type { ServerDetailView, ServerToolView, SpaceView } from "../../backend/backend";
import { sentence } from "../../backend/words";
import { Button } from "../../components/button";
import { Choice } from "../../components/choice";
import { Revealed } from "../../components/code";
import { Empty } from "../../components/feedback";
import { SearchField } from "../../components/field";
import { PickList } from "../../components/pick-list";
import { State } from "../../components/state";
import { texts as common } from "../../words/common";
import { texts } from "../../words/server";
import { ApproveAll } from "./approve-all";
import { ServerTool } from "./server-tool";
import { filterServerTools, isBroken, sayServerTool } from "./server-words";

interface ServerToolsProps {
  space: SpaceView;
  detail: ServerDetailView;
  onStart: () => void;
}

/** The tools of a server, and the one that is looked at. */
export function ServerTools({ space, detail, onStart }: ServerToolsProps) {
  const [chosen, setChosen] = useState("");
  const tool = detail.tools.find(({ qualified }) => qualified === chosen);
  if (detail.tools.length === 0) {
    return (
      <div className="flex min-h-0 flex-1 flex-col">
        <LeftOut broken={detail.broken} />
        <NoTools detail={detail} onStart={onStart} />
      </div>
    );
  }
  return (
    <div className="@container/tools flex min-h-0 flex-1">
      <div className={`w-full shrink-0 flex-col border-line @min-[640px]/tools:flex @min-[640px]/tools:w-76 @min-[640px]/tools:border-r ${tool ? "hidden" : "flex"}`}>
        <LeftOut broken={detail.broken} />
        <ApproveAll space={space} detail={detail} />
        <ToolList tools={detail.tools} chosen={chosen} onChoose={setChosen} />
      </div>
      <div className={`min-w-0 flex-1 flex-col @min-[640px]/tools:flex ${tool ? "flex" : "hidden"}`}>
        {tool ? (
          <ServerTool key={tool.qualified} space={space} server={detail.server.name} tool={tool} onBack={() => setChosen("")} />
        ) : (
          <Empty icon={Wrench} title={texts.tools.choose}>
            {texts.tools.chooseText}
          </Empty>
        )}
      </div>
    </div>
  );
}

/** What of the server was left out, and why. */
function LeftOut({ broken }: { broken: readonly string[] }) {
  if (broken.length === 0) return null;
  return (
    <details className="group/left shrink-0 border-b border-line p-2 text-12">
      <summary className="flex w-fit cursor-default list-none items-center gap-1 rounded-sm text-failed [&::-webkit-details-marker]:hidden">
        <ChevronRight size={13} aria-hidden className="shrink-0 group-open/left:rotate-90" />
        {texts.tools.leftOut(broken.length)}
      </summary>
      <ul className="max-h-40 overflow-auto pt-1 text-muted select-text">
        {broken.map((text) => (
          <li key={text} className="py-0.5 break-words">
            <Revealed text={text} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function NoTools({ detail: { server }, onStart }: Pick<ServerToolsProps, "detail" | "onStart">) {
  if (server.known) {
    return (
      <Empty icon={Wrench} title={texts.tools.none}>
        {texts.tools.noneText}
      </Empty>
    );
  }
  if (server.state === "sign-in") return <Empty icon={LogIn} title={texts.tools.unknown}>{texts.tools.signIn}</Empty>;
  const may = server.state === "idle" || server.state === "stopped" || (isBroken(server) && server.state !== "broken");
  return (
    <Empty icon={Wrench} title={texts.tools.unknown} action={may && <Button icon={Play} onClick={onStart}>{isBroken(server) ? common.tryAgain : texts.tools.start}</Button>}>
      {texts.tools.startText}
    </Empty>
  );
}

function ToolList({ tools, chosen, onChoose }: { tools: readonly ServerToolView[]; chosen: string; onChoose: (tool: string) => void }) {
  const [words, setWords] = useState("");
  const [state, setState] = useState("all");
  const shown = useMemo(() => filterServerTools(tools, words, state), [tools, words, state]);
  const count = (of: ServerToolView["state"]) => tools.filter((tool) => tool.state === of).length;
  const options = [
    { value: "all", label: texts.tools.all, count: tools.length }, { value: "ready", label: texts.tools.on, count: count("ready") }, { value: "off", label: texts.tools.off, count: count("off") },
    { value: "held-back", label: texts.tools.heldBack, count: count("held-back") },
  ];
  return (
    <>
      <div className="flex shrink-0 flex-col gap-1.5 border-b border-line p-2">
        <SearchField label={texts.tools.search} value={words} onChange={setWords} />
        <Choice label={texts.tools.state} value={state} options={options.filter((option) => option.value === "all" || option.count > 0)} onChange={setState} />
      </div>
      {shown.length === 0 ? (
        <Empty
          icon={SearchX}
          title={common.noResults}
          action={
            <Button
              onClick={() => {
                setWords("");
                setState("all");
              }}
            >
              {texts.tools.showAll}
            </Button>
          }
        >
          {texts.tools.noneOf(tools.length)}
        </Empty>
      ) : (
        <PickList label={texts.tools.label} items={shown} keyOf={({ qualified }) => qualified} rowHeight={44} chosen={chosen} onChoose={({ qualified }) => onChoose(qualified)} render={(tool) => <ToolRow tool={tool} />} />
      )}
    </>
  );
}

function ToolRow({ tool }: { tool: ServerToolView }) {
  const said = sayServerTool(tool);
  const plain = tool.state === "ready" && !tool.ask && tool.change === "";
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className={`truncate ${tool.state === "ready" ? "" : "text-muted"}`}>
          <Revealed text={tool.title} oneLine />
        </p>
        {tool.title === tool.name ? (
          <p className="truncate text-11 text-muted">{tool.state !== "held-back" && <Revealed text={tool.description.split("\n", 1)[0] ?? ""} oneLine />}</p>
        ) : (
          <p className="truncate font-mono text-11 text-muted">
            <Revealed text={tool.name} oneLine />
          </p>
        )}
      </div>
      {plain ? <span className="shrink-0 text-11 text-muted">{sentence(tool.hints[0] ?? "")}</span> : <State tone={said.tone} word={said.word} />}
    </div>
  );
}
