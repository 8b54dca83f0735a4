import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./button";

interface PaneHeaderProps {
  title: ReactNode;
  /** The way back to what it was opened from; it stands before the heading, and is no part of its name. */
  back?: { label: string; onBack: () => void; /** Where it is left out: beside the list itself. */ className?: string };
  /** One line under or beside the title. */
  note?: ReactNode;
  children?: ReactNode;
  level?: 1 | 2;
}

/** The bar on top of a pane: what it is, and what can be done with it. */
export function PaneHeader({ title, back, note, children, level = 1 }: PaneHeaderProps) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <header className="@container/header flex h-11 shrink-0 items-center gap-3 border-b border-line px-4 max-[479px]:h-auto max-[479px]:min-h-11 max-[479px]:flex-wrap max-[479px]:gap-y-1 max-[479px]:py-1">
      {back && (
        <span className={`-mr-1 -ml-2 flex ${back.className ?? ""}`}>
          <IconButton label={back.label} icon={ArrowLeft} onClick={back.onBack} />
        </span>
      )}
      <Heading className="min-w-0 truncate text-13 font-semibold">{title}</Heading>
      {note && <div className="hidden min-w-0 flex-1 truncate text-12 text-muted @md/header:block">{note}</div>}
      <div className="ml-auto flex max-w-full shrink-0 items-center gap-1 max-[479px]:flex-wrap">{children}</div>
    </header>
  );
}

interface SectionProps {
  title: string;
  /** 2 right under a page's own heading. */
  level?: 2 | 3;
  action?: ReactNode;
  children: ReactNode;
}

export function Section({ title, level = 3, action, children }: SectionProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section className="flex flex-col gap-2">
      <div className="flex min-h-6 items-center justify-between gap-2">
        <Heading className="text-12 font-semibold text-muted">{title}</Heading>
        {action}
      </div>
      {children}
    </section>
  );
}

export function Kbd({ children }: { children: string }) {
  return <kbd className="rounded-sm border border-line px-1 font-sans text-11 text-muted">{children}</kbd>;
}
