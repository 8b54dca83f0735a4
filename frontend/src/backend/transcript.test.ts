import { describe, expect, it, onTestFinished } from "vitest";
import { eventMaker, fixtureEvents } from "../testing/events";
import { PERSON } from "./fake/door";
import { Transcript, type Call } from "./transcript";
import { texts as german } from "../words/de/reasons";
import { speak } from "../words/language";

function play(events: Parameters<Transcript["apply"]>[0][]): Transcript {
  const transcript = new Transcript();
  for (const event of events) transcript.apply(event);
  return transcript;
}

function callOf(transcript: Transcript, id: string): Call {
  const call = transcript.calls.get(id);
  if (!call) throw new Error(`There is no call ${id}.`);
  return call;
}

describe("a run that went well", () => {
  const transcript = play(fixtureEvents("run-01"));

  it("is one turn with words and calls in the order in which they came", () => {
    expect(transcript.turns).toHaveLength(1);
    const [turn] = transcript.turns;
    expect(turn?.prompt).toBe("Why does the unit suite fail? Please fix it.");
    expect(turn?.state).toBe("done");
    expect(turn?.parts.map((part) => (part.kind === "call" ? callOf(transcript, part.call).tool : "text"))).toEqual([
      "text", "run-tests", "text", "read", "grep", "text", "edit", "run-tests", "text",
    ]);
  });

  it("keeps what was shown, what came out and every stage of the door", () => {
    const call = callOf(transcript, "run-01-c1");
    expect(call).toMatchObject({ status: "complete", title: "Run the tests", detail: "bash test.sh unit --timeout 30", folder: "/home/ada/welcome" });
    expect(call.content).toContain("FAIL  rounding");
    expect(call.meta.exit_code).toBe(1);
    expect(call.meta.stages?.map((stage) => stage.name)).toContain("guard");
    expect(call.verdict?.by).toBe("mode workspace");
    expect(call.given).toBeUndefined();
  });

  it("adds up what the model read and wrote", () => {
    expect(transcript.turns[0]?.inputTokens).toBe(1840 + 2210 + 2630 + 2700 + 2960);
    expect(transcript.turns[0]?.outputTokens).toBe(52 + 64 + 41 + 12 + 118);
  });
});

it("shows calls of one answer in the order in which they were asked for", () => {
  const make = eventMaker();
  const called = (call: string, turn: number, ordinal: number) => make(call, "called", { tool: call, turn, ordinal });
  const transcript = play([
    make("", "prompted", { text: "Look" }), make("", "replied", { text: "I look", turn: 1 }),
    called("b", 1, 2), called("c", 1, 3), make("c", "returned", {}), called("a", 1, 1), make("", "replied", { text: "And again", turn: 2 }), called("e", 2, 2), called("d", 2, 1),
  ]);
  expect(transcript.turns[0]?.parts.map((part) => (part.kind === "call" ? part.call : part.text))).toEqual(["I look", "a", "b", "c", "And again", "d", "e"]);
});

describe("a question on the way of a call", () => {
  const begin = (make: ReturnType<typeof eventMaker>) => [
    make("c", "called", { tool: "bash" }), make("c", "allowed", { by: "mode workspace" }), make("c", "started", { tool: "bash", title: "Run a shell command", detail: "npm ci" }),
    make("c", "asked", { title: "May builds reach the package registries?", detail: "Yes lets every program …", reason: "it reaches them" }),
  ];

  it("waits, and leaves the call what it is", () => {
    const call = callOf(play(begin(eventMaker())), "c");
    expect(call).toMatchObject({ status: "requires-action", title: "Run a shell command", detail: "npm ci", asides: [{ title: "May builds reach the package registries?", answer: undefined }] });
  });

  it.each(["allowed", "declined", "expired"] as const)("goes on when it was %s, and the verdict on the call stays", (kind) => {
    const make = eventMaker();
    const call = callOf(play([...begin(make), make("c", kind, PERSON)]), "c");
    expect(call).toMatchObject({ status: "running", verdict: { by: "mode workspace" }, asides: [{ answer: { kind, decided: PERSON } }] });
  });
});

describe("the four states of a call", () => {
  const transcript = play(fixtureEvents("run-05"));
  it.each([
    ["run-05-c1", "complete", ""],
    ["run-05-c2", "incomplete", "network_disabled"],
    ["run-05-c3", "requires-action", ""],
    ["run-05-c4", "running", ""],
  ])("%s is %s %s", (id, status, code) => {
    expect(callOf(transcript, id)).toMatchObject({ status, code });
  });
});

