import { Tabs } from "radix-ui";
import type { ReactNode } from "react";

/** The names of the parts of a page, in Tabs.Root. */
export function TabList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Tabs.List aria-label={label} className="flex shrink-0 gap-4 border-b border-line px-4">
      {children}
    </Tabs.List>
  );
}

export function Tab({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Tabs.Trigger
      value={value}
      className="-mx-1.5 -mb-px h-8 border-b-2 px-1.5 border-transparent whitespace-nowrap text-muted hover:text-text focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-text"
    >
      {children}
    </Tabs.Trigger>
  );
}
