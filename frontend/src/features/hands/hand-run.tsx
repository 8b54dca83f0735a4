import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Save } from "lucide-react";
import type { ReactNode } from "react";
import type { HandView, SpaceView, ToolDetailView, ToolView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { useTools } from "../../backend/queries";
import { sentence } from "../../backend/words";
import { Button } from "../../components/button";
import { Argv } from "../../components/argv";
import { Failure, Waiting } from "../../components/feedback";
import { State } from "../../components/state";
import { TryTool } from "../../widgets/try-tool";
import type { HandsDraft } from "./draft";
import { ElementText } from "./argv-chips";
import { Unfilled } from "../../widgets/unfilled";
import { texts as common } from "../../words/common";
import { texts } from "../../words/hands";

interface HandRunProps {
  space: SpaceView;
  draft: HandsDraft;
  name: string;
}

/** Values for the hand, exactly what they would run, and running it. */
export function HandRun({ space, draft, name }: HandRunProps) {
  const tools = useTools(space.path);
  const view = draft.check.hands.find((hand) => hand.name === name);
  if (!view) return <Waiting what={texts.run.checking} />;
  if (view.rejected) {
    return (
      <div className="p-4">
        <Failure what={texts.run.invalid} why={sentence(view.rejected)} />
      </div>
    );
  }
  const tool = tools.data?.find(({ qualified }) => qualified === view.qualified);
  const hold: ReactNode = draft.unsaved && (
    <div className="flex flex-wrap items-center gap-3 rounded-md border border-line bg-asking-soft px-3 py-2">
      <State tone="warning" word={texts.hand.unsaved} />
      <span className="min-w-0 flex-1">{texts.run.unsaved}</span>
      <Button icon={Save} disabled={draft.saving} onClick={draft.save}>
        {texts.hand.save}
      </Button>
    </div>
  );
  return <TryTool key={view.qualified} space={space} detail={detailOf(view, tool)} argv={(input) => <Resolved space={space} text={draft.text} name={name} input={input} />} hold={hold || undefined} />;
}

/** The tool as the registry has it, with the parameters of the text. */
function detailOf(view: HandView, known: ToolView | undefined): ToolDetailView {
  const tool: ToolView = known ?? {
    name: view.name, qualified: view.qualified, title: view.name, description: view.description, source: "hand", state: "unavailable",
    reason: texts.run.notSaved, category: "", icon: "", sideEffect: true, idempotent: false, confirm: view.confirm, danger: view.danger, timeoutSeconds: 0,
  };
  return { tool: { ...tool, description: view.description }, input: view.input, docs: "", declared: "", command: "" };
}

function Resolved({ space, text, name, input }: { space: SpaceView; text: string; name: string; input: string }) {
  const backend = useBackend();
  const resolved = useQuery({
    queryKey: keys.handArgv(space.path, text, name, input),
    queryFn: () => backend.resolveHand(space.path, text, name, input),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
  const found = resolved.data;
  if (resolved.error) return <Failure what={texts.run.previewFailed} why={resolved.error.message} action={<Button onClick={() => void resolved.refetch()}>{common.tryAgain}</Button>} />;
  if (!found) return <Waiting what={common.previewing} />;
  if (found.violations.length > 0) {
    return <Unfilled text={texts.run.fill} violations={found.violations} />;
  }
  if (found.message) return <p className="break-words text-failed select-text">{sentence(found.message)}</p>;
  return (
    <div className="flex flex-col gap-1">
      <Argv elements={found.argv} label={texts.run.preview} />
      {found.dropped.length > 0 && (
        <p className="flex flex-wrap items-center gap-1 text-12 text-muted">
          {texts.run.dropped}
          {found.dropped.map((element, i) => (
            <span key={i} className="font-mono">
              <ElementText element={element} />
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
