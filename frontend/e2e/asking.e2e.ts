// What asks, and by what it is judged whether it asks: every state of it.

import { expect, it } from "vitest";
import { open, withBrowser, WELCOME } from "./browser";
import { judge, shows } from "./judge";

withBrowser();

judge([
  { name: "several that wait", hash: `${WELCOME}/chat/chat-tests?waiting`, fake: "&crowd", ready: shows("No longer waiting") },
  {
    name: "a difference that waits", hash: `${WELCOME}/chat/chat-tests?waiting`, fake: "&crowd", ready: async (page) => {
      await page.getByRole("button", { name: /^Create editor.sh/ }).click();
      await page.getByText("+export EDITOR=vim").waitFor();
    },
  },
  {
    name: "what cannot be seen made visible", hash: `${WELCOME}/chat/chat-tests?waiting`, fake: "&crowd", ready: async (page) => {
      await page.getByRole("button", { name: /set -eu/ }).click();
      await page.getByText("U+202E").waitFor();
    },
  },
  {
    name: "a lasting yes", hash: `${WELCOME}/chat/chat-states`, ready: async (page) => {
      await page.getByRole("button", { name: "Always…" }).click();
      await page.getByRole("radio").first().check();
      await page.getByRole("button", { name: "Always allow exactly this, in this session" }).waitFor();
    },
  },
  {
    name: "an input that is changed", hash: `${WELCOME}/chat/chat-states`, ready: async (page) => {
      await page.getByRole("button", { name: "Edit…" }).click();
      await page.getByRole("textbox", { name: /^Branch/ }).fill("");
      await page.getByText("problem first.").waitFor();
    },
  },
  { name: "rules", hash: `${WELCOME}/rules`, ready: shows("git-push-lease") },
  {
    name: "a rule that is tried", hash: `${WELCOME}/rules/rule/${encodeURIComponent("bash(git status*)")}`, ready: async (page) => {
      await page.getByLabel("New rule").fill("bash(git push*)");
      await page.getByLabel(/^Command/).fill("git push origin");
      await page.getByRole("list", { name: "Steps" }).waitFor();
      await page.getByText("This decided the call you came from.").waitFor();
    },
  },
  { name: "rules that could not be read", hash: `${WELCOME}/rules`, fake: "&fail=rules", ready: shows("Couldn't load the rules.") },
  { name: "a question on the way of a call", hash: `${WELCOME}/chat/chat-states?waiting`, fake: "&registry", ready: shows("May builds in welcome reach") },
]);

it("leads from why a call was allowed to what has decided it", async () => {
  const page = await open(`${WELCOME}/chat/chat-tests?run=run-01&call=run-01-c4`);
  await page.getByRole("button", { name: "Show the mode" }).click();
  await page.getByText("This decided the call you came from.").waitFor();
  await expect.poll(() => page.locator("[aria-current=page]").textContent()).toBe("Rules");
});
