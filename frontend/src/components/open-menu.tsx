import type { LucideIcon } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useImperativeHandle, type FocusEvent, type ReactNode, type Ref, type RefObject } from "react";

export interface MenuEntry {
  icon?: LucideIcon;
  text: string;
  onSelect: () => void;
}

interface OpenMenuProps {
  button: RefObject<HTMLButtonElement | null>;
  align: "start" | "end";
  open: boolean;
  /** A key has opened it: its first entry has the focus. */
  byKey: boolean;
  onClose: () => void;
  entries: readonly MenuEntry[];
  note: ReactNode;
}

/** The menu of a button that is on the page already. */
export function OpenMenu({ button, align, open, byKey, onClose, entries, note }: OpenMenuProps) {
  const enter = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (byKey && target === currentTarget) currentTarget.querySelector<HTMLElement>("[role=menuitem]")?.focus();
  };
  return (
    <DropdownMenu.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <DropdownMenu.Trigger asChild>
        <ButtonOnPage button={button} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content aria-labelledby={button.current?.id} align={align} sideOffset={4} className="appear z-50 min-w-44 rounded-md border border-edge bg-ground p-1" onFocus={enter}>
          {entries.map(({ icon: Icon, text, onSelect }) => (
            <DropdownMenu.Item key={text} onSelect={onSelect} className="row cursor-default rounded-sm px-2 data-highlighted:bg-hover data-highlighted:outline-none">
              {Icon && <Icon size={14} aria-hidden className="text-muted" />}
              {text}
            </DropdownMenu.Item>
          ))}
          {note}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Draws nothing: the menu is placed at the button, and gives it the focus back. */
function ButtonOnPage({ button, ref }: { button: RefObject<HTMLButtonElement | null>; ref?: Ref<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => button.current, [button]);
  return null;
}
