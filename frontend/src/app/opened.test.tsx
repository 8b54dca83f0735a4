import { act } from "@testing-library/react";
import { expect, it } from "vitest";
import type { AppEvent } from "../backend/backend";
import { quickBackend, renderPage } from "../testing/render";
import { useOpened } from "./opened";

function Opened() {
  useOpened();
  return null;
}

it("goes to the chat whose notification was clicked on, until it is left", () => {
  let hear: ((event: AppEvent) => void) | undefined;
  const listen = (to: (event: AppEvent) => void) => {
    hear = to;
    return () => (hear = undefined);
  };
  const { unmount } = renderPage(<Opened />, { ...quickBackend({ empty: true }), listen });
  act(() => hear?.({ kind: "open", space: "/home/ada/welcome", session: "s_1" }));
  expect(window.location.hash).toBe(`#/space/${encodeURIComponent("/home/ada/welcome")}/chat/s_1`);
  act(() => hear?.({ kind: "clients" }));
  expect(window.location.hash).toContain("s_1");
  unmount();
  expect(hear).toBeUndefined();
});
