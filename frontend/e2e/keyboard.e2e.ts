// Everything that matters can be done without a mouse, and one always sees where one is.

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { LARGE, open, withBrowser, WELCOME } from "./browser";

withBrowser();

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "");

it("denies what waits, with a reason, from another page", async () => {
  const page = await open(`${WELCOME}/runs`);
  await page.getByText("1 call waiting for you").waitFor();
  await page.keyboard.press("Control+j");
  await page.getByRole("complementary").getByLabel("Preview", { exact: true }).waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === "Deny");
  while (!(await page.evaluate(() => document.activeElement?.getAttribute("placeholder") ?? "")).startsWith("Reason (sent")) await page.keyboard.press("Tab");
  await page.keyboard.type("Not before the review");
  await page.keyboard.press("Enter");
  await page.getByText("Nothing waiting").waitFor();
  await page.goto(page.url().replace(/#.*/, `${WELCOME}/chat/chat-states`));
  await page.getByText("Not before the review").last().waitFor();
});

it("runs once what waits, in the chat", async () => {
  const page = await open(`${WELCOME}/chat/chat-states`);
  const card = page.getByRole("article", { name: /^Deploy to Staging/ });
  const run = card.getByRole("button", { name: "Run once" });
  await run.waitFor();
  await page.waitForFunction(() => ![...document.querySelectorAll("button")].some((button) => button.textContent === "Run once" && button.disabled));
  while (!(await focused(page)).includes("Run once")) await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("article", { name: "Deploy to Staging: Done" }).waitFor();
  // The buttons are gone: the focus is on the card, not lost.
  await expect.poll(() => focused(page)).toContain("Deploy to Staging");
});

it("reviews a call, changes its input, and runs that instead, without a mouse", async () => {
  const page = await open(`${WELCOME}/chat/chat-states`);
  await page.getByRole("button", { name: "Run once" }).waitFor();
  await page.keyboard.press("Control+j");
  await page.waitForFunction(() => document.activeElement?.textContent === "Deny");
  const list = page.getByRole("complementary", { name: "Waiting for you" });
  const dialog = list.getByRole("alertdialog", { name: "Deploy to Staging" });
  // Enter, Escape and letters on what is shown run nothing.
  await list.getByLabel("Preview", { exact: true }).focus();
  for (const key of ["Enter", "Space", "r", "y"]) await page.keyboard.press(key);
  await dialog.getByRole("button", { name: "Run once" }).waitFor();
  await page.keyboard.press("Alt+e");
  const branch = dialog.getByLabel(/^Branch/);
  await branch.waitFor();
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.activeElement?.textContent === "Edit…");
  await page.keyboard.press("Enter");
  await branch.waitFor();
  while (!(await branch.evaluate((field) => field === document.activeElement))) await page.keyboard.press("Tab");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("next");
  await dialog.getByText("bash scripts/deploy.sh next").waitFor();
  await page.waitForFunction(() => [...document.querySelectorAll("button")].some((button) => button.textContent === "Run edited call" && !button.disabled));
  while ((await focused(page)) !== "Run edited call") await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await list.getByText("Nothing waiting").waitFor();
  await page.getByRole("article", { name: "Deploy to Staging: Done" }).waitFor();
  await expect.poll(() => focused(page)).toBe("Close");
});

