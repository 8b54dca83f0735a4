import { expect, it } from "vitest";
import { eventMaker } from "../testing/events";
import { Transcript, type Call } from "./transcript";

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

it("keeps the end of a reply that grows without end, from where a paragraph begins", () => {
  const event = eventMaker();
  const transcript = play([event("", "prompted", { text: "Go on" })]);
  for (let i = 0; i < 5000; i += 1) transcript.grow("run-1", `Part ${i} ${"word ".repeat(200)}\n\n`);
  const growing = transcript.turns[0]?.growing ?? "";
  expect(growing.length).toBeLessThanOrEqual(400_000);
  expect(growing).toMatch(/^Part \d+ word/);
  expect(growing).toContain("Part 4999 ");
});

it("lists the calls of an answer in its order, each once, with what was thought before", () => {
  const event = eventMaker();
  const transcript = play([
    event("", "prompted", { text: "Go on" }),
    event("", "replied", { text: "So.", turn: 1, thinking: "hm", thought_ms: 1200, calls: [{ id: "a", call: "c1", name: "read", input: {} }, { id: "b", call: "c2", name: "grep", input: {} }, { id: "c", name: "old" }] }),
    event("c2", "called", { tool: "grep", caller: "agent", turn: 1, ordinal: 2 }), event("c2", "finished", { content: "found" }),
  ]);
  expect(transcript.turns[0]?.parts.map((part) => (part.kind === "call" ? part.call : part.text))).toEqual(["hm", "So.", "c1", "c2"]);
  expect([callOf(transcript, "c1").status, callOf(transcript, "c2").status]).toEqual(["queued", "complete"]);
});
