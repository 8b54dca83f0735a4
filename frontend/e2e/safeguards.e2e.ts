// The pages of hooks, of the replay, of trust and of secrets, and the record of a call: the same is held for each as for all pages.

import { expect, it } from "vitest";
import { open, withBrowser, WELCOME } from "./browser";
import { judge, shows, type PageCase } from "./judge";

withBrowser();

const PAGES: PageCase[] = [
  { name: "hooks", hash: `${WELCOME}/hooks`, ready: shows("Couldn't load") },
  { name: "no hooks", hash: `#/space/${encodeURIComponent("/home/ada/notes")}/hooks`, ready: shows("No hooks yet") },
  { name: "a hook that is held back", hash: `${WELCOME}/hooks/hide-tokens`, ready: shows("Tool output") },
  { name: "a hook that cannot be loaded", hash: `${WELCOME}/hooks/${encodeURIComponent("agent/hooks/safety.json:12")}`, ready: shows("Next step") },
  {
    name: "a hook that is tried", hash: `${WELCOME}/hooks/limit-time`, ready: async (page) => {
      await page.getByRole("radio", { name: "JSON" }).click();
      await page.getByLabel("Input", { exact: true }).fill('{"command": "make", "timeout": 300}');
      await page.getByRole("button", { name: "Run the hook" }).click();
      await page.getByRole("heading", { name: "Changes", exact: true }).waitFor();
    },
  },
  {
    name: "recorded calls for a hook", hash: `${WELCOME}/hooks/guard-git`, ready: async (page) => {
      await page.getByRole("button", { name: "Use a recorded call" }).click();
      await page.getByRole("dialog").getByText("make guide").waitFor();
    },
  },
  { name: "a replay to be made", hash: `${WELCOME}/replay`, ready: shows("Test your changes on past calls") },
  {
    name: "a replay", hash: `${WELCOME}/replay`, ready: async (page) => {
      await page.getByLabel("Run hooks too").click();
      await page.getByRole("button", { name: "Replay", exact: true }).click();
      await page.getByRole("heading", { name: "Not replayed" }).waitFor();
    },
  },
  { name: "a call that was cut off", hash: `${WELCOME}/runs/run-03?run=run-03&call=run-03-c1`, ready: shows("Not in the journal") },
  { name: "a call that was denied", hash: `${WELCOME}/runs/run-02?run=run-02&call=run-02-c1`, ready: shows("You denied it, in the window") },
  {
    name: "a rule of a call", hash: `${WELCOME}/runs/run-02?run=run-02&call=run-02-c4`, ready: async (page) => {
      await page.getByRole("button", { name: "Make a rule" }).click();
      await page.getByRole("dialog").getByText("Exactly this").waitFor();
    },
  },
  { name: "trust", hash: `${WELCOME}/trust`, ready: shows("U+202E") },
  { name: "no trust is needed", hash: `#/space/${encodeURIComponent("/home/ada/notes")}/trust`, ready: shows("Nothing to review") },
  {
    name: "stop trusting", hash: `${WELCOME}/trust`, ready: async (page) => {
      await page.getByRole("button", { name: "Remove trust" }).click();
      await page.getByRole("dialog").getByText("No files change.").waitFor();
    },
  },
  {
    name: "the tools of an agent", hash: `${WELCOME}/tools/bash`, ready: async (page) => {
      await page.getByRole("combobox", { name: "Available to" }).click();
      await page.getByRole("option", { name: "Available to: Reviewer" }).click();
      await page.getByText("Not available to reviewer").waitFor();
    },
  },
  { name: "secrets", hash: "#/settings/secrets", ready: shows("staging-token") },
  { name: "secrets without a keychain", hash: "#/settings/secrets", fake: "&plain", ready: shows("whoever can read your files") },
  {
    name: "add a secret", hash: "#/settings/secrets", ready: async (page) => {
      await page.getByRole("button", { name: "Add a secret" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
      await page.getByText("Enter a value.").waitFor();
    },
  },
  {
    name: "remove a secret", hash: "#/settings/secrets", ready: async (page) => {
      await page.getByRole("button", { name: "Remove staging-token" }).click();
      await page.getByRole("dialog").getByText("tool deploy of Welcome").waitFor();
    },
  },
  { name: "machines", hash: "#/settings/machines", ready: shows("Last heard from") },
  { name: "machines, no server", hash: "#/settings/machines", fake: "&empty", ready: shows("Set a server") },
  {
    name: "a server of machines that others could read along with", hash: "#/settings/machines", fake: "&empty", ready: async (page) => {
      await page.getByRole("button", { name: "Set a server" }).click();
      await page.getByLabel("Address").fill("nats://nats.example.com:4222");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Others could read along").waitFor();
    },
  },
  {
    name: "machines whose codes are compared", hash: "#/settings/machines", ready: async (page) => {
      await page.getByRole("button", { name: "Pair a machine" }).click();
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByText("402 817").waitFor();
    },
  },
  { name: "the outbox of another machine", hash: "#/settings/channels", ready: shows("alerts on tower") },
  { name: "the web", hash: "#/settings/web", ready: shows("Agents may use the web") },
  {
    name: "a host that is none", hash: "#/settings/web", ready: async (page) => {
      await page.getByLabel("Host", { exact: true }).fill("http://wiki.example/x");
      await page.keyboard.press("Enter");
      await page.getByText("is no host").waitFor();
    },
  },
  {
    name: "a search provider that is tested", hash: "#/settings/web", ready: async (page) => {
      await page.getByRole("combobox", { name: "Provider" }).click();
      await page.getByRole("option", { name: "SearXNG" }).click();
      await page.getByLabel("Address").fill("http://127.0.0.1:8080");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByLabel("Search for").fill("likes rails");
      await page.getByRole("button", { name: "Test" }).click();
      await page.getByText("https://stairs.example/handrails").waitFor();
    },
  },
];

judge(PAGES);

it("tries a hook without a mouse, and goes back", async () => {
  const page = await open(`${WELCOME}/hooks`);
  await page.getByRole("button", { name: "guard-git" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: /^Command/ }).focus();
  await page.keyboard.type("git push --force origin main");
  await page.keyboard.press("Control+Enter");
  await page.getByText("The call would be refused: Force pushes are not allowed").waitFor();
  await page.getByRole("button", { name: "Back to all hooks" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("switch", { name: "Run the hook guard-git" }).focus();
  await page.keyboard.press("Space");
  await page.waitForFunction(() => document.querySelector('[role=switch][aria-label="Run the hook guard-git"]')?.getAttribute("aria-checked") === "false");
});

it("goes from what was held back to the difference, approves it, and has the tool", async () => {
  const page = await open(`${WELCOME}/tools/clean`);
  await page.getByRole("main").getByRole("button", { name: "Review changes" }).last().focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("Changes in agent/tools/clean.md", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Approve: clean" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("2 items have changed since you trusted this space").waitFor();
  await page.goBack();
  await page.getByRole("switch", { name: "Agents may use clean" }).waitFor();
  await expect.poll(() => page.getByRole("main").getByText("Held back").count()).toBe(0);
});
