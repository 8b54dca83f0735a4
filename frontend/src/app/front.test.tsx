import { waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { AppEvent, EventView } from "../backend/wire";
import { quickBackend, renderPage } from "../testing/render";
import { useFront, useTyping } from "./front";

function Front() {
  useFront();
  return null;
}

it("tells when the window is left and come back to, and says nothing twice", async () => {
  const inFront = vi.fn(() => Promise.resolve());
  const focus = vi.spyOn(document, "hasFocus").mockReturnValue(true);
  const sight = vi.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
  const { unmount } = renderPage(<Front />, { ...quickBackend({ empty: true }), inFront });
  await waitFor(() => expect(inFront.mock.calls).toEqual([[true]]));
  window.dispatchEvent(new Event("focus"));
  focus.mockReturnValue(false);
  window.dispatchEvent(new Event("blur"));
  sight.mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  await waitFor(() => expect(inFront.mock.calls).toEqual([[true], [false]]));
  sight.mockReturnValue("visible");
  focus.mockReturnValue(true);
  window.dispatchEvent(new Event("focus"));
  await waitFor(() => expect(inFront.mock.calls).toEqual([[true], [false], [true]]));
  unmount();
  focus.mockReturnValue(false);
  window.dispatchEvent(new Event("blur"));
  expect(inFront).toHaveBeenCalledTimes(3);
});

it("tells again when a run of a chat has ended", async () => {
  const inFront = vi.fn(() => Promise.resolve());
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
  let hear: ((event: AppEvent) => void) | undefined;
  const listen = (to: (event: AppEvent) => void) => {
    hear = to;
    return () => (hear = undefined);
  };
  const { unmount } = renderPage(<Front />, { ...quickBackend({ empty: true }), inFront, listen });
  await waitFor(() => expect(inFront.mock.calls).toEqual([[true]]));
  const happens = (session: string, kind: EventView["kind"]) => hear?.({ kind: "journal", space: "/s", session, journal: { kind } as EventView });
  happens("s_1", "replied");
  happens("", "ended");
  expect(inFront).toHaveBeenCalledTimes(1);
  happens("s_1", "ended");
  await waitFor(() => expect(inFront.mock.calls).toEqual([[true], [true]]));
  unmount();
  expect(hear).toBeUndefined();
});

function Typing() {
  useTyping();
  return null;
}

it("tells that the person types, and not at each key", async () => {
  const typing = vi.fn(() => Promise.resolve());
  const { unmount } = renderPage(<Typing />, { ...quickBackend({ empty: true }), typing });
  const press = (at: number) => {
    const event = new KeyboardEvent("keydown", { key: "a", bubbles: true });
    Object.defineProperty(event, "timeStamp", { value: at });
    document.body.dispatchEvent(event);
  };
  for (const at of [10, 20, 300, 420, 500]) press(at);
  await waitFor(() => expect(typing).toHaveBeenCalledTimes(2));
  unmount();
  press(5000);
  expect(typing).toHaveBeenCalledTimes(2);
});
