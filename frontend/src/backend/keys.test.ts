import { QueryClient } from "@tanstack/react-query";
import { expect, it, onTestFinished } from "vitest";
import { quickBackend } from "../testing/render";
import type { AppEvent, Backend } from "./backend";
import { keys, STILL } from "./keys";
import { connectQueries, newQueryClient } from "./queries";

/** What belongs to no space, or to all of them. */
const ELSEWHERE = ["cutChats", "closing", "presets", "beginnings", "exampleFolder", "cannotRehearse", "caps", "rehearsal", "rehearsedText", "storage", "proxy", "holdings", "held", "defaults", "channels", "machines", "everySpace", "spaces", "grants", "run", "record", "ruleFromCall", "output", "answer", "pattern", "settings", "secrets", "web", "localServers", "clients", "doctor", "about"];
const WELCOME = "/home/ada/welcome";

const keyOf = (name: string): readonly unknown[] => {
  const key = keys[name as keyof typeof keys] as readonly unknown[] | ((...args: unknown[]) => readonly unknown[]);
  return typeof key === "function" ? key(WELCOME, "b", "c", "d") : key;
};

it.each(Object.keys(keys).filter((name) => !ELSEWHERE.includes(name)))("%s is below its space", (name) => {
  expect(keyOf(name).slice(0, 2)).toEqual(["space", WELCOME]);
});

it.each(ELSEWHERE.filter((name) => name !== "everySpace"))("%s has a root of its own", (name) => {
  expect(keyOf(name)[0]).not.toBe("space");
});

it("names each question once", () => {
  const names = Object.keys(keys).filter((name) => name !== "space").map((name) => keyOf(name).filter((part) => part !== WELCOME).slice(0, 2).join(" "));
  expect(new Set(names).size).toBe(names.length);
});

it("is the only place where a key is made", () => {
  const files = import.meta.glob<string>(["../{app,backend,features,widgets}/**/*.{ts,tsx}", "!../**/*.test.*", "!./keys.ts"], { query: "?raw", import: "default", eager: true });
  expect(Object.entries(files).filter(([, text]) => /queryKey: \[(?!\.\.\.keys\.)|[Qq]uer(?:y|ies)(?:Data)?(?:<[^>]*>)?\(\[/.test(text)).map(([name]) => name)).toEqual([]);
});

/** Queries on a backend whose events the test sends. */
function connected(): { client: QueryClient; send: (event: AppEvent) => void } {
  let send: (event: AppEvent) => void = () => undefined;
  const backend: Backend = { ...quickBackend(), listen: (hear) => ((send = hear), () => undefined) };
  const client = newQueryClient();
  onTestFinished(connectQueries(backend, client));
  return { client, send: (event) => send(event) };
}

const invalidated = (client: QueryClient, key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;

it.each(["space", "servers"] as const)("freshens everything of a space, and of no other, when its %s change", async (kind) => {
  const { client, send } = connected();
  const mine = Object.keys(keys).filter((name) => !ELSEWHERE.includes(name) && name !== "space").map(keyOf);
  const others = [keys.tools("/home/ada/notes"), keys.settings, keys.secrets];
  for (const key of [...mine, ...others]) client.setQueryData(key, "old");
  const changed = (await quickBackend().spaces())[0];
  if (!changed) throw new Error("there is no space");
  send({ kind, changed });
  expect(mine.filter((key) => !invalidated(client, key))).toEqual([]);
  expect(others.filter((key) => invalidated(client, key))).toEqual([]);
});

it("asks again when a list that is on its way is older than the event", async () => {
  const { client, send } = connected();
  const [first, second] = await quickBackend().spaces();
  if (!first || !second) throw new Error("there are no spaces");
  const answers = [[first], [first, second]];
  let answer: () => void = () => undefined;
  const asked = client.query({ queryKey: keys.spaces, queryFn: () => new Promise((resolve) => (answer = () => resolve(answers.shift()))) });
  await expect.poll(() => client.isFetching()).toBe(1);
  send({ kind: "space", changed: second });
  answer();
  await asked;
  await expect.poll(() => invalidated(client, keys.spaces)).toBe(true);
});

it("leaves what a person reads to decide on as it was read", async () => {
  const { client, send } = connected();
  const [changed] = await quickBackend().spaces();
  if (!changed) throw new Error("there is no space");
  await client.query({ queryKey: keys.inventory(changed.path), queryFn: () => "read", ...STILL, gcTime: Infinity });
  send({ kind: "space", changed });
  expect(invalidated(client, keys.inventory(changed.path))).toBe(false);
});
