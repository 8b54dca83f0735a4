import { CircleX, Info, TriangleAlert, X } from "lucide-react";
import { useEffect } from "react";
import { useLive, useLiveState } from "../backend/context";
import type { News } from "../backend/backend";
import { sentence } from "../backend/words";
import { IconButton } from "../components/button";
import { texts } from "../words/app";

const INFO_MS = 6000;

const ICONS = {
  info: { icon: Info, colour: "text-accent" },
  warning: { icon: TriangleAlert, colour: "text-asking" },
  error: { icon: CircleX, colour: "text-failed" },
};

/** What there is to tell that belongs to no place on a page. News go by themselves; what went wrong stays. */
export function Notices() {
  const notices = useLiveState((state) => state.notices);
  return (
    <div aria-live="polite" className="pointer-events-none fixed right-4 bottom-4 z-30 flex w-90 flex-col gap-2">
      {notices.map((notice) => (
        <Notice key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

function Notice({ notice }: { notice: News & { id: number } }) {
  const live = useLive();
  const { icon: Icon, colour } = ICONS[notice.level];
  useEffect(() => {
    if (notice.level !== "info") return;
    const timer = setTimeout(() => live.dismiss(notice.id), INFO_MS);
    return () => clearTimeout(timer);
  }, [live, notice]);
  return (
    <div className="appear pointer-events-auto flex items-start gap-2 rounded-lg border border-edge bg-raised py-1 pr-1 pl-3">
      <Icon size={15} aria-hidden className={`mt-1.5 shrink-0 ${colour}`} />
      <p className="min-w-0 flex-1 py-1 break-words select-text">{notice.level === "info" ? notice.text : sentence(notice.text)}</p>
      <IconButton label={texts.dismiss} icon={X} onClick={() => live.dismiss(notice.id)} />
    </div>
  );
}