describe("calls that did not go through", () => {
  const transcript = play(fixtureEvents("run-02"));
  it.each([
    ["run-02-c1", "declined", "Not before the review is done."],
    ["run-02-c2", "permission_denied", "lies outside the space"],
    ["run-02-c3", "blocked", "Force pushes are not allowed"],
    ["run-02-c4", "timeout", "It ran for 30 s"],
    ["run-02-c5", "expired", "nobody answered"],
    ["run-02-c6", "not_found", "There is no tool 'lint'"],
    ["run-02-c7", "invalid_path", "/etc/shadow"],
    ["run-02-c8", "file_not_found", "notes/missing.md"],
  ])("%s: %s", (id, code, message) => {
    const call = callOf(transcript, id);
    expect(call).toMatchObject({ status: "incomplete", code });
    expect(call.message).toContain(message);
  });

  it("says why the run was stopped", () => {
    expect(transcript.turns[0]).toMatchObject({ state: "halted", reason: "The model asked for the same thing three times in a row." });
  });
});

it("names an input that is not kept", () => {
  const event = eventMaker();
  const transcript = play([event("c1", "called", { tool: "write", size: 20_000, sha256: "abc" })]);
  expect(callOf(transcript, "c1")).toMatchObject({ input: undefined, inputName: "20,000 bytes, SHA-256 abc" });
});

it("knows the calls that the person made", () => {
  expect(callOf(play(fixtureEvents("run-03")), "run-03-c1").own).toBe(true);
  expect(callOf(play(fixtureEvents("run-04")), "run-04-c1").own).toBe(false);
});

it("says that nobody knows the outcome of a call whose process died", () => {
  const call = callOf(play(fixtureEvents("run-03")), "run-03-c1");
  expect(call).toMatchObject({ status: "incomplete", code: "unknown" });
  expect(call.message).toContain("check before you run it again");
});

it("goes on with a run that was cut: a call that runs again begins anew", () => {
  const event = eventMaker("r");
  const transcript = play([
    event("", "prompted", { text: "Go." }), event("", "replied", { text: "I run.", turn: 1 }), event("c1", "called", { tool: "bash" }), event("c1", "started", { title: "Run: make" }),
    event("c1", "finished", { unknown: true, error: "Handrail closed while this ran" }), event("", "ended", { state: "unknown", reason: "Handrail closed" }),
  ]);
  expect(callOf(transcript, "c1")).toMatchObject({ status: "incomplete", code: "unknown" });
  transcript.apply(event("", "resumed", { by: "the person, in the window" }));
  expect(transcript.turns[0]).toMatchObject({ state: "running", reason: "" });
  transcript.apply(event("c1", "called", { tool: "bash" }));
  expect(callOf(transcript, "c1")).toMatchObject({ status: "running", code: "", message: "", finished: "" });
  transcript.apply(event("c1", "finished", { content: "made" }));
  expect(callOf(transcript, "c1")).toMatchObject({ status: "complete", content: "made" });
  expect(transcript.turns[0]?.parts).toEqual([expect.objectContaining({ kind: "text", turn: 1 }), expect.objectContaining({ call: "c1" })]);
});

it("makes a turn for calls that nobody prompted", () => {
  const [turn] = play(fixtureEvents("run-04")).turns;
  expect(turn).toMatchObject({ prompt: "", state: "done" });
  expect(turn?.parts).toHaveLength(1);
});

it("takes an event once, however often it comes", () => {
  const event = eventMaker();
  const once = event("", "prompted", { text: "hello" });
  const transcript = new Transcript();
  expect(transcript.apply(once)).toBe(true);
  expect(transcript.apply(once)).toBe(false);
  expect(transcript.turns).toHaveLength(1);
});

it("grows a reply, and puts the whole of it in its place when it is there", () => {
  const event = eventMaker();
  const transcript = play([event("", "prompted", { text: "hello" })]);
  transcript.grow("run-1", "Good ");
  transcript.grow("run-1", "mor");
  expect(transcript.turns[0]?.growing).toBe("Good mor");
  transcript.apply(event("", "replied", { text: "Good morning." }));
  expect(transcript.turns[0]).toMatchObject({ growing: "", parts: [{ kind: "text", text: "Good morning." }] });
});

