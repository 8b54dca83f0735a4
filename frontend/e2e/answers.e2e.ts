// What answers can have, and what a hostile one cannot do.

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { BROWSER_TEST_MS } from "../src/testing/patience";
import { open, withBrowser, WELCOME } from "./browser";
import { judge } from "./judge";

withBrowser();

const CHAT = `${WELCOME}/chat/chat-tests`;

async function ask(page: Page, words: string): Promise<void> {
  await page.getByText("The unit suite passes now.").waitFor();
  await page.getByLabel("Message").fill(words);
  await page.keyboard.press("Enter");
}

const rich = async (page: Page) => {
  await ask(page, "Tell me everything you know");
  await page.getByRole("img", { name: "Reader, menu and page" }).waitFor();
  await page.getByRole("img", { name: "Diagram" }).waitFor();
  await page.locator("math").first().waitFor();
  await page.locator(".text-code-word").first().waitFor();
};

judge([{ name: "an answer with everything", hash: CHAT, ready: rich }]);

it("makes a picture of an SVG, which runs nothing and loads nothing", async () => {
  const page = await open(CHAT);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await rich(page);
  const picture = page.getByRole("img", { name: "Reader, menu and page" });
  expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth > 0 && img.complete)).toBe(true);
  expect(await page.locator("iframe, object, embed").count()).toBe(0);
  await page.getByRole("button", { name: "Show source" }).first().click();
  await page.getByText("<script>alert(1)</script>").waitFor();
  expect(asked.filter((what) => !what.startsWith("data:") && new URL(what, page.url()).host !== new URL(page.url()).host)).toEqual([]);
});

it("draws a diagram of Mermaid apart from the page", async () => {
  const page = await open(CHAT);
  await rich(page);
  const picture = page.getByRole("img", { name: "Diagram" });
  await picture.waitFor();
  const drawn = decodeURIComponent((await picture.getAttribute("src")) ?? "");
  for (const words of ["Reader", "opens", "Is it &lt;there&gt;?", "yes", "no"]) expect(drawn).toContain(`>${words}<`);
  await page.getByRole("button", { name: "Show source" }).last().click();
  await page.getByText("Page -. no .-> Menu").waitFor();
});

it("shows what can be done with a message to those who use the keyboard", async () => {
  const page = await open(CHAT);
  await page.getByText("The unit suite passes now.").waitFor();
  const copy = page.getByRole("button", { name: "Copy prompt" }).first();
  const shown = () => copy.evaluate((button) => getComputedStyle(button.parentElement ?? button).opacity);
  expect(await shown()).toBe("0");
  await copy.focus();
  await expect.poll(shown).toBe("1");
});

it("stays itself with five million characters, a million of thoughts and 10,000 calls", async () => {
  const page = await open(CHAT);
  await ask(page, "Say too much of it");
  await page.getByRole("button", { name: "Show 9,941 earlier steps" }).waitFor({ timeout: BROWSER_TEST_MS });
  await expect.poll(() => page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(4000);
  await page.getByLabel("Message").fill("Still here");
  await page.getByRole("button", { name: "Copy prompt" }).last().focus();
  expect(await page.getByLabel("Message").inputValue()).toBe("Still here");
});
