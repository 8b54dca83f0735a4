import { CircleHelp, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface RowProps {
  icon?: LucideIcon;
  current?: boolean;
  onClick: () => void;
  end?: ReactNode;
  children: ReactNode;
}

/** One line of the sidebar. */
export function Row({ icon: Icon = CircleHelp, current = false, onClick, end, children }: RowProps) {
  return (
    <button
      aria-current={current ? "page" : undefined}
      className={`row w-full rounded-md pr-2 text-left pl-2 ${current ? "bg-chosen" : "hover:bg-hover"}`}
      onClick={onClick}
    >
      <Icon size={15} aria-hidden className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {end}
    </button>
  );
}