it("closes the calls of a run that ended before they did", () => {
  const event = eventMaker();
  const transcript = play([
    event("", "prompted", { text: "go" }),
    event("c1", "called", { tool: "bash" }),
    event("c1", "started", { tool: "bash", title: "bash", detail: "sleep 9" }),
    event("c2", "called", { tool: "deploy" }),
    event("c2", "asked", { title: "Deploy", detail: "deploy" }),
    event("", "ended", { state: "cancelled" }),
  ]);
  expect(callOf(transcript, "c1")).toMatchObject({ status: "incomplete", code: "cancelled" });
  expect(callOf(transcript, "c2")).toMatchObject({ status: "incomplete", code: "cancelled" });
});

it("does not touch the other leaves when one call changes", () => {
  const event = eventMaker();
  const transcript = play([event("", "prompted", { text: "go" }), event("c1", "called", { tool: "read" }), event("c2", "called", { tool: "bash" })]);
  const [turn] = transcript.turns;
  const first = callOf(transcript, "c1");
  transcript.apply(event("c2", "started", { tool: "bash", title: "bash", detail: "true" }));
  expect(transcript.turns[0]).toBe(turn);
  expect(callOf(transcript, "c1")).toBe(first);
});

it("shows what a hook changed and what the model was given in place of the content", () => {
  const event = eventMaker();
  const transcript = play([
    event("c1", "called", { tool: "read", input: { path: "a" } }),
    event("c1", "changed", { by: "hook tidy", input: { path: "b" } }),
    event("c1", "started", { tool: "read", title: "Read b", detail: "/b" }),
    event("c1", "finished", { content: "secret" }),
    event("c1", "returned", { content: "", error: "The hook keeps this back.", code: "blocked" }),
  ]);
  expect(callOf(transcript, "c1")).toMatchObject({
    changedBy: "hook tidy", input: { path: "b" }, content: "secret", given: "", status: "incomplete", code: "blocked",
  });
});

it("marks a call whose changes were undone by a later one", () => {
  const event = eventMaker();
  const transcript = play([
    event("c1", "called", { tool: "edit" }),
    event("c1", "snapshot", { changed: 2 }),
    event("c2", "called", { tool: "undo" }),
    event("c2", "undone", { calls: ["c1"], changed: 2 }),
  ]);
  expect(callOf(transcript, "c1")).toMatchObject({ undone: true, snapshot: "Changed 2 files." });
});

it("tells a person of their own no, and nothing that is meant for the model", () => {
  const of = (reason: string, cause?: string) => {
    const event = eventMaker();
    return callOf(play([
    event("c", "called", { tool: "bash" }), event("c", "asked", { title: "Run: ls" }),
    event("c", "declined", { by: "the person, in the window", decider: PERSON.decider, reason, ...(cause && { cause }), code: "declined" }),
    event("c", "returned", { error: reason, code: "declined", meta: {} }),
    ]), "c").message;
  };
  expect(of("the call was declined; do not try it again unless the person asks for it")).toBe("");
  expect(of("the call was declined: not on Fridays", "not on Fridays")).toBe("not on Fridays");
});

it("adds nothing to a reply that broke off, when the rest of it comes late", () => {
  const event = eventMaker();
  const transcript = play([event("", "prompted", { text: "Go on" })]);
  transcript.grow("run-1", "Half a sen");
  for (const next of [event("", "replied", { text: "Half a sentence", turn: 1, stop: "broken" }), event("", "ended", { state: "failed", reason: "the connection broke" })]) transcript.apply(next);
  transcript.grow("run-1", "s");
  const [turn] = transcript.turns;
  expect(turn?.growing).toBe("");
  expect(turn?.parts).toHaveLength(1);
});

it("says why a run ended in the language of the page", () => {
  speak("de", { reasons: german });
  onTestFinished(() => speak("en"));
  const event = eventMaker();
  const transcript = new Transcript();
  for (const next of [event("", "prompted", { text: "Go" }), event("", "ended", { state: "failed", reason: "the model's answer was empty. Ask again, or choose another model" })]) transcript.apply(next);
  expect(transcript.turns.map(({ reason }) => reason)).toEqual(["die Antwort des Modells war leer. Fragen Sie noch einmal, oder wählen Sie ein anderes Modell"]);
});
