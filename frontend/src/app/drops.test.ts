import { beforeAll, expect, it, vi } from "vitest";
import { refuseDrops } from "./drops";

beforeAll(() => refuseDrops(window));

/** Whether the page has taken a drag over an element from the web view. */
function refused(kind: string, on: HTMLElement, types: string[]): boolean {
  document.body.append(on);
  const event = new Event(kind, { bubbles: true, cancelable: true });
  Object.defineProperty(event, "dataTransfer", { value: { types, dropEffect: "copy" } });
  on.dispatchEvent(event);
  on.remove();
  return event.defaultPrevented;
}

it("refuses files and links wherever they are dropped", () => {
  for (const kind of ["dragenter", "dragover", "drop"]) {
    for (const place of ["div", "textarea"]) {
      for (const types of [["Files"], ["text/uri-list", "text/plain"], []]) {
        expect(refused(kind, document.createElement(place), types), `${kind} on a ${place}`).toBe(true);
      }
    }
  }
});

it("lets files from outside through to what takes them, and nothing that was dragged out of the page", () => {
  const chat = document.createElement("div");
  chat.dataset.takesFiles = "";
  const heard = vi.fn<(event: Event) => void>();
  chat.addEventListener("drop", heard);
  expect(refused("drop", chat, ["Files"])).toBe(true);
  expect(refused("drop", chat, ["text/uri-list"])).toBe(true);
  expect(refused("drop", chat, ["text/html"])).toBe(true);
  window.dispatchEvent(new Event("dragstart"));
  expect(refused("drop", chat, ["Files", "text/uri-list"])).toBe(true);
  window.dispatchEvent(new Event("dragend"));
  expect(heard).toHaveBeenCalledTimes(2);
});

it("lets words be dragged into a field, and nowhere else", () => {
  expect(refused("drop", document.createElement("textarea"), ["text/plain", "text/html"])).toBe(false);
  expect(refused("drop", document.createElement("input"), ["text/plain"])).toBe(false);
  expect(refused("drop", document.createElement("div"), ["text/plain"])).toBe(true);
});
