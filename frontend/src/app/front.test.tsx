import { waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
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
