import { FileDiff, ShieldAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { SpaceView } from "../../backend/backend";
import { useChanges } from "../../backend/queries";
import { Button } from "../../components/button";
import { texts } from "../../words/spacelist";

/** Stands above every page of a space that is not trusted, or not as it is now. */
export function TrustBanner({ space, onOpen }: { space: SpaceView; onOpen: () => void }) {
  const changes = useChanges(space.trust === "untrusted" ? "" : space.path).data?.changes.length ?? 0;
  if (space.trust === "untrusted") {
    return (
      <Banner action={<Button onClick={onOpen}>{texts.banner.review}</Button>}>
        <b className="font-semibold">{texts.banner.untrusted}</b>{" "}{texts.banner.untrustedText}
      </Banner>
    );
  }
  if (changes === 0) return null;
  return (
    <Banner action={<Button icon={FileDiff} onClick={onOpen}>{texts.banner.reviewChanges}</Button>}>
      <b className="font-semibold">{space.trust === "trusted" ? texts.banner.changed(changes) : texts.banner.made(changes)}</b> {texts.banner.waiting(changes)}
    </Banner>
  );
}

function Banner({ children, action }: { children: ReactNode; action: ReactNode }) {
  return (
    <div role="note" className="flex max-h-2/5 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 overflow-y-auto border-b border-line bg-asking-soft px-4 py-2">
      <ShieldAlert size={15} aria-hidden className="shrink-0 text-asking" />
      <p className="min-w-44 flex-1">{children}</p>
      {action}
    </div>
  );
}
