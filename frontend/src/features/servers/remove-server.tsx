import { Button } from "../../components/button";
import { Dialog } from "../../components/overlay";

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
      <Button onClick={onClose}>Keep it</Button>
      <Button
        look="primary"
        disabled={busy}
        onClick={() => {
          onClose();
          onRemove();
        }}
      >
        Remove it
      </Button>
    </>
  );
  return (
    <Dialog title={`Remove ${name}?`} open onClose={onClose} actions={actions}>
      <p>It is taken out of your settings, for every space, and its processes end. Its tools are gone from the next call on.</p>
      <p className="mt-2 text-muted">Its secrets stay in the keyring, and what other programs have of it is not touched.</p>
    </Dialog>
  );
}
