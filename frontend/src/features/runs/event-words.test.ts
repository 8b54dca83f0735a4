import { expect, it } from "vitest";
import { EVENT_KINDS, readEvent } from "../../backend/events";
import { fixtureEvents } from "../../testing/events";
import { filterEvents, groupOf, wordsOf } from "./event-words";

it("has words for every kind, also without data", () => {
  for (const kind of EVENT_KINDS) {
    const event = readEvent({ seq: 1, run: "r", call: "", time: "", kind, data: "{}" });
    expect(event && wordsOf(event).word).toBeTruthy();
    expect(groupOf(kind)).toBeTruthy();
  }
});

const events = fixtureEvents("run-02");

it("says who decided and why", () => {
  const blocked = events.filter((event) => event.kind === "blocked").map((event) => wordsOf(event).text);
  expect(blocked[1]).toBe("hook guard-git in agent/hooks/git.json: Force pushes are not allowed in this project. Push without --force.");
});

it("says the reason alone, to the person", () => {
  const said = (kind: string) => events.filter((event) => event.kind === kind).map((event) => wordsOf(event).text);
  expect(said("declined")).toEqual(["you, in the window: Not before the review is done."]);
  expect(said("expired")).toEqual(["nobody answered in time"]);
});

it("says what a model asked for", () => {
  const said = events.filter((event) => event.kind === "replied").map((event) => wordsOf(event).text);
  expect(said[2]).toBe("calls write, lint, read, read");
});

it("filters by group and words", () => {
  expect(filterEvents(events, { words: "", group: "all" })).toBe(events);
  expect(filterEvents(events, { words: "", group: "decisions" }).map((event) => event.kind)).toEqual([
    "asked", "declined", "blocked", "blocked", "allowed", "asked", "expired",
  ]);
  expect(filterEvents(events, { words: " Force PUSH ", group: "all" }).map((event) => event.kind)).toEqual(["blocked", "returned"]);
  expect(filterEvents(events, { words: "no such words", group: "all" })).toEqual([]);
});
