import { Lightbulb, Plus, SearchX } from "lucide-react";
import { useMemo, useState } from "react";
import type { HandProblemView, HandView } from "../../backend/backend";
import { Button, IconButton } from "../../components/button";
import { Empty } from "../../components/feedback";
import { SearchField } from "../../components/field";
import { PickList } from "../../components/pick-list";
import { State } from "../../components/state";
import type { HandsDraft } from "./draft";
import type { Actions } from "./page-props";
import { listAt, partsOf, pathOf } from "./hand-text";
import { texts as common } from "../../words/common";
import { texts } from "../../words/hands";

interface HandListProps extends Actions {
  draft: HandsDraft;
  names: readonly string[];
  chosen: string;
  onOpen: (hand: string) => void;
}

interface Row {
  name: string;
  argv: readonly string[];
  view: HandView | undefined;
  problems: readonly HandProblemView[];
}

export function HandList({ draft, names, chosen, onOpen, onAdd, onPropose }: HandListProps) {
  const [words, setWords] = useState("");
  const rows = useMemo(() => rowsOf(draft, names), [draft, names]);
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = rows.filter(({ name, argv, view }) => wanted.every((word) => `${name} ${argv.join(" ")} ${view?.description ?? ""}`.toLowerCase().includes(word)));
  return (
    <>
      <div className="flex h-11 shrink-0 items-center gap-1 border-b border-line px-2">
        <div className="min-w-0 flex-1">
          <SearchField label={texts.list.search} value={words} onChange={setWords} />
        </div>
        <IconButton label={texts.list.propose} icon={Lightbulb} onClick={onPropose} />
        <IconButton label={texts.list.add} icon={Plus} disabled={!draft.read.ok && draft.text.trim() !== ""} onClick={onAdd} />
      </div>
      {!draft.read.ok && draft.text.trim() !== "" ? (
        <p className="p-4 text-12 text-muted">{texts.list.broken(draft.read.line)}</p>
      ) : rows.length === 0 ? (
        <p className="p-4 text-12 text-muted">{texts.list.empty}</p>
      ) : shown.length === 0 ? (
        <Empty icon={SearchX} title={common.noResults} action={<Button onClick={() => setWords("")}>{texts.list.showAll}</Button>}>
          {texts.list.noneOf(rows.length)}
        </Empty>
      ) : (
        <PickList
          label={texts.list.title}
          items={shown}
          keyOf={({ name }) => name}
          rowHeight={48}
          chosen={chosen}
          onChoose={({ name }) => onOpen(name)}
          render={(row) => <HandRow row={row} />}
        />
      )}
    </>
  );
}

function rowsOf(draft: HandsDraft, names: readonly string[]): Row[] {
  if (!draft.read.ok) return [];
  const { root } = draft.read;
  const views = new Map(draft.check.hands.map((hand) => [hand.name, hand]));
  return names.map((name) => ({
    name, argv: listAt(root, pathOf(name, "command")), view: views.get(name), problems: draft.check.problems.filter(({ hand }) => hand === name),
  }));
}

function HandRow({ row: { name, argv, view, problems } }: { row: Row }) {
  const rejected = view?.rejected ?? "";
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-0.5">
      <div className="flex min-w-0 items-center gap-2">
        <span className={`min-w-0 truncate ${view?.disabled ? "text-muted" : ""}`}>{name}</span>
        <span className="ml-auto flex shrink-0 items-center gap-2 text-11 text-muted">
          <Marks view={view} warnings={problems.filter(({ severity }) => severity === "warning").length} />
        </span>
      </div>
      {rejected ? (
        <p className="truncate text-11 text-failed" title={rejected}>
          {rejected}
        </p>
      ) : (
        <OneLine argv={argv} />
      )}
    </div>
  );
}

const riskOf = (danger: string) => (danger === "high" ? texts.list.high : danger === "moderate" ? texts.list.moderate : danger);

/** What is not as usual. */
function Marks({ view, warnings }: { view: HandView | undefined; warnings: number }) {
  if (!view) return null;
  if (view.rejected) return <State tone="failed" word={texts.list.rejected} />;
  return (
    <>
      {warnings > 0 && <State tone="warning" word={texts.list.warnings(warnings)} bare />}
      {view.danger !== "safe" && <span>{riskOf(view.danger)}</span>}
      {view.disabled ? <State tone="quiet" word={texts.list.off} /> : view.confirm && <span>{texts.list.asks}</span>}
    </>
  );
}

/** A command in one line, its elements still apart. */
function OneLine({ argv }: { argv: readonly string[] }) {
  if (argv.length === 0) return <p className="text-11 text-muted">{texts.list.noCommand}</p>;
  return (
    <p className="flex gap-1 overflow-hidden font-mono text-11 whitespace-nowrap text-muted [mask-image:linear-gradient(to_right,black_calc(100%-16px),transparent)]" title={argv.join(" ")}>
      {argv.map((element, i) => (
        <span key={i} className="shrink-0 rounded-sm bg-hover px-1">
          {partsOf(element).map(({ text, param }, j) => (
            <span key={j} className={param ? "text-accent" : ""}>
              {param ? `{{${text}}}` : text}
            </span>
          ))}
          {element === "" && "∅"}
        </span>
      ))}
    </p>
  );
}
