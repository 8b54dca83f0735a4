import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { useRef, useState, type ReactNode } from "react";
import { IconButton } from "./button";
import { texts as common } from "../words/common";

interface DialogProps {
  title: string;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Buttons, the safe one first. */
  actions?: ReactNode;
  /** As large as the window lets it be; what it holds lays itself out, to the edges. */
  wide?: boolean;
}

export function Dialog({ open, ...rest }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && rest.onClose()}>
      {open && <Opened {...rest} />}
    </Radix.Root>
  );
}

/** What has the focus before a dialog is drawn; for an entry of a menu, which is gone by then, the menu's button. */
function focusedBefore(): HTMLElement | null {
  const focused = document.activeElement;
  const button = focused?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const place = button ? document.getElementById(button) : focused;
  return place instanceof HTMLElement ? place : null;
}

function Opened({ title, children, actions, wide = false }: Omit<DialogProps, "open">) {
  const box = useRef<HTMLDivElement>(null);
  const [before] = useState(focusedBefore);
  return (
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-40 bg-scrim" />
      <Radix.Content
        ref={box}
        aria-describedby={undefined}
        // What is filled in or pressed first, not the cross in the corner.
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          box.current?.querySelector<HTMLElement>("input:not(:disabled), [data-actions] button")?.focus();
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          before?.focus();
        }}
        className={`appear fixed top-1/2 left-1/2 z-40 flex -translate-1/2 flex-col rounded-lg border border-edge bg-ground ${wide ? "h-[86vh] w-[min(68rem,94vw)]" : "max-h-[88vh] w-160 max-w-[92vw]"}`}
      >
        <div className="flex h-11 shrink-0 items-center justify-between border-b border-line pr-2 pl-4">
          <Radix.Title className="font-semibold">{title}</Radix.Title>
          <Radix.Close asChild>
            <IconButton label={common.close} icon={X} />
          </Radix.Close>
        </div>
        <div className={`min-h-0 flex-1 ${wide ? "flex flex-col" : "overflow-y-auto p-4"}`}>{children}</div>
        {actions && <div data-actions className="flex shrink-0 flex-wrap justify-end gap-2 border-t border-line px-4 py-3">{actions}</div>}
      </Radix.Content>
    </Radix.Portal>
  );
}
