import { useEffect, useEffectEvent } from "react";

/** What Escape closes, or is meant for, before it stops anything. */
const OPEN = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [data-radix-popper-content-wrapper]";
const OTHERS = "[role=dialog], [role=alertdialog], [role=menu], aside, nav, input, select, [contenteditable]";

/** Escape stops a run, unless something else is open or somebody types elsewhere. */
export function useStopKey(running: boolean, onStop: () => void): void {
  const stop = useEffectEvent(onStop);
  useEffect(() => {
    if (!running) return;
    const hear = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || event.repeat || event.isComposing) return;
      if (event.target instanceof Element && event.target.closest(OTHERS)) return;
      // A question in the conversation is not open in front of it.
      if ([...document.querySelectorAll(OPEN)].some((element) => element.closest("[role=log]") === null)) return;
      event.preventDefault();
      stop();
    };
    window.addEventListener("keydown", hear);
    return () => window.removeEventListener("keydown", hear);
  }, [running]);
}
