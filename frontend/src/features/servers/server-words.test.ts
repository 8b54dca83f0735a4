import { expect, it } from "vitest";
import { fakeBackend } from "../../backend/fake";
import type { ServerView } from "../../backend/backend";
import { fixtures } from "../../testing/fixtures";
import { canAdd, filterServerTools, lineOf, needsLook, sayServer, sayServerTool, sayTokens, sayTrouble } from "./server-words";
import { linesOf } from "./profile-fields";

const server = (state: ServerView["state"], held = 0) => ({ state, held, kind: "program", next: "" }) as ServerView;

it("says in one sentence who does not start, and what else waits for the person", () => {
  expect(sayTrouble([])).toBe("");
  expect(sayTrouble([server("ready"), server("idle"), server("stopped")])).toBe("");
  expect(sayTrouble([server("failed"), server("ready")])).toBe("1 of 2 servers failed to start.");
  expect(sayTrouble([server("failed"), server("waiting"), server("broken"), server("ready"), server("off"), server("shadowed")])).toBe("3 of 4 servers failed to start.");
  expect(sayTrouble([server("sign-in")])).toBe("1 server needs you to sign in.");
  expect(sayTrouble([server("failed"), server("sign-in"), server("ready", 2), server("held-back")])).toBe("1 of 4 servers failed to start, 1 needs you to sign in, 2 have changes to review.");
});

it("has an icon's meaning and a word of its own for every state", () => {
  const states: ServerView["state"][] = ["idle", "connecting", "ready", "failed", "waiting", "sign-in", "stopped", "off", "held-back", "shadowed", "broken"];
  expect(new Set(states.map((state) => sayServer(server(state)).word)).size).toBe(states.length);
  expect(states.filter((state) => needsLook(server(state)))).toEqual(["failed", "waiting", "sign-in", "held-back", "broken"]);
  expect(sayServer({ state: "failed", kind: "remote", next: "" }).word).toBe("Can't connect");
  expect(sayServer({ state: "waiting", kind: "program", next: "2020-01-01T00:00:00Z" }).word).toMatch(/^Retrying at 1 Jan 2020/);
});

it("says of a tool what counts most", () => {
  expect(sayServerTool({ state: "ready", ask: false, change: "" }).word).toBe("On");
  expect(sayServerTool({ state: "ready", ask: true, change: "" }).word).toBe("Asks you");
  expect(sayServerTool({ state: "ready", ask: true, change: "new" }).word).toBe("New");
  expect(sayServerTool({ state: "held-back", ask: true, change: "changed" }).word).toBe("Held back");
});

it("finds tools by words and state", async () => {
  const { tools } = await fakeBackend(fixtures, { pace: 0 }).server("/home/ada/welcome", "files");
  const names = (words: string, state: string) => filterServerTools(tools, words, state).map(({ name }) => name);
  expect(names("", "all")).toHaveLength(8);
  expect(names("DIRECTORIES pattern", "all")).toEqual(["search_files"]);
  expect(names("", "held-back")).toEqual(["read_media_file"]);
  expect(names("move", "ready")).toEqual([]);
});

it("keeps the words of a command apart", () => {
  expect(lineOf(["npx", "-y", "a b", "", 'c"d'])).toBe('npx -y "a b" "" "c\\"d"');
  expect(linesOf(" /a b \n\n~/c\n")).toEqual(["/a b", "~/c"]);
  expect([0, 786, 1240, 61_400].map(sayTokens)).toEqual(["0", "786", "1.2k", "61k"]);
});

it("adds neither what is there nor what cannot be", () => {
  expect(canAdd({ refused: "", same: "" })).toBe(true);
  expect(canAdd({ refused: "It has no command.", same: "" })).toBe(false);
  expect(canAdd({ refused: "", same: "files" })).toBe(false);
});
