import { Button } from "../../components/button";
import { Dialog } from "../../components/overlay";
import { texts as common } from "../../words/common";
import { texts } from "../../words/server";

interface RemoveServerProps {
  name: string;
  busy: boolean;
  onClose: () => void;
  onRemove: () => void;
}

/** Asks once more, and says what goes with it. */
export function RemoveServer({ name, busy, onClose, onRemove }: RemoveServerProps) {
  const actions = (
    <>
      <Button onClick={onClose}>{common.cancel}</Button>
      <Button
        look="primary"
        disabled={busy}
        onClick={() => {
          onClose();
          onRemove();
        }}
      >
        {texts.remove.remove}
      </Button>
    </>
  );
  return (
    <Dialog title={texts.remove.title(name)} open onClose={onClose} actions={actions}>
      <p>{texts.remove.text}</p>
      <p className="mt-2 text-muted">{texts.remove.keeps}</p>
    </Dialog>
  );
}
