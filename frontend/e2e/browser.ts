import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, onTestFinished } from "vitest";
import { APPEARS_MS } from "../src/testing/patience";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const ARGUMENTS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

let browser: Browser;
/** The windows of the browser, by how large they show a page. A test gets a tab: a window of its own takes a second to open and to read the page. */
const contexts = new Map<number, BrowserContext>();

/** One browser for a file of tests. */
export function withBrowser(): void {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
  });
  afterAll(async () => {
    contexts.clear();
    await browser.close();
  });
}

/** An empty tab, in which nothing is kept from the tests before. */
async function tab(width: number, height: number, zoom: number): Promise<Page> {
  let context = contexts.get(zoom);
  if (!context) {
    context = await browser.newContext({ deviceScaleFactor: zoom, reducedMotion: "reduce" });
    contexts.set(zoom, context);
  }
  const page = await context.newPage();
  await page.setViewportSize({ width: Math.floor(width / zoom), height: Math.floor(height / zoom) });
  const session = await context.newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin: new URL(inject("address")).origin, storageTypes: "local_storage" });
  await session.detach();
  return page;
}

export const WELCOME = `#/space/${encodeURIComponent("/home/ada/welcome")}`;
export const LARGE = `#/space/${encodeURIComponent("/home/ada/large")}`;
export const THEME_KIT = `#/space/${encodeURIComponent("/home/ada/Downloads/theme-kit")}`;

interface Options {
  width?: number;
  height?: number;
  /** How large the page is shown, as an engine does it: 2 is 200 %. What is left for the page is that much smaller. */
  zoom?: number;
  /** More of the fake's options: "&empty", "&fail=tools". */
  fake?: string;
}

/** Opens the page at an address, in the theme of the desktop, which is light. When the test ends, nothing may have been complained about in the console. */
export async function open(hash: string, { width = 1280, height = 800, zoom = 1, fake = "" }: Options = {}): Promise<Page> {
  const page = await tab(width, height, zoom);
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
  await page.goto(`${inject("address")}?pace=0&theme=system${fake}${hash}`);
  await wears(page, "light");
  return page;
}

/** Changes the theme of the desktop, and so the page's. */
export async function darken(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  await wears(page, "dark");
}

async function wears(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.waitForFunction((want) => document.documentElement.dataset.theme === want, theme);
}
