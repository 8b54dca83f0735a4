import { KeyRound } from "lucide-react";
import { plural } from "../../backend/words";
import { Button } from "../../components/button";

interface PlainKeysProps {
  count: number;
  busy: boolean;
  onMove: () => void;
}

/** Offers to move keys of the person's servers out of the settings. */
export function PlainKeys({ count, busy, onMove }: PlainKeysProps) {
  if (count === 0) return null;
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-asking-soft p-2">
      <p className="min-w-30 flex-1 pl-1 text-12">{plural(count, "key is", "keys are")} stored in plain text.</p>
      <Button icon={KeyRound} disabled={busy} onClick={onMove}>
        Move {count === 1 ? "it" : "them"} to your keychain
      </Button>
    </div>
  );
}
