import { Button } from "../components/button";
import { Failure } from "../components/feedback";
import { State } from "../components/state";
import { texts as common } from "../words/common";
import { texts as words } from "../words/widgets";
import type { TextDraft } from "./text-draft";

const texts = words.file;

/** What stands between the person and a saved file. */
export function DraftNotes({ draft, name }: { draft: Pick<TextDraft<unknown>, "saveError" | "checkError" | "behind" | "save">; name: string }) {
  if (draft.saveError) return <div className="p-2"><Failure what={texts.saveFailed(name)} why={draft.saveError} action={<Button onClick={draft.save}>{common.tryAgain}</Button>} /></div>;
  if (draft.checkError) return <div className="p-2"><Failure what={texts.checkFailed(name)} why={draft.checkError} /></div>;
  if (!draft.behind) return null;
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-asking-soft px-4 py-2">
      <State tone="warning" word={texts.changed} />
      <span className="min-w-0 flex-1">{texts.changedText(name)}</span>
      <Button onClick={draft.save}>{texts.showDifference}</Button>
    </div>
  );
}
