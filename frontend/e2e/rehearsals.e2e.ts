// Rehearsing a call and keeping what it would change, in both themes and at the smallest size.

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { open, withBrowser, WELCOME } from "./browser";
import { judge, type PageCase } from "./judge";

withBrowser();

const RUNS = `${WELCOME}/runs`;

async function review(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Review bash/ }).click();
  await page.getByRole("dialog").getByText("there now").waitFor();
}

/** A chat that is rehearsed, in which something was said. */
async function rehearsed(page: Page): Promise<void> {
  await page.getByRole("checkbox", { name: "Rehearse" }).check();
  await page.getByRole("button", { name: /^Guide/ }).click();
  await page.getByRole("textbox", { name: "Message" }).fill("Write the report");
  await page.keyboard.press("Enter");
  await page.getByText("All of it went well").waitFor();
}

async function reviewChat(page: Page): Promise<void> {
  await rehearsed(page);
  await page.getByRole("button", { name: "Review changes…" }).click();
  await page.getByRole("dialog").getByText("Would change").waitFor();
}

const CHATS = `${WELCOME}/chat`;

const PAGES: PageCase[] = [
  { name: "rehearsals that wait", hash: RUNS, ready: async (page) => { await page.getByRole("region", { name: "Rehearsals to decide on" }).waitFor(); } },
  { name: "a review", hash: RUNS, ready: review },
  { name: "a renamed file", hash: RUNS, ready: async (page) => { await review(page); await page.getByRole("button", { name: /^new.txt/ }).click(); await page.getByText("It was called").waitFor(); } },
  { name: "output of a rehearsal", hash: RUNS, ready: async (page) => { await review(page); await page.getByRole("button", { name: "Output and notes" }).click(); await page.getByText("registry.example:443", { exact: true }).waitFor(); } },
  { name: "keeping that is refused", hash: RUNS, fake: "&fail=keepRehearsal", ready: async (page) => { await review(page); await page.getByRole("button", { name: "Keep all 9" }).click(); await page.getByText("Couldn't keep the changes.").waitFor(); } },
  { name: "a chat that may be rehearsed", hash: CHATS, ready: async (page) => { await page.getByRole("checkbox", { name: "Rehearse" }).check(); } },
  { name: "a chat that cannot be rehearsed", hash: CHATS, fake: "&walled", ready: async (page) => { await page.getByText("Rehearsing isn't possible here.").waitFor(); } },
  { name: "a rehearsed chat", hash: CHATS, ready: rehearsed },
  { name: "a review of a chat", hash: CHATS, ready: async (page) => { await reviewChat(page); await page.getByRole("button", { name: /^Notes/ }).click(); } },
  { name: "a rehearsed chat that waits", hash: CHATS, ready: async (page) => { await reviewChat(page); await page.keyboard.press("Escape"); await page.getByText("4 changes wait for you to keep or drop.").waitFor(); } },
  { name: "rehearsals that could not be listed", hash: RUNS, fake: "&fail=rehearsals", ready: async (page) => { await page.getByText("Couldn't load rehearsals.").waitFor(); } },
];

judge(PAGES);

it("is kept in part by the keyboard alone", async () => {
  const page = await open(RUNS);
  await page.getByRole("button", { name: /^Review bash/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("checkbox", { name: "Keep tool.sh" }).focus();
  await page.keyboard.press("Space");
  const keep = page.getByRole("button", { name: "Keep 8 chosen" });
  await keep.focus();
  await page.keyboard.press("Enter");
  await page.getByText("Kept 8 items of the rehearsal.").waitFor();
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
});

it("is begun, reviewed and kept as a chat by the keyboard alone", async () => {
  const page = await open(CHATS);
  await page.getByRole("checkbox", { name: "Rehearse" }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: /^Guide/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Message" }).focus();
  await page.keyboard.type("Write the report");
  await page.keyboard.press("Enter");
  await page.getByText("All of it went well").waitFor();
  const button = page.getByRole("button", { name: "Review changes…" });
  await expect.poll(() => button.isEnabled()).toBe(true);
  await button.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("checkbox", { name: "Keep archive.txt" }).focus();
  await page.keyboard.press("Space");
  const keep = page.getByRole("button", { name: "Keep 2 chosen" });
  await keep.focus();
  await page.keyboard.press("Enter");
  await page.getByText("You kept some of it. 2 changes wait for you to keep or drop.").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain("Review changes");
});
