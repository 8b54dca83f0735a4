/**
 * Keeps the window what it is: a web view opens whatever is dropped on it in place of the page, and there is no way back.
 * Only words that are dragged into a field are let through, and files from outside to what takes files. What is dragged out of the page itself
 * is no file of the person: an agent can have written the link.
 */
export function refuseDrops(page: Window): void {
  let own = false;
  page.addEventListener("dragstart", () => (own = true), { capture: true });
  page.addEventListener("dragend", () => (own = false), { capture: true });
  const refuse = (event: DragEvent) => {
    if (isWords(event.dataTransfer?.types ?? []) && intoField(event.target)) return;
    event.preventDefault();
    const taken = !own && hasFiles(event.dataTransfer?.types ?? []) && event.target instanceof Element && event.target.closest("[data-takes-files]") !== null;
    if (event.dataTransfer) event.dataTransfer.dropEffect = taken ? "copy" : "none";
    if (!taken) event.stopPropagation();
  };
  for (const kind of ["dragenter", "dragover", "drop"] as const) page.addEventListener(kind, refuse, { capture: true });
}

/** WebKit on Linux tells of addresses where others tell of files. */
function hasFiles(types: readonly string[]): boolean {
  return types.includes("Files") || types.includes("text/uri-list");
}

/** File managers offer files as addresses, too; a link that is dropped would be followed. */
function isWords(types: readonly string[]): boolean {
  return types.includes("text/plain") && !types.includes("Files") && !types.includes("text/uri-list");
}

function intoField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("textarea, input") !== null;
}
