import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Transcript } from "../../backend/transcript";
import { readEvent } from "../../backend/events";
import { sayOrigin } from "../../backend/words";
import { quickBackend, renderPage } from "../../testing/render";
import { ToolCard } from "./tool-card";

function callFrom(origins: object[]) {
  const transcript = new Transcript();
  const tell = (seq: number, kind: string, data: object) => {
    const event = readEvent({ seq, run: "r", call: "c", time: "2026-11-20T12:00:00Z", kind, data: JSON.stringify(data) });
    if (event) transcript.apply(event);
  };
  tell(1, "called", { tool: "web_fetch", caller: "agent", turn: 1, ordinal: 1 });
  tell(2, "started", { tool: "web_fetch", title: "Fetch a page", detail: "https://example.com/a" });
  tell(3, "finished", { content: "a page", meta: { origins } });
  tell(4, "returned", { same: true });
  const call = transcript.calls.get("c");
  if (!call) throw new Error("There is no call.");
  return call;
}

const show = (origins: object[]) => renderPage(<ToolCard call={callFrom(origins)} chosen={false} onInspect={vi.fn()} />, quickBackend());

it("says on the card and in it where text comes from", async () => {
  const { user } = show([{ kind: "web", name: "example.com" }, { kind: "server", name: "notes" }]);
  screen.getByText("Text from", { selector: ".sr-only" });
  screen.getByText("example.com");
  screen.getByText("+1");
  await user.click(screen.getByRole("button", { name: /Fetch a page/, expanded: false }));
  await screen.findByText("example.com, the server notes");
});

it("says nothing of what is the person's or the space's", () => {
  const { container } = show([]);
  expect(container.querySelector(".from-mark")).toBeNull();
});

it.each([
  [{ kind: "clipboard" }, "the clipboard"],
  [{ kind: "file", name: "node_modules/left-pad" }, "node_modules/left-pad"],
  [{ kind: "web", name: "example.com", via: "notes.md" }, "example.com, by notes.md"],
  [{ kind: "toString", name: "x" }, "somewhere else (x)"],
  [{ kind: "tomorrow" }, "somewhere else"],
])("names %j", (origin, want) => {
  expect(sayOrigin(origin)).toBe(want);
});
