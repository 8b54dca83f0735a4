import { FileDiff, ShieldAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { SpaceView } from "../../backend/backend";
import { useChanges } from "../../backend/queries";
import { plural } from "../../backend/words";
import { Button } from "../../components/button";

/** Stands above every page of a space that is not trusted, or not as it is now. */
export function TrustBanner({ space, onOpen }: { space: SpaceView; onOpen: () => void }) {
  const changes = useChanges(space.trust === "trusted" ? space.path : "").data?.changes.length ?? 0;
  if (space.trust === "untrusted") {
    return (
      <Banner action={<Button onClick={onOpen}>What would be able to run?</Button>}>
        <b className="font-semibold">You have not trusted this space.</b> Its tools, hooks and servers do not run, and agents can only read.
      </Banner>
    );
  }
  if (changes === 0) return null;
  return (
    <Banner action={<Button icon={FileDiff} onClick={onOpen}>See what changed</Button>}>
      <b className="font-semibold">{plural(changes, "thing has", "things have")} changed since you trusted this space.</b> {changes === 1 ? "It does" : "They do"} not run until you have looked.
    </Banner>
  );
}

function Banner({ children, action }: { children: ReactNode; action: ReactNode }) {
  return (
    <div role="note" className="flex shrink-0 items-center gap-3 border-b border-line bg-asking-soft px-4 py-2">
      <ShieldAlert size={15} aria-hidden className="shrink-0 text-asking" />
      <p className="min-w-0 flex-1">{children}</p>
      {action}
    </div>
  );
}
