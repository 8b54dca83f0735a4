import { FileDiff } from "lucide-react";
import { useState } from "react";
import { useFeed } from "../../backend/context";
import { useChanged } from "../../backend/queries";
import { Button } from "../../components/button";
import { ChangesDialog } from "../../widgets/changes-dialog";
import { ofRuns } from "../../widgets/undo-choices";
import { UndoDialog } from "../../widgets/undo-dialog";
import { endedRuns } from "./ended";
import { texts } from "../../words/undo";

/** All files that a chat has changed, in one list. */
export function ChatFiles({ space, session }: { space: string; session: string }) {
  const changed = useChanged(space, endedRuns(useFeed(`session:${session}`))).data ?? [];
  const [open, setOpen] = useState<"" | "files" | "undo">("");
  if (changed.length === 0) return null;
  const of = ofRuns(...changed.map(({ run }) => run));
  return (
    <>
      <Button look="quiet" icon={FileDiff} onClick={() => setOpen("files")}>
        {texts.row.chat}
      </Button>
      {open === "files" && <ChangesDialog space={space} of={of} onClose={() => setOpen("")} onUndo={() => setOpen("undo")} />}
      {open === "undo" && <UndoDialog space={space} of={of} title={texts.title.chat} onClose={() => setOpen("")} />}
    </>
  );
}
