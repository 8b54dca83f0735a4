import { expect, it } from "vitest";
import { runs } from "../testing/fixtures";
import { EVENT_KINDS, readEvent } from "./events";

const view = { seq: 1, run: "r", call: "", time: "2026-11-20T09:00:00Z" };

it("knows every kind in the fixtures", () => {
  const kinds = new Set(runs.flatMap((fixture) => fixture.events.map((event) => event.kind)));
  expect([...kinds].filter((kind) => !(EVENT_KINDS as readonly string[]).includes(kind))).toEqual([]);
});

it("leaves out a kind that is newer than this page", () => {
  expect(readEvent({ ...view, kind: "teleported", data: "{}" })).toBeUndefined();
});

it.each(["", "not json", "null", "3"])("reads data %j as nothing rather than failing", (data) => {
  expect(readEvent({ ...view, kind: "prompted", data })).toMatchObject({ kind: "prompted", data: {} });
});
