import { afterEach, expect, it, vi } from "vitest";
import { quickBackend } from "../testing/render";
import { EVENT_NAME } from "./backend";
import { wailsBackend } from "./wails";

afterEach(() => {
  delete window.go;
  delete window.runtime;
});

function bind(functions: Record<string, () => Promise<unknown>>) {
  const runtime = { EventsOn: vi.fn(() => () => undefined), ClipboardSetText: vi.fn(() => Promise.resolve(false)), BrowserOpenURL: vi.fn() };
  // Wails binds them struct by struct.
  const [first = ["", () => Promise.resolve()], ...others] = Object.entries(functions);
  window.go = { window: { Chats: Object.fromEntries([first]), Tools: Object.fromEntries(others) } };
  window.runtime = runtime;
  const backend = wailsBackend();
  if (!backend) throw new Error("It was not found.");
  return { backend, runtime };
}

/** Every function that the interface has, with a capital. */
function everyFunction() {
  const names = Object.keys(quickBackend()).filter((name) => !["listen", "copy", "openURL"].includes(name));
  return Object.fromEntries(names.map((name) => [name.charAt(0).toUpperCase() + name.slice(1), vi.fn(() => Promise.resolve(name))]));
}

it("is not there in a plain browser", () => {
  expect(wailsBackend()).toBeUndefined();
});

it("calls the function of the same name, with its arguments", async () => {
  const functions = everyFunction();
  const { backend } = bind(functions);
  for (const [name, call] of Object.entries(backend)) {
    if (["listen", "copy", "openURL"].includes(name)) continue;
    await expect((call as (...args: unknown[]) => Promise<unknown>)("one", 2)).resolves.toBe(name);
    expect(functions[name.charAt(0).toUpperCase() + name.slice(1)]).toHaveBeenCalledWith("one", 2);
  }
  expect(Object.keys(backend).sort()).toEqual(Object.keys(quickBackend()).sort());
});

it("makes an Error of the bare text that Wails rejects with", async () => {
  // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- it is what Wails does
  const { backend } = bind({ ...everyFunction(), Spaces: () => Promise.reject("disk full: free some space") });
  await expect(backend.spaces()).rejects.toThrow("disk full: free some space");
});

it("hears the one event, and says when the clipboard is not there", async () => {
  const { backend, runtime } = bind(everyFunction());
  const hear = () => undefined;
  backend.listen(hear);
  expect(runtime.EventsOn).toHaveBeenCalledWith(EVENT_NAME, hear);
  await expect(backend.copy("text")).rejects.toThrow("clipboard");
});
