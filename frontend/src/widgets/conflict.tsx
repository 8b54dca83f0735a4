import { Button } from "../components/button";
import { Code } from "../components/code";
import { Dialog } from "../components/overlay";
import { Phrase } from "../components/phrase";
import { texts as words } from "../words/widgets";
import type { TextDraft } from "./text-draft";

const texts = words.file;

/** The file is not the one that was opened: nothing was written, and the person decides what becomes of it. */
export function Conflict({ draft, name }: { draft: Pick<TextDraft<unknown>, "conflict" | "saving" | "keepEditing" | "takeTheirs" | "overwrite">; name: string }) {
  if (draft.conflict === undefined) return null;
  const actions = (
    <>
      <Button look="primary" onClick={draft.keepEditing}>
        {texts.keepEditing}
      </Button>
      <Button onClick={draft.takeTheirs}>{texts.takeTheirs}</Button>
      <Button disabled={draft.saving} onClick={draft.overwrite}>
        {texts.overwrite}
      </Button>
    </>
  );
  return (
    <Dialog title={texts.title} open onClose={draft.keepEditing} actions={actions}>
      <div className="flex flex-col gap-3">
        <p>
          <Phrase of={texts.text(name)} with={{ disk: <b>−</b>, yours: <b>+</b> }} />
        </p>
        <Code text={draft.conflict} label={texts.difference} />
        <p className="text-12 text-muted">{texts.note}</p>
      </div>
    </Dialog>
  );
}
