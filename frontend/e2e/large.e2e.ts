// Much of everything: only what is in view is in the page, and the end is one key away.

import { expect, it } from "vitest";
import { LARGE, open, withBrowser, WELCOME } from "./browser";

withBrowser();

const MOST_ELEMENTS = 1500;
const elements = () => document.querySelectorAll("*").length;

it("shows 5,000 tools without drawing them", async () => {
  const page = await open(`${LARGE}/tools`);
  const list = page.getByRole("listbox", { name: "Tools" });
  await list.getByText("Task 1", { exact: true }).waitFor();
  await expect.poll(() => page.evaluate(elements)).toBeLessThan(MOST_ELEMENTS);
  await list.focus();
  await page.keyboard.press("End");
  await page.getByRole("heading", { name: "Task 4992" }).waitFor();
  await list.getByText("Task 4992", { exact: true }).waitFor();
  await expect.poll(() => page.evaluate(elements)).toBeLessThan(MOST_ELEMENTS);
  await page.getByRole("searchbox").fill("task-0777");
  await page.waitForFunction(() => document.querySelectorAll("[role=listbox] [role=option]").length === 1);
});

it("shows a run of 10,000 events, to its end", async () => {
  const page = await open(`${LARGE}/runs/run-long`);
  const list = page.getByRole("listbox", { name: "Events" });
  await list.getByText("Ended", { exact: true }).waitFor();
  await expect.poll(() => page.evaluate(elements)).toBeLessThan(MOST_ELEMENTS);
  await page.getByRole("searchbox").fill("page-1234.md");
  await page.waitForFunction(() => document.querySelectorAll("[role=listbox] [role=option]").length === 2);
});

it("loads nothing from elsewhere, and runs no script that is not its own", async () => {
  const page = await open(`${WELCOME}/chat/chat-tests`);
  await page.getByText("The unit suite passes now.").waitFor();
  const policy = await page.locator("meta[http-equiv=Content-Security-Policy]").getAttribute("content");
  expect(policy).toContain("script-src 'self';");
  const hosts = await page.evaluate(() => performance.getEntriesByType("resource").map((entry) => new URL(entry.name).host));
  expect(new Set(hosts)).toEqual(new Set([new URL(page.url()).host]));
});
