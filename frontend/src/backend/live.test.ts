import { waitFor } from "@testing-library/react";
import { afterEach, expect, it, onTestFinished } from "vitest";
import { quickBackend } from "../testing/render";
import type { AppEvent, Backend } from "./backend";
import { Live, OUTPUT_KEPT } from "./live";
import type { EventsPageView, QuestionView } from "./wire";
import { texts as german } from "../words/de/reasons";
import { speak } from "../words/language";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A live state on a backend whose events the test sends. */
function started(backend: Backend) {
  let send: (event: AppEvent) => void = () => undefined;
  const listening: Backend = { ...backend, listen: (hear) => ((send = hear), () => undefined) };
  const live = new Live(listening);
  stops.push(live.start());
  return { live, send: (event: AppEvent) => send(event) };
}

function journal(seq: number, kind: string, data: object, call = ""): AppEvent {
  return {
    kind: "journal", space: "/s", session: "chat-1",
    journal: { seq, run: "run-1", call, time: "2026-11-20T09:00:00Z", kind, data: JSON.stringify(data) },
  };
}

const state = (live: Live) => live.store.getState();

it("loads a chat of many pages", async () => {
  const backend = quickBackend();
  const { live } = started({ ...backend, runEvents: (run, after) => backend.runEvents(run, after, 3) });
  live.watch("run:run-02");
  await waitFor(() => expect(state(live).feeds["run:run-02"]?.status).toBe("ready"));
  expect(state(live).feeds["run:run-02"]?.events).toHaveLength(31);
});

it("loses nothing that happens while the past is loading, and shows nothing twice", async () => {
  let answer: (page: EventsPageView) => void = () => undefined;
  const { live, send } = started({ ...quickBackend(), sessionEvents: () => new Promise((resolve) => (answer = resolve)) });
  live.watch("session:chat-1");
  send(journal(2, "replied", { text: "two" }));
  send(journal(3, "replied", { text: "three" }));
  await waitFor(() => expect(state(live).feeds["session:chat-1"]?.status).toBe("loading"));
  const past = [journal(1, "prompted", { text: "one" }), journal(2, "replied", { text: "two" })];
  answer({ events: past.flatMap((event) => (event.kind === "journal" ? [event.journal] : [])), more: false });
  await waitFor(() => expect(state(live).feeds["session:chat-1"]?.status).toBe("ready"));
  await waitFor(() => expect(state(live).feeds["session:chat-1"]?.events.map((event) => event.seq)).toEqual([1, 2, 3]));
});

it("says why a chat could not be read, and reads it when asked again", async () => {
  let broken = true;
  const backend = quickBackend();
  const { live } = started({
    ...backend,
    sessionEvents: (...args) => (broken ? Promise.reject(new Error("The journal is locked.")) : backend.sessionEvents(...args)),
  });
  live.watch("session:chat-tests");
  await waitFor(() => expect(state(live).feeds["session:chat-tests"]).toMatchObject({ status: "failed", error: "The journal is locked." }));
  broken = false;
  live.watch("session:chat-tests");
  await waitFor(() => expect(state(live).feeds["session:chat-tests"]?.turns).toHaveLength(1));
});

it("joins a burst of events into one drawing", async () => {
  const { live, send } = started({ ...quickBackend(), sessionEvents: () => Promise.resolve({ events: [], more: false }) });
  live.watch("session:chat-1");
  await waitFor(() => expect(state(live).feeds["session:chat-1"]?.status).toBe("ready"));
  let drawn = 0;
  stops.push(live.store.subscribe(() => (drawn += 1)));
  send(journal(1, "prompted", { text: "go" }));
  for (let i = 0; i < 500; i += 1) send({ kind: "delta", delta: { session: "chat-1", run: "run-1", text: "x", thinking: false } });
  await waitFor(() => expect(state(live).feeds["session:chat-1"]?.turns[0]?.growing).toHaveLength(500));
  expect(drawn).toBeLessThan(5);
});

it("keeps only the end of what a call prints, and says how much it dropped", async () => {
  const { live, send } = started(quickBackend());
  const print = (text: string) => send({ kind: "output", output: { run: "run-1", call: "c1", stream: "stdout", text } });
  print("a".repeat(OUTPUT_KEPT));
  print("bcd");
  await waitFor(() => expect(state(live).outputs.c1?.text).toHaveLength(OUTPUT_KEPT));
  expect(state(live).outputs.c1).toMatchObject({ dropped: 3 });
  expect(state(live).outputs.c1?.text.endsWith("abcd")).toBe(true);
});

it("forgets what a call printed when its whole output is in the journal", async () => {
  const { live, send } = started(quickBackend());
  send({ kind: "output", output: { run: "run-1", call: "c1", stream: "progress", text: "half" } });
  await waitFor(() => expect(state(live).outputs.c1?.progress).toBe("half"));
  send(journal(1, "finished", { content: "whole" }, "c1"));
  await waitFor(() => expect(state(live).outputs.c1).toBeUndefined());
});

it("does not bring back a question that was answered while the list was on its way", async () => {
  const question = { id: "q1", state: "waiting", asked: "2026-11-20T09:00:00Z" } as QuestionView;
  let answer: (list: QuestionView[]) => void = () => undefined;
  const { live, send } = started({ ...quickBackend(), questions: () => new Promise((resolve) => (answer = resolve)) });
  send({ kind: "question", question: { ...question, state: "allowed" } });
  send({ kind: "question", question: { ...question, id: "q2" } });
  await waitFor(() => expect(state(live).questions).toHaveLength(1));
  answer([question]);
  await Promise.resolve();
  expect(state(live).questions.map(({ id }) => id)).toEqual(["q2"]);
});

it("lists questions in the order in which they were asked, to the fraction of a second", async () => {
  const { live, send } = started({ ...quickBackend(), questions: () => Promise.resolve([]) });
  const ask = (id: string, asked: string) => send({ kind: "question", question: { id, asked, state: "waiting" } as QuestionView });
  ask("second", "2026-11-20T09:00:01.5Z");
  ask("first", "2026-11-20T09:00:01Z");
  await waitFor(() => expect(state(live).questions.map(({ id }) => id)).toEqual(["first", "second"]));
});

it("keeps a few transcripts, the ones that were looked at last", async () => {
  const { live } = started({ ...quickBackend(), runEvents: () => Promise.resolve({ events: [], more: false }) });
  for (const id of ["a", "b", "c", "d", "e", "f"]) live.watch(`run:${id}`);
  live.watch("run:a");
  live.watch("run:g");
  await waitFor(() => expect(state(live).feeds["run:g"]?.status).toBe("ready"));
  expect(Object.keys(state(live).feeds).sort()).toEqual(["run:a", "run:c", "run:d", "run:e", "run:f", "run:g"]);
});

it("tells what is about a run where the run is, and everything else to everybody", async () => {
  const { live, send } = started(quickBackend());
  send({ kind: "notice", notice: { level: "info", text: "312 tools", run: "run-1", skill: "" } });
  send({ kind: "notice", notice: { level: "warning", text: "The disk is full", run: "", skill: "" } });
  await waitFor(() => expect(state(live).notices.map(({ text }) => text)).toEqual(["The disk is full"]));
  speak("de", { reasons: german });
  onTestFinished(() => speak("en"));
  send({ kind: "notice", notice: { level: "info", text: "You stopped everything: 2 runs.", run: "", skill: "" } });
  await waitFor(() => expect(state(live).notices.at(-1)?.text).toBe("Sie haben alles angehalten: 2 runs."));
  expect(state(live).notes).toEqual({ "run-1": [{ skill: "", text: "312 tools" }] });
});
