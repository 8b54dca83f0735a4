// What every page has to be, in both themes and at the smallest size.

import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { darken, open } from "./browser";

export interface PageCase {
  name: string;
  hash: string;
  fake?: string;
  /** What must be there before the page is judged. */
  ready: (page: Page) => Promise<void>;
}

export const shows = (text: string | RegExp) => async (page: Page) => {
  await page.getByText(text).first().waitFor();
};

/** Waits for what must be there, and for the page itself: a dialog may stand before the page under it has loaded. */
export async function settled(page: Page, ready: PageCase["ready"]): Promise<void> {
  await ready(page);
  await page.locator("h1").first().waitFor({ state: "attached" });
}

/** What of the rules depends on colours alone, and so on the theme. */
const OF_COLOURS = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/** What a page has that is not accessible. Axe tells of everything that it has looked at unless told not to, and takes three times as long for it. */
async function violations(page: Page, runOnly?: typeof OF_COLOURS): Promise<string[]> {
  // Not page.addScriptTag: the page's own policy forbids scripts that are not its own.
  if (!await page.evaluate("'axe' in window")) await page.evaluate(axe.source);
  const options = { resultTypes: ["violations"], ...(runOnly ? { runOnly } : {}) };
  const found = await page.evaluate<axe.Result[]>(`axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`);
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ""}`));
}

// 760 by 520 is the smallest that the window can be made.
const SIZES = [{ width: 1000, height: 700 }, { width: 760, height: 520 }];

/** Each page shows what it should, is accessible in both themes, and fits into small windows. */
export function judge(pages: PageCase[]): void {
  it.each(pages)("$name", async ({ hash, fake = "", ready }) => {
    const page = await open(hash, { fake });
    await settled(page, ready);
    expect({ theme: "light", wrong: await violations(page) }).toEqual({ theme: "light", wrong: [] });
    await picture(page, "light");
    await darken(page);
    expect({ theme: "dark", wrong: await violations(page, OF_COLOURS) }).toEqual({ theme: "dark", wrong: [] });
    await picture(page, "dark");
    await fits(page, SIZES);
  });
}

async function fits(page: Page, sizes: { width: number; height: number }[]): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expect.poll(async () => ({ ...size, outside: await page.evaluate(outside) })).toEqual({ ...size, outside: [] });
    await picture(page, String(size.width));
  }
}

/** Keeps a picture of the page in the folder SHOTS, if there is one, to be looked at. */
async function picture(page: Page, what: string): Promise<void> {
  const shots = process.env.SHOTS;
  const name = `${expect.getState().currentTestName ?? ""} ${what}`.replace(/\W+/g, "-");
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
}

/** The same in German, in one theme, and wide: no page asks for words of its own, so it is enough that they show and fit. */
export function judgeGerman(pages: PageCase[]): void {
  it.each(pages)("in German: $name", async ({ hash, fake = "", ready }) => {
    const page = await open(hash, { fake: `&lang=de${fake}` });
    await settled(page, ready);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("de");
    expect(await violations(page)).toEqual([]);
    await fits(page, [{ width: 1280, height: 800 }, { width: 760, height: 520 }]);
  });
}

/** What a person would have to scroll sideways to reach. */
export function outside(): string[] {
  return [...document.querySelectorAll("button, input, textarea, h1, h2, [role=option]")]
    .filter((element) => {
      const box = element.getBoundingClientRect();
      return box.width > 1 && (box.right > window.innerWidth + 1 || box.left < -1);
    })
    .map((element) => element.outerHTML.slice(0, 120));
}