it("gives a lasting yes, goes through the others, and denies the rest, without a mouse", async () => {
  const page = await open(`${WELCOME}/runs`, { fake: "&crowd" });
  await page.getByText("5 calls waiting for you").waitFor();
  await page.keyboard.press("Control+j");
  const list = page.getByRole("complementary", { name: "Waiting for you" });
  await list.getByText("Waiting for you: 1 of 5").waitFor();
  await page.keyboard.press("Alt+ArrowDown");
  await list.getByRole("alertdialog").getByText("git fetch origin", { exact: true }).waitFor();
  await list.getByRole("button", { name: "Always…" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.getAttribute("type") === "radio");
  const label = "Always allow commands that begin with git fetch, in this space";
  while (!(await list.getByRole("radio", { name: label, exact: true }).isChecked())) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForFunction((text) => [...document.querySelectorAll("button")].some((button) => button.textContent === text && !button.disabled), label);
  while ((await focused(page)) !== label) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  // It has let the other one go that it covers.
  await list.getByText("of 3").waitFor();
  await list.getByText(`By your grant: ${label}.`).waitFor();
  while ((await focused(page)) !== "Deny all") await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await list.getByText("Nothing waiting").waitFor();
  await page.goto(page.url().replace(/#.*/, `${LARGE}/rules`));
  while (!(await focused(page)).startsWith(`Revoke ${label}`)) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: `Revoke ${label}`, exact: true }).waitFor({ state: "detached" });
});

it("talks to an agent, and looks into what it did", async () => {
  const page = await open(`${WELCOME}/chat/chat-tests`);
  await page.getByText("The unit suite passes now.").waitFor();
  await page.keyboard.type("Run the tests again");
  await page.keyboard.press("Enter");
  await page.getByText("All of it went well.").waitFor();
  while (!(await focused(page)).includes("Why was this allowed")) await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("complementary", { name: "Call details" }).getByText("Mode workspace allows it: it stays in this space.").waitFor();
});

it("finds a tool, fills in its form, sees what would run, and runs it", async () => {
  const page = await open(`${WELCOME}/tools`);
  await page.getByRole("searchbox").focus();
  await page.keyboard.type("run the tests");
  await page.getByRole("listbox", { name: "Tools" }).focus();
  await page.keyboard.press("ArrowDown");
  await page.getByLabel("Suite", { exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("option", { name: "unit" }).waitFor();
  await page.keyboard.type("unit");
  await page.keyboard.press("Enter");
  await page.getByText("bash test.sh unit --timeout 30").waitFor();
  await page.getByLabel("Timeout").focus();
  await page.keyboard.press("Control+Enter");
  await page.getByText("all done").waitFor();
});

it("opens a menu, types the path of a folder, and comes back to the button", async () => {
  const page = await open(`${WELCOME}/runs`);
  const button = page.getByRole("button", { name: "Add a space" });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toBe("Create a space…");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => focused(page)).toBe("Choose a folder…");
  await page.keyboard.press("Escape");
  await expect.poll(() => focused(page)).toBe("Add a space");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => focused(page)).toBe("Create a space…");
  await page.keyboard.press("End");
  await expect.poll(() => focused(page)).toBe("Type a path…");
  await page.keyboard.press("Enter");
  const path = page.getByRole("dialog").getByLabel("Folder path");
  await expect.poll(() => path.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => focused(page)).toBe("Add a space");
});

it("creates a space from a template, and shows it", async () => {
  const page = await open(`${WELCOME}/runs`);
  await page.getByRole("button", { name: "Add a space" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toBe("Create a space…");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Create a space" });
  await expect.poll(() => dialog.getByLabel("Name").evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type("Allotment");
  await dialog.getByText("Creates /home/ada/Documents/Allotment").waitFor();
  await dialog.getByRole("radio", { name: "Assistant" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => focused(page)).toBe("Notes");
  await page.keyboard.press("Space");
  await dialog.getByText("An agent that keeps your notes").waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect.poll(() => focused(page)).toBe("Create");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => new URL(page.url()).hash).toContain(encodeURIComponent("/home/ada/Documents/Allotment"));
  await page.getByRole("navigation", { name: "Spaces and chats" }).getByRole("button", { name: "Allotment", exact: true }).waitFor();
});

it("shows the name of an icon button when a key leads to it, and beside it", async () => {
  const page = await open(`${WELCOME}/runs`);
  await page.getByRole("button", { name: "Add a space" }).waitFor();
  await page.keyboard.press("Tab");
  const tip = page.locator("[data-shown-tip]");
  await expect.poll(() => tip.textContent()).toBe("Add a space");
  const box = await tip.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect(box?.y).toBeGreaterThan(0);
  await page.keyboard.press("Escape");
  await tip.waitFor({ state: "detached" });
});

it("goes anywhere by name", async () => {
  const page = await open(`${LARGE}/chat`);
  await page.getByText("Start a chat").waitFor();
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Go to a page").waitFor();
  await page.keyboard.type("task 4321");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Task 4321" }).waitFor();
});

it.each([
  [`${WELCOME}/chat/chat-states`, "page 3 of 12"],
  [`${WELCOME}/tools/deploy`, "Git branch to deploy"],
  [`${WELCOME}/hands/run-suite`, "Safe to repeat"],
  [`${WELCOME}/rules`, "Always allowed"],
  [`${WELCOME}/chat/chat-tests?waiting`, "Answer by"],
  [`${WELCOME}/runs/run-02`, "hook guard-git"],
  ["#/settings/models", "LM Studio"],
])(
  "shows where the focus is, at every stop: %s",
  async (hash, text) => {
    const page = await open(hash);
    await page.getByText(text).first().waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const stops = new Set<string>();
    for (let i = 0; i < 60; i += 1) {
      await page.keyboard.press("Tab");
      const stop = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return undefined;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        const box = element.getBoundingClientRect();
        const seen = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2 && box.width > 0 && box.height > 0;
        return { html: element.outerHTML.slice(0, 160), seen };
      });
      // After the last stop comes the browser itself, then the first again.
      if (!stop) continue;
      expect(stop).toMatchObject({ seen: true });
      stops.add(stop.html);
    }
    expect(stops.size).toBeGreaterThan(8);
  },
);
