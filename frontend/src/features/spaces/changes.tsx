import { Check, Undo2 } from "lucide-react";
import type { ChangeView } from "../../backend/backend";
import { named, type Said } from "../../backend/words";
import { Button } from "../../components/button";
import { Code } from "../../components/code";
import { State } from "../../components/state";
import { diffSize } from "../../components/text";
import { texts } from "../../words/spaces";

interface ChangesProps {
  changes: readonly ChangeView[];
  busy: boolean;
  onApprove: (id: string) => void;
  onRestore: (id: string) => void;
}

/** Only what changed, each with its difference and the two ways on. */
export function Changes({ changes, busy, onApprove, onRestore }: ChangesProps) {
  return (
    <ul className="flex flex-col gap-6 pt-2">
      {changes.map((change) => (
        <li key={change.id} className="flex flex-col gap-2">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <State {...SAID[change.change]} />
            <h3 className="font-semibold">
              {KINDS[change.kind]} {change.name}
            </h3>
            {change.file !== change.name && <span className="min-w-0 truncate font-mono text-11 text-muted">{change.file}</span>}
            <span className="font-mono text-11 text-muted">{diffSize(change.difference)}</span>
          </div>
          {(change.shuts || change.during) && <p className="text-muted">{[change.shuts, change.during].filter(Boolean).map((why) => named(change.name, why)).join(" ")}</p>}
          <Code text={change.difference} label={texts.changes.difference(change.file)} fold={40} />
          <div className="flex flex-wrap gap-2">
            {change.restorable && (
              <Button icon={Undo2} disabled={busy} aria-label={texts.changes.restoreNamed(change.name)} onClick={() => onRestore(change.id)}>
                {texts.changes.restore}
              </Button>
            )}
            <Button icon={Check} disabled={busy} aria-label={`${yes(change)}: ${change.name}`} onClick={() => onApprove(change.id)}>
              {yes(change)}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

function yes({ change }: ChangeView): string {
  return change === "gone" ? texts.changes.letGo : texts.changes.approve;
}

const SAID: Record<ChangeView["change"], Said> = {
  new: { tone: "warning", word: texts.changes.new },
  changed: { tone: "warning", word: texts.changes.changed },
  gone: { tone: "warning", word: texts.changes.gone },
};

const KINDS: Record<ChangeView["kind"], string> = {
  tool: texts.kind.tool, hook: texts.kind.hook, hand: texts.kind.hand, server: texts.kind.server, agent: texts.kind.agent, skill: texts.kind.skill, page: texts.kind.page, memory: texts.kind.memory, rules: texts.kind.rules, manifest: texts.kind.manifest, file: texts.kind.file,
};
