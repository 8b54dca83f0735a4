import { lazy, Suspense, useId, useRef, useState, type ComponentProps, type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode } from "react";
import type { MenuEntry } from "./open-menu";

// What draws an open menu comes along when somebody is about to open one: the sidebar has menus, and a window opens
// with the sidebar.
const OpenMenu = lazy(() => import("./open-menu").then((module) => ({ default: module.OpenMenu })));

/** What a button that opens a menu needs to be given. */
export type MenuButtonProps = Pick<
  ComponentProps<"button">,
  "id" | "ref" | "aria-haspopup" | "aria-expanded" | "onPointerEnter" | "onFocus" | "onPointerDown" | "onClick" | "onKeyDown"
> & { "data-state": "open" | "closed" };

interface MenuProps {
  /** Draws the button with what it is given. */
  button: (opens: MenuButtonProps) => ReactNode;
  /** Which of the button's sides the menu is in line with. */
  align?: "start" | "end";
  entries: readonly MenuEntry[];
  /** Stands below the entries. */
  note?: ReactNode;
}

/** A button, and the menu that it opens. */
export function Menu({ button, align = "start", entries, note }: MenuProps) {
  const id = useId();
  const place = useRef<HTMLButtonElement>(null);
  const [near, setNear] = useState(false);
  const [open, setOpen] = useState<"no" | "pointer" | "key">("no");
  const come = () => setNear(true);
  const show = (by: "pointer" | "key") => {
    setNear(true);
    setOpen(by);
  };
  const opens: MenuButtonProps = {
    id,
    ref: place,
    "aria-haspopup": "menu",
    "aria-expanded": open !== "no",
    "data-state": open === "no" ? "closed" : "open",
    onPointerEnter: come,
    onFocus: come,
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || event.ctrlKey) return;
      // The menu gets the focus, not the button.
      event.preventDefault();
      show("pointer");
    },
    // By Enter, Space or a screen reader; a click of the pointer has a pointer that went down.
    onClick: (event: MouseEvent) => event.detail === 0 && show("key"),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      show("key");
    },
  };
  return (
    <>
      {button(opens)}
      {near && (
        <Suspense fallback={null}>
          <OpenMenu button={place} align={align} open={open !== "no"} byKey={open === "key"} onClose={() => setOpen("no")} entries={entries} note={note} />
        </Suspense>
      )}
    </>
  );
}
