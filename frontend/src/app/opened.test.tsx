import { act, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { AppEvent } from "../backend/backend";
import { quickBackend, renderPage } from "../testing/render";
import { beginThere, useOpened } from "./opened";

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

it.each([
  ["what the window showed last", "#/space/%2Fhome%2Fada%2Fwelcome/tools", "#/space/%2Fhome%2Fada%2Fwelcome/tools"],
  ["the first space", "", "#/space/%2Fhome%2Fada%2Fwelcome/chat"],
])("begins with %s", async (_, last, begun) => {
  window.location.hash = "";
  const backend = { ...quickBackend(), lastPage: () => Promise.resolve(last) };
  await beginThere(backend, () => backend.spaces());
  expect(window.location.hash).toBe(begun);
});

it("stays where an address leads, and where there is no space", async () => {
  const lastPage = vi.fn(() => Promise.resolve(""));
  window.location.hash = "#/settings/look";
  await beginThere({ ...quickBackend(), lastPage }, () => Promise.resolve([]));
  expect(window.location.hash).toBe("#/settings/look");
  expect(lastPage).not.toHaveBeenCalled();
  window.location.hash = "";
  await beginThere({ ...quickBackend(), lastPage }, () => Promise.resolve([]));
  expect(window.location.hash).toBe("");
});

it("leads nowhere by an answer that comes too late", async () => {
  let answer: (last: string) => void = vi.fn();
  window.location.hash = "";
  const backend = { ...quickBackend(), lastPage: () => new Promise<string>((resolve) => { answer = resolve; }) };
  const listed = vi.fn(() => backend.spaces());
  await beginThere(backend, listed);
  answer("#/settings/look");
  await waitFor(() => expect(listed).toHaveBeenCalled());
  await listed.mock.results[0]?.value;
  expect(window.location.hash).toBe("");
});
