import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, onTestFinished } from "vitest";
import { APPEARS_MS } from "../src/testing/patience";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const ARGUMENTS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

let browser: Browser;

/** One browser for a file of tests. */
export function withBrowser(): void {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
  });
  afterAll(() => browser.close());
}

export const WELCOME = `#/space/${encodeURIComponent("/home/ada/welcome")}`;
export const LARGE = `#/space/${encodeURIComponent("/home/ada/large")}`;
export const THEME_KIT = `#/space/${encodeURIComponent("/home/ada/Downloads/theme-kit")}`;

interface Options {
  theme?: "light" | "dark";
  width?: number;
  height?: number;
  /** How large the page is shown, as an engine does it: 2 is 200 %. What is left for the page is that much smaller. */
  zoom?: number;
  /** More of the fake's options: "&empty", "&fail=tools". */
  fake?: string;
}

/** Opens the page at an address. When the test ends, nothing may have been complained about in the console. */
export async function open(hash: string, { theme = "light", width = 1280, height = 800, zoom = 1, fake = "" }: Options = {}): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: Math.floor(width / zoom), height: Math.floor(height / zoom) }, deviceScaleFactor: zoom, reducedMotion: "reduce" });
  page.setDefaultTimeout(APPEARS_MS * 2);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  onTestFinished(async () => {
    await page.close();
    expect(complaints).toEqual([]);
  });
  await page.goto(`${inject("address")}?pace=0&theme=${theme}${fake}${hash}`);
  await page.waitForFunction((want) => document.documentElement.dataset.theme === want, theme);
  return page;
}
