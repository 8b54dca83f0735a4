/**
 * Keeps the window what it is: a web view opens whatever is dropped on it in place of the page, and there is no way back.
 * Only words that are dragged into a field are let through.
 */
export function refuseDrops(page: Window): void {
  const refuse = (event: DragEvent) => {
    if (isWords(event.dataTransfer?.types ?? []) && intoField(event.target)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = "none";
  };
  for (const kind of ["dragenter", "dragover", "drop"] as const) page.addEventListener(kind, refuse, { capture: true });
}

/** File managers offer files as addresses, too; a link that is dropped would be followed. */
function isWords(types: readonly string[]): boolean {
  return types.includes("text/plain") && !types.includes("Files") && !types.includes("text/uri-list");
}

function intoField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("textarea, input") !== null;
}
