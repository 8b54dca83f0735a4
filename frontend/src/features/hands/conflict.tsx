import { Button } from "../../components/button";
import { Code } from "../../components/code";
import { Dialog } from "../../components/overlay";
import type { HandsDraft } from "./draft";

/** The file is not the one that was opened: nothing was written, and the person decides what becomes of it. */
export function Conflict({ draft, difference }: { draft: HandsDraft; difference: string }) {
  const actions = (
    <>
      <Button look="primary" onClick={draft.keepEditing}>
        Keep editing
      </Button>
      <Button onClick={draft.takeTheirs}>Take the file's</Button>
      <Button disabled={draft.saving} onClick={draft.overwrite}>
        Overwrite
      </Button>
    </>
  );
  return (
    <Dialog title="Somebody else changed this file" open onClose={draft.keepEditing} actions={actions}>
      <div className="flex flex-col gap-3">
        <p>
          ctxnest.json is no longer as it was when you opened it, so it was not saved. Lines with <b>−</b> are only on disk, lines with <b>+</b> only in yours.
        </p>
        <Code text={difference} label="From the file to yours" />
        <p className="text-12 text-muted">Take the file's: your changes are gone. Overwrite: what is on disk is gone.</p>
      </div>
    </Dialog>
  );
}
