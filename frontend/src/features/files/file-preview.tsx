import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Save } from "lucide-react";
import type { ReactNode } from "react";
import type { SpaceView, ToolDetailView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { useTools } from "../../backend/queries";
import { sayTool, sentence } from "../../backend/words";
import { Button } from "../../components/button";
import { Code } from "../../components/code";
import { Failure, Waiting } from "../../components/feedback";
import { Markdown } from "../../components/markdown";
import { Section } from "../../components/pane";
import { State } from "../../components/state";
import { TryTool } from "../../widgets/try-tool";
import type { FileDetailProps } from "./file-props";
import type { FileDraft } from "./file-draft";
import type { DefinitionKind } from "../../backend/backend";
import { Unfilled } from "../../widgets/unfilled";
import { texts as common } from "../../words/common";
import { texts } from "../../words/files";

interface FilePreviewProps extends FileDetailProps {
  draft: FileDraft;
  kind: DefinitionKind;
}

/** What a text means: the command that a tool would run, what a model reads, what a file holds. */
export function FilePreview({ draft, kind, space, file, onHooks, onRules, onHands }: FilePreviewProps) {
  const { check } = draft;
  switch (kind) {
    case "tool":
      return <ToolPreview space={space} file={file} draft={draft} />;
    case "agent":
    case "skill":
      return (
        <Padded>
          <Section title={texts.preview.told}>
            {check.told ? <Markdown text={check.told} /> : <p className="text-muted">{texts.preview.empty}</p>}
          </Section>
          {kind === "agent" && check.told && <p className="text-12 text-muted">{texts.preview.toldNote}</p>}
        </Padded>
      );
    case "hooks":
      return (
        <Padded>
          <Section title={texts.preview.hooks} action={<Button onClick={onHooks}>{texts.preview.tryHooks}</Button>}>
            <Names names={check.holds} />
          </Section>
        </Padded>
      );
    case "rules":
      return (
        <Padded>
          <p className="text-muted">{texts.preview.rulesText}</p>
          <div>
            <Button onClick={onRules}>{texts.preview.tryRules}</Button>
          </div>
        </Padded>
      );
    case "hands":
      return (
        <Padded>
          <div>
            <Button onClick={onHands}>{texts.preview.openHands}</Button>
          </div>
        </Padded>
      );
    case "manifest":
      return (
        <Padded>
          <Section title={texts.preview.manifestTools}>
            <Names names={check.holds} />
          </Section>
        </Padded>
      );
  }
}

const Padded = ({ children }: { children: ReactNode }) => <div className="flex flex-col gap-4 p-4">{children}</div>;

function Names({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <p className="text-muted">{texts.preview.empty}</p>;
  return (
    <ul className="font-mono text-12">
      {names.map((name) => (
        <li key={name} className="py-0.5 select-text">
          {name}
        </li>
      ))}
    </ul>
  );
}

/** Values for the tool, exactly what they would run, and, once it is saved, running it. */
function ToolPreview({ space, file, draft }: { space: SpaceView; file: string; draft: FileDraft }) {
  const tools = useTools(space.path);
  const [drafted] = draft.check.tool;
  if (!drafted) {
    return (
      <Padded>
        <p className="text-muted">{texts.preview.invalid}</p>
      </Padded>
    );
  }
  const known = tools.data?.find(({ qualified }) => qualified === drafted.tool.qualified);
  const detail: ToolDetailView = { ...drafted, tool: { ...drafted.tool, state: known?.state ?? "unavailable", reason: known?.reason ?? "" } };
  const hold: ReactNode = draft.unsaved ? (
    <div className="flex flex-wrap items-center gap-3 rounded-md border border-line bg-asking-soft px-3 py-2">
      <State tone="warning" word={texts.file.unsaved} />
      <span className="min-w-0 flex-1">{texts.preview.saveFirst}</span>
      <Button icon={Save} disabled={draft.saving} onClick={draft.save}>
        {texts.file.save}
      </Button>
    </div>
  ) : known?.state !== "ready" && (
    <div className="flex flex-wrap items-center gap-3 rounded-md border border-line bg-raised px-3 py-2">
      <State {...sayTool(detail.tool.state)} />
      <span className="min-w-0 flex-1 text-muted">{sentence(detail.tool.reason || texts.preview.notLoaded)}</span>
    </div>
  );
  return <TryTool key={drafted.input} space={space} detail={detail} argv={(input) => <Line space={space} file={file} text={draft.text} input={input} />} hold={hold || undefined} />;
}

function Line({ space, file, text, input }: { space: SpaceView; file: string; text: string; input: string }) {
  const backend = useBackend();
  const line = useQuery({
    queryKey: keys.toolLine(space.path, file, text, input),
    queryFn: () => backend.resolveTool(space.path, file, text, input),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
  const found = line.data;
  if (line.error) return <Failure what={texts.preview.failed} why={line.error.message} action={<Button onClick={() => void line.refetch()}>{common.tryAgain}</Button>} />;
  if (!found) return <Waiting what={common.previewing} />;
  if (found.violations.length > 0) {
    return <Unfilled text={texts.preview.fill} violations={found.violations} />;
  }
  if (found.message) return <p className="break-words text-failed select-text">{found.message}</p>;
  return <Code text={found.text} label={common.wouldRun} language="bash" large />;
}
