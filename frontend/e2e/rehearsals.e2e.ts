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

const PAGES: PageCase[] = [
  { name: "rehearsals that wait", hash: RUNS, ready: async (page) => { await page.getByRole("region", { name: "Rehearsals to decide on" }).waitFor(); } },
  { name: "a review", hash: RUNS, ready: review },
  { name: "a renamed file", hash: RUNS, ready: async (page) => { await review(page); await page.getByRole("button", { name: /^new.txt/ }).click(); await page.getByText("It was called").waitFor(); } },
  { name: "output of a rehearsal", hash: RUNS, ready: async (page) => { await review(page); await page.getByRole("button", { name: "Output and notes" }).click(); await page.getByText("registry.example:443", { exact: true }).waitFor(); } },
  { name: "keeping that is refused", hash: RUNS, fake: "&fail=keepRehearsal", ready: async (page) => { await review(page); await page.getByRole("button", { name: "Keep all 9" }).click(); await page.getByText("Couldn't keep the changes.").waitFor(); } },
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

it.runIf(process.env.SHOTS)("is looked at", async () => {
  for (const theme of ["light", "dark"] as const) {
    for (const { name, hash, fake = "", ready } of PAGES.slice(0, 4)) {
      const page = await open(hash, { theme, fake });
      await ready(page);
      await page.screenshot({ path: `${process.env.SHOTS}/${theme}-${name.replaceAll(" ", "-")}.png` });
    }
  }
});
