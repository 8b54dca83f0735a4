import { useQuery } from "@tanstack/react-query";
import type { UndoItemView } from "../backend/backend";
import { useBackend } from "../backend/context";
import { keys, STILL } from "../backend/keys";
import { sentence } from "../backend/words";
import { Loaded } from "../components/feedback";
import { Tick } from "../components/tick";
import { Difference, partName, Shown } from "./difference";
import { decide, decisionOf, formOf, isTicked, NO_CHOICES, tickPart, type Choices, type UndoOf } from "./undo-choices";
import { Versions } from "./undo-versions";
import type { Named } from "./undo-names";
import { texts } from "../words/undo";

interface UndoItemProps {
  space: string;
  of: UndoOf;
  item: UndoItemView;
  choices: Choices;
  onChoices: (choices: Choices) => void;
}

/** What would become of one name, and the decisions about it. */
export function UndoItem({ space, of, item, choices, onChoices }: UndoItemProps) {
  const backend = useBackend();
  const form = formOf(of, NO_CHOICES);
  const compared = useQuery({ queryKey: keys.undoItem(space, form, item.id), queryFn: () => backend.compareUndo(space, form, item.id), enabled: item.what !== "rename", ...STILL });
  const still = texts.item;
  const side = item.what === "rename" ? texts.renamed.would(item.from, item.path) : item.state === "already" ? still.already : item.state === "lost" || item.state === "kept" ? sentence(item.why) : item.kind === "folder" ? still.folder[item.what] : item.kind === "link" ? still.link : item.what === "mode" ? still.mode : "";
  return (
    <Shown item={item} word={texts.would[item.what]}>
      {side ? (
        <p className="px-4 py-3 text-muted select-text">{side}</p>
      ) : (
        <Loaded query={compared} waiting={texts.plan.textReading} failed={texts.plan.textFailed}>
          {(found) =>
            found.conflict ? (
              <Versions path={item.path} compared={found} chosen={decisionOf(choices, of, item.id)} onChoose={(how) => onChoices(decide(choices, of, item.id, how))} />
            ) : (
              <Difference path={item.path} compared={found} legend={still.legend}>
                {(at) =>
                  found.parts.length > 1 && (
                    <Tick checked={isTicked(choices, item.id, at)} onTick={(on) => onChoices(tickPart(choices, item.id, at, found.parts.length, on))} name={partName(found.parts, at)} />
                  )
                }
              </Difference>
            )
          }
        </Loaded>
      )}
    </Shown>
  );
}

interface MadeItemProps {
  space: string;
  of: UndoOf;
  item: Named & { from: string };
  /** In a list that says the name already. */
  bare?: boolean;
}

/** What calls have made of one name. */
export function MadeItem({ space, of, item, bare = false }: MadeItemProps) {
  const backend = useBackend();
  const form = formOf(of, NO_CHOICES);
  const made = useQuery({ queryKey: keys.changedText(space, form, item.id), queryFn: () => backend.changedText(space, form, item.id), enabled: item.what !== "renamed", ...STILL });
  const text = item.what === "renamed" ? texts.renamed.made(item.from) : item.kind !== "file" ? texts.item.noText : item.what === "mode" ? texts.item.mode : "";
  const body = text ? (
    <p className="px-4 py-3 text-muted">{text}</p>
  ) : (
    <Loaded query={made} waiting={texts.plan.textReading} failed={texts.plan.textFailed}>
      {(found) => <Difference path={item.path} compared={found} legend={texts.item.made} />}
    </Loaded>
  );
  return bare ? body : <Shown item={item} word={texts.made[item.what as keyof typeof texts.made]}>{body}</Shown>;
}
