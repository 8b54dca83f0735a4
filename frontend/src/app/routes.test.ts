import { expect, it } from "vitest";
import { match } from "./match";
import { UNDECIDED } from "../backend/decider";
import { parseRoute, printRoute, spaceOf, type Route } from "./routes";

const none = { show: "nothing" } as const;
const space = "/home/ada/my space/ä%2F#?&";

it.each<Route>([
  { page: { at: "start" }, aside: none },
  { page: { at: "settings", part: "doctor" }, aside: none },
  { page: { at: "chat", space, session: "" }, aside: none },
  { page: { at: "chat", space, session: "chat-1" }, aside: { show: "call", run: "run 1", call: "c/1&2" } },
  { page: { at: "tools", space, tool: "srv__tool" }, aside: { show: "waiting" } },
  { page: { at: "hands", space, hand: "" }, aside: none },
  { page: { at: "hands", space, hand: "run-tests" }, aside: { show: "call", run: "run-1", call: "c" } },
  { page: { at: "runs", space, run: "" }, aside: none },
  { page: { at: "runs", space: "C:\\Users\\Ada", run: "run-1" }, aside: none },
  { page: { at: "jobs", space, job: "" }, aside: none },
  { page: { at: "jobs", space, job: "job 1" }, aside: none },
  { page: { at: "walls", space }, aside: none },
  { page: { at: "elsewhere", space }, aside: none },
  { page: { at: "rules", space, decider: UNDECIDED }, aside: none },
  { page: { at: "rules", space, decider: { kind: "rule", name: "bash(a/b *)" } }, aside: none },
  { page: { at: "hooks", space, hook: "" }, aside: none },
  { page: { at: "hooks", space, hook: "agent/hooks/safety.json:12" }, aside: none },
  { page: { at: "replay", space }, aside: { show: "call", run: "run-1", call: "c" } },
  { page: { at: "trust", space }, aside: none },
  { page: { at: "skills", space }, aside: none },
  { page: { at: "memory", space }, aside: none },
  { page: { at: "chats", space }, aside: none },
  { page: { at: "pages", space }, aside: none },
  { page: { at: "servers", space, server: "" }, aside: none },
  { page: { at: "servers", space, server: "my files/2" }, aside: none },
  { page: { at: "add-servers", space, way: "paste" }, aside: none },
  { page: { at: "programs", space }, aside: none },
  { page: { at: "settings", part: "secrets" }, aside: none },
  { page: { at: "settings", part: "web" }, aside: none },
  { page: { at: "settings", part: "machines" }, aside: none },
  { page: { at: "problems", space }, aside: none },
])("comes back from the address as it went in: %j", (route) => {
  expect(parseRoute(printRoute(route))).toEqual(route);
});

it.each([
  ["", { at: "start" }],
  ["#/nonsense/x", { at: "start" }],
  ["#/settings/nonsense", { at: "settings", part: "models" }],
  ["#/space/%2Fs/nonsense", { at: "chat", space: "/s", session: "" }],
  ["#/space/%2Fs/add-servers/nonsense", { at: "add-servers", space: "/s", way: "import" }],
  ["#/space/%E0%A4%A/chat", { at: "chat", space: "%E0%A4%A", session: "" }],
])("makes the best of %j", (hash, page) => {
  expect(parseRoute(hash).page).toEqual(page);
});

it("knows the space of a page", () => {
  expect(spaceOf({ at: "runs", space: "/s", run: "" })).toBe("/s");
  expect(spaceOf({ at: "start" })).toBe("");
});

it("finds what begins with the words before what has them", () => {
  const items = ["Run the tests", "Tests of links", "Deploy"];
  expect(match(items, "tests", (item) => item)).toEqual(["Tests of links", "Run the tests"]);
  expect(match(items, "the run", (item) => item)).toEqual(["Run the tests"]);
  expect(match(items, " ", (item) => item)).toEqual(items);
  expect(match(items, "none", (item) => item)).toEqual([]);
});
