// The page of hands without a mouse: a hand is added, fixed, saved, and not written over what somebody else wrote.

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { open, withBrowser, WELCOME } from "./browser";

withBrowser();

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.getAttribute("placeholder") ?? "");

/** Goes on with Tab until the focus is where it should be. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let i = 0; i < 60; i += 1) {
    if ((await focused(page)).startsWith(name)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`The keys do not lead to ${name}.`);
}

const text = (page: Page) => page.getByLabel("ctxnest.json as text").inputValue();

it("adds a hand, fixes what is wrong with it, saves it, and settles a conflict", async () => {
  const page = await open(`${WELCOME}/hands`, { fake: "&contested" });
  await page.getByRole("listbox", { name: "Hands" }).waitFor();
  await page.getByRole("searchbox").focus();
  await tabTo(page, "Add hand");
  await page.keyboard.press("Enter");

  // Its name has the focus and is chosen: it is written over.
  await page.getByText("description must be a non-empty string").first().waitFor();
  await page.keyboard.type("count-words");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "count-words" }).waitFor();
  await tabTo(page, "Tell the agent when");
  await page.keyboard.insertText("Counts the words of a file");
  await tabTo(page, "program");
  for (const element of ["wc", "{{file}}", "-w"]) {
    await page.keyboard.insertText(element);
    await page.keyboard.press("Enter");
  }
  await page.getByText("placeholder {{file}} has no param def").first().waitFor();

  // The option goes before the file: Alt and an arrow move it.
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Alt+ArrowLeft");
  await expect.poll(() => text(page)).toContain('"command": ["wc", "-w", "{{file}}"]');
  await page.getByRole("button", { name: "Add parameter file" }).focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("Form for count-words").getByText("placeholder {{file}} has no param def").waitFor({ state: "detached" });

  // Somebody else has written the file: nothing is written over it unasked.
  await page.keyboard.press("Control+s");
  const dialog = page.getByRole("dialog", { name: "This file has changed" });
  await dialog.getByText("Written by somebody else").waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === "Keep editing");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Unsaved", { exact: true }).waitFor();
  await page.keyboard.press("Control+s");
  await page.waitForFunction(() => document.activeElement?.textContent === "Keep editing");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Unsaved", { exact: true }).waitFor({ state: "detached" });
  await expect.poll(() => text(page)).toContain('"count-words"');
});

it("runs a hand with values, and looks into a past call", async () => {
  const page = await open(`${WELCOME}/hands/run-suite`);
  await page.getByRole("tab", { name: "Edit" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByText("Left out because empty:").waitFor();
  await page.getByLabel("Filter").focus();
  await page.keyboard.insertText("totals");
  await page.getByLabel("Preview, one argument per line").getByText("totals").waitFor();
  await page.keyboard.press("Control+Enter");
  await page.getByText("all done").waitFor();
  await page.getByRole("tab", { name: "Run" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByText("exit code 1").waitFor();
  await page.getByRole("button", { name: "npx vitest --reporter=verbose totals" }).last().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("complementary", { name: "Call details" }).getByText("expected 10, got 11").waitFor();
});
