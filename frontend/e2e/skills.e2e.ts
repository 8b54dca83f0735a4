// Skills, modes, pictures and what servers bring: the page of skills, what came up with a prompt, the picture in a call's card, the mode of a space.

import { expect, it } from "vitest";
import { LARGE, open, THEME_KIT, WELCOME, withBrowser } from "./browser";
import { judge, shows, type PageCase } from "./judge";

withBrowser();

const CHAT = `${WELCOME}/chat/chat-tests`;

const PAGES: PageCase[] = [
  { name: "skills", hash: `${WELCOME}/skills`, ready: shows("/releasing kind=minor notes=…") },
  { name: "all chats", hash: `${WELCOME}/chats`, ready: shows("Why does the unit suite fail?") },
  { name: "chats that were found", hash: `${WELCOME}/chats`, ready: async (page) => { await page.getByRole("searchbox").fill("staging"); await page.getByText("4 places").waitFor(); } },
  { name: "memory", hash: `${WELCOME}/memory`, ready: shows("Ada wants amounts rounded half up") },
  { name: "no memory", hash: `${LARGE}/memory`, ready: shows("Nothing remembered yet") },
  {
    name: "a memory that is changed", hash: `${WELCOME}/memory`, ready: async (page) => {
      await page.getByRole("button", { name: "Forget…" }).first().click();
      await page.getByRole("button", { name: "Edit", exact: true }).nth(1).click();
      await page.getByRole("textbox", { name: "Note" }).waitFor();
    },
  },
  { name: "no skills", hash: `${LARGE}/skills`, ready: shows("No skills yet") },
  { name: "skills of a space that is not trusted", hash: `${THEME_KIT}/skills`, ready: shows("so no agent reads its skills") },
  { name: "skills that cannot be read", hash: `${WELCOME}/skills`, fake: "&fail=skills", ready: shows("Couldn't load the skills.") },
  {
    name: "skills among the completions", hash: CHAT, ready: async (page) => {
      await page.getByLabel("Message").fill("/");
      await page.getByRole("option", { name: /^looking/ }).waitFor();
    },
  },
  {
    name: "resources to attach", hash: CHAT, ready: async (page) => {
      await page.getByLabel("Message").fill("Compare @");
      await page.getByRole("option", { name: /^House style/ }).waitFor();
    },
  },
  {
    name: "a prompt of a server", hash: CHAT, ready: async (page) => {
      await page.getByLabel("Message").fill("/notes__sum_up topic=guide");
      await page.keyboard.press("Enter");
      await page.getByRole("article", { name: /^Get the prompt sum_up/ }).waitFor();
    },
  },
  {
    name: "skills of a prompt, and a picture", hash: CHAT, ready: async (page) => {
      await page.getByLabel("Message").fill("Make a screenshot of the new version");
      await page.keyboard.press("Enter");
      await page.getByText("Added to the prompt").click();
      await page.getByRole("button", { name: /^Take a screenshot/ }).click();
      await page.getByRole("img", { name: /640 by 400 pixels$/ }).waitFor();
    },
  },
  { name: "the mode of a space", hash: `${LARGE}/rules`, ready: shows("You chose this mode for this space. Your other spaces use Workspace.") },
  {
    name: "a wider mode", hash: `${LARGE}/rules`, ready: async (page) => {
      await page.getByRole("radio", { name: "Workspace" }).click();
      await page.getByRole("button", { name: "Change to Workspace" }).waitFor();
    },
  },
  { name: "the mode of a space that is not trusted", hash: `${THEME_KIT}/rules`, ready: shows("This space is read-only because") },
];

judge(PAGES);

it("starts a skill from the keyboard, with a variable", async () => {
  const page = await open(CHAT);
  await page.getByLabel("Message").focus();
  await page.keyboard.type("/rel");
  await page.getByRole("option", { name: /^releasing/ }).waitFor();
  await page.keyboard.press("Tab");
  await page.getByRole("option", { name: /^kind=/ }).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.type("patch and be quick");
  await page.keyboard.press("Enter");
  await page.getByRole("list", { name: "Active skills" }).getByText("releasing").waitFor();
});

it("shows a picture in a bounded size, larger on demand, and in the details of the run's call", async () => {
  const page = await open(CHAT);
  await page.getByLabel("Message").fill("a picture");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Take a screenshot/ }).click();
  const picture = page.getByRole("main").getByRole("img", { name: /640 by 400 pixels$/ });
  await picture.waitFor();
  const small = await picture.boundingBox();
  expect(small?.height).toBeLessThanOrEqual(240);
  expect((small?.width ?? 0) / (small?.height ?? 1)).toBeCloseTo(1.6, 1);
  await picture.click();
  await expect.poll(async () => (await picture.boundingBox())?.height).toBeGreaterThan(small?.height ?? 0);
  await page.getByRole("article", { name: /^Take a screenshot/ }).getByRole("button", { name: /show details\)$/ }).click();
  await page.getByRole("complementary").getByRole("img", { name: /640 by 400 pixels$/ }).waitFor();
});

it("changes the mode from the keyboard: stricter at once, wider only after what it means was shown", async () => {
  const page = await open(`${LARGE}/rules`);
  await page.getByRole("radio", { name: "Ask", exact: true }).focus();
  await page.keyboard.press("ArrowUp");
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>("input[type=radio]:checked")?.labels?.[0]?.textContent === "Read-only");
  await page.keyboard.press("ArrowDown");
  await page.getByText("Agents can then request changes, and Handrail asks you about each one.").waitFor();
  await page.getByRole("button", { name: "Change to Ask" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Change to Ask" }).waitFor({ state: "detached" });
  await expect.poll(() => page.getByRole("radio", { name: "Ask", exact: true }).isChecked()).toBe(true);
});
