// What calls have changed and undoing it, in both themes and at the smallest size.

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { open, withBrowser, WELCOME } from "./browser";
import { judge, shows, type PageCase } from "./judge";

withBrowser();

const CHAT = `${WELCOME}/chat/chat-tests`;

async function plan(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Undo this turn" }).click();
  await page.getByRole("button", { name: /^Put back 6 files/ }).waitFor();
}

async function branchBack(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Branch before this and put files back…" });
  await button.focus();
  await page.keyboard.press("Enter");
  await page.getByText("3 files and folders can't go back to this point").waitFor();
}

const PAGES: PageCase[] = [
  { name: "a turn that changed files", hash: CHAT, ready: shows("9 files and 1 folder changed") },
  {
    name: "changes beside a chat", hash: CHAT, ready: async (page) => {
      await page.getByRole("button", { name: /^Changes 10 files/ }).click();
      const panel = page.getByRole("complementary", { name: "Changes" });
      await panel.getByRole("button", { name: "Keep src/old.sh" }).click();
      await panel.getByRole("button", { name: /^README.md Changed$/ }).click();
      await panel.getByText("is there now").first().waitFor();
    },
  },
  { name: "a file that was changed since", hash: CHAT, ready: async (page) => { await plan(page); await page.getByText("Undo only the agent's part").waitFor(); } },
  {
    name: "parts of a file", hash: CHAT, ready: async (page) => {
      await plan(page);
      await page.getByRole("button", { name: /^totals.sh src Change$/ }).click();
      await page.getByLabel(/^Part 2 of 2/).uncheck();
    },
  },
  {
    name: "a turn that was undone", hash: CHAT, ready: async (page) => {
      await plan(page);
      await page.getByRole("button", { name: /^Put back 6 files/ }).click();
      await page.getByText("You put back").waitFor();
    },
  },
  {
    name: "an undo that is refused", hash: CHAT, fake: "&fail=takeBack", ready: async (page) => {
      await plan(page);
      await page.getByRole("button", { name: /^Put back 6 files/ }).click();
      await page.getByText("Couldn't put the files back.").waitFor();
    },
  },
  {
    name: "a file that was renamed", hash: CHAT, ready: async (page) => {
      await plan(page);
      await page.getByRole("button", { name: /^plan.md/ }).click();
      await page.getByText("gets its old name").waitFor();
    },
  },
  { name: "a branch that waits for decisions", hash: CHAT, ready: branchBack },
  { name: "a plan that is waited for", hash: CHAT, fake: "&hang=planUndo", ready: async (page) => { await page.getByRole("button", { name: "Undo this turn" }).click(); await page.getByText("Comparing with the files now…").waitFor(); } },
  { name: "files of a run", hash: `${WELCOME}/runs/run-01?run=run-01&call=run-01-c4`, ready: async (page) => { await page.getByText("Undo what came after").waitFor(); await page.getByRole("button", { name: /^(totals.sh src|src.totals.sh) Changed$/ }).click(); } },
  { name: "storage", hash: "#/settings/storage", ready: shows("Calls at most") },
  { name: "the proxy", hash: "#/settings/proxy", ready: async (page) => { await page.getByRole("radio", { name: "This proxy" }).check(); await page.getByText("Reached without it").waitFor(); } },
  { name: "what holds in all spaces", hash: "#/settings/defaults", ready: shows("Unattended calls") },
  { name: "deleting chats and runs", hash: "#/settings/storage", ready: async (page) => { await page.getByRole("button", { name: "Delete…", exact: true }).click(); await page.getByText("164 chats and 1,212 runs").waitFor(); } },
  { name: "caps", hash: "#/settings/caps", ready: shows("1,204,331") },
  { name: "storage, nothing kept", hash: "#/settings/storage", fake: "&empty", ready: shows("Nothing is saved yet.") },
  { name: "deleting what is kept", hash: "#/settings/storage", ready: async (page) => { await page.getByRole("button", { name: "Delete saved changes…" }).click(); await page.getByText("Your files stay as they are.").waitFor(); } },
];

judge(PAGES);

it("is undone by the keyboard alone", async () => {
  const page = await open(CHAT);
  await page.getByRole("button", { name: "Undo this turn" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Put back 6 files/ }).waitFor();
  await page.getByRole("button", { name: /^README.md Keep now/ }).focus();
  await page.keyboard.press("ArrowDown");
  await page.getByRole("region", { name: "prices.csv" }).waitFor();
  await page.getByRole("checkbox", { name: "Put back src/old.sh" }).focus();
  await page.keyboard.press("Space");
  const button = page.getByRole("button", { name: "Put back 5 files and 1 folder" });
  await button.focus();
  await page.keyboard.press("Enter");
  await page.getByText("You put back 5 files and 1 folder.").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Undo this turn");
});

it("keeps and undoes changes beside the chat by the keyboard alone", async () => {
  const page = await open(CHAT);
  const button = page.getByRole("button", { name: /^Changes 10 files/ });
  await button.focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("complementary", { name: "Changes" });
  await panel.getByRole("button", { name: "Keep src/old.sh" }).focus();
  await page.keyboard.press("Enter");
  await panel.getByRole("region", { name: "Kept" }).waitFor();
  await panel.getByRole("button", { name: "Undo src/totals.sh" }).focus();
  await page.keyboard.press("Enter");
  await panel.getByRole("region", { name: "As before" }).getByText("totals.sh").waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("complementary", { name: "Changes" }).count()).toBe(0);
});

it("covers the chat in a narrow window", async () => {
  const page = await open(CHAT, { width: 760 });
  await page.getByRole("button", { name: /^Changes 10 files/ }).click();
  const panel = await page.getByRole("complementary", { name: "Changes" }).boundingBox();
  const main = await page.getByRole("main").boundingBox();
  expect((panel?.x ?? 0) + (panel?.width ?? 0)).toBe(760);
  expect(panel?.width).toBeGreaterThan((main?.width ?? 0) * 0.6);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(760);
});

it("takes the files back and branches by the keyboard alone", async () => {
  const page = await open(CHAT);
  await branchBack(page);
  await page.getByRole("button", { name: "Leave unchanged" }).focus();
  await page.keyboard.press("Enter");
  const button = page.getByRole("button", { name: "Put back 6 files and 1 folder and branch" });
  await expect.poll(() => button.isEnabled()).toBe(true);
  await button.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  await expect.poll(() => page.getByRole("textbox", { name: "Message" }).inputValue()).toBe("Why does the unit suite fail? Please fix it.");
});
