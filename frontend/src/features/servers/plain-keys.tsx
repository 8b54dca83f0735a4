import { KeyRound } from "lucide-react";
import { Button } from "../../components/button";
import { texts } from "../../words/servers";

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
      <p className="min-w-30 flex-1 pl-1 text-12">{texts.keys.plain(count)}</p>
      <Button icon={KeyRound} disabled={busy} onClick={onMove}>
        {texts.keys.move(count)}
      </Button>
    </div>
  );
}
