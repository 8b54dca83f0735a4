import { Button } from "../../components/button";
import { Code } from "../../components/code";
import { Dialog } from "../../components/overlay";
import { Phrase } from "../../components/phrase";
import type { HandsDraft } from "./draft";
import { texts } from "../../words/hands";

/** The file is not the one that was opened: nothing was written, and the person decides what becomes of it. */
export function Conflict({ draft, difference }: { draft: HandsDraft; difference: string }) {
  const actions = (
    <>
      <Button look="primary" onClick={draft.keepEditing}>
        {texts.conflict.keepEditing}
      </Button>
      <Button onClick={draft.takeTheirs}>{texts.conflict.takeTheirs}</Button>
      <Button disabled={draft.saving} onClick={draft.overwrite}>
        {texts.conflict.overwrite}
      </Button>
    </>
  );
  return (
    <Dialog title={texts.conflict.title} open onClose={draft.keepEditing} actions={actions}>
      <div className="flex flex-col gap-3">
        <p>
          <Phrase of={texts.conflict.text} with={{ disk: <b>−</b>, yours: <b>+</b> }} />
        </p>
        <Code text={difference} label={texts.conflict.difference} />
        <p className="text-12 text-muted">{texts.conflict.note}</p>
      </div>
    </Dialog>
  );
}
