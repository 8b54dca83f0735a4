import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { AppEvent, Backend, EventView } from "../../backend/backend";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { ChatPage } from "./chat-page";

const SESSION = "chat-tests";

/** A chat whose agent has given a task to another one, as far as the events go. */
function open(events: EventView[], own: Partial<Backend> = {}) {
  const [space] = fixtures.spaces;
  if (!space) throw new Error("There are no fixtures.");
  let send: (event: AppEvent) => void = () => undefined;
  const backend: Backend = {
    ...quickBackend(), sessionEvents: (_session, after) => Promise.resolve({ events: events.filter(({ seq }) => seq > after), more: false }), ...own,
    listen: (hear) => {
      const before = send;
      send = (event) => {
        before(event);
        hear(event);
      };
      return () => undefined;
    },
  };
  const page = renderPage(<ChatPage space={space} session={SESSION} chosen="" onInspect={vi.fn()} onOpen={vi.fn()} onModels={vi.fn()} />, backend);
  return {
    ...page,
    tell: (journal: EventView) => act(() => send({ kind: "journal", space: space.path, session: SESSION, journal })),
    hear: (event: AppEvent) => act(() => send(event)),
  };
}

let seq = 0;
function event(run: string, call: string, kind: string, data: object): EventView {
  seq += 1;
  return { seq, run, call, time: `2026-11-26T12:00:${String(seq % 60).padStart(2, "0")}Z`, kind, data: JSON.stringify(data) };
}

const given = () => [
  event("r", "", "prompted", { text: "Ask around.", agent: "Lead" }),
  event("r", "c", "called", { tool: "invoke_agent", caller: "agent", turn: 1, ordinal: 1 }),
  event("r", "c", "started", { tool: "invoke_agent", title: "Give a task to Reader", detail: "Read note.md" }),
  event("s", "", "prompted", { text: "Read note.md", agent: "Reader", from: "Lead", parent: "r", parent_call: "c" }),
  event("s", "d", "called", { tool: "read", caller: "agent", turn: 1, ordinal: 1 }),
  event("s", "d", "started", { tool: "read", title: "Read note.md", detail: "/s/note.md" }),
];

it("shows what a sub-agent does below the call that gave its task, and not as a prompt of the person", async () => {
  open(given());
  const steps = await screen.findByRole("region", { name: "Steps of Reader" });
  within(steps).getByRole("article", { name: /^Read note.md: Running/ });
  expect(screen.getAllByRole("region", { name: "Ask around." })).toHaveLength(1);
  expect(screen.queryByRole("region", { name: "Read note.md" })).toBeNull();
});

it("folds the steps to a line when the sub-agent is done, which opens", async () => {
  const { user, tell } = open(given());
  const steps = await screen.findByRole("region", { name: "Steps of Reader" });
  tell(event("s", "d", "finished", { content: "tea" }));
  tell(event("s", "d", "returned", { same: true }));
  tell(event("s", "", "ended", { state: "done" }));
  await waitFor(() => expect(within(steps).queryByRole("article")).toBeNull());
  expect(steps.textContent).toContain("1 call");
  await user.click(within(steps).getByRole("button", { expanded: false }));
  within(steps).getByRole("article", { name: /^Read note.md: Done/ });
});

it("stops one sub-agent by itself", async () => {
  const cancelRun = vi.fn(() => Promise.resolve());
  const { user } = open(given(), { cancelRun });
  await user.click(await screen.findByRole("button", { name: "Stop Reader" }));
  expect(cancelRun).toHaveBeenCalledWith("s");
});

it("shows one below the other", async () => {
  open([
    ...given(),
    event("s", "e", "called", { tool: "spawn_agent", caller: "agent", turn: 1, ordinal: 2 }),
    event("t", "", "prompted", { text: "Count", agent: "General agent", from: "Reader", parent: "s", parent_call: "e" }),
    event("t", "", "ended", { state: "failed", reason: "no key" }),
  ]);
  const steps = await screen.findByRole("region", { name: "Steps of Reader" });
  expect(within(steps).getByRole("region", { name: "Steps of General agent" }).textContent).toContain("No key.");
});

it("shows the words of a sub-agent below its call while they come, and what is noted of its run, and not in its caller's answer", async () => {
  const { hear, tell } = open(given());
  const steps = await screen.findByRole("region", { name: "Steps of Reader" });
  hear({ kind: "delta", delta: { session: SESSION, run: "s", text: "I look into **the note**", thinking: false } });
  expect((await within(steps).findByText("the note")).tagName).toBe("STRONG");
  hear({ kind: "notice", notice: { level: "info", text: "the model is busy; asking again in 2s", run: "s", skill: "" } });
  await within(steps).findByText(/^The model is busy; asking again in 2s/);
  expect(screen.getAllByText("the note")).toHaveLength(1);
  tell(event("s", "", "replied", { text: "It says tea.", turn: 1 }));
  await within(steps).findByText("It says tea.");
  expect(within(steps).queryByText("the note")).toBeNull();
  expect(screen.getAllByText("It says tea.")).toHaveLength(1);
});
