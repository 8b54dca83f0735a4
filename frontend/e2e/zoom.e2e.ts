// Pages that are shown at 200 %, as the window's engine does it: nothing is out of reach, in a window of the usual size and in
// the narrowest. HANDRAIL_PICTURES=DIR keeps a picture of each.

import { expect, it } from "vitest";
import { open, THEME_KIT, WELCOME, withBrowser } from "./browser";
import { outside, settled, shows, type PageCase } from "./judge";

withBrowser();

const SIZES = [{ width: 1280, height: 800 }, { width: 600, height: 800 }];
const PICTURES = process.env.HANDRAIL_PICTURES;

const PAGES: PageCase[] = [
  { name: "start", hash: "#/", fake: "&empty", ready: shows("every act goes through one door") },
  { name: "new space", hash: "#/", fake: "&empty", ready: async (page) => { await page.getByRole("button", { name: "Create a space" }).click(); await page.getByLabel("Name").waitFor(); } },
  { name: "start of a chat", hash: `${WELCOME}/chat`, ready: shows("Reads, never writes.") },
  { name: "chat", hash: `${WELCOME}/chat/chat-tests`, ready: shows("The unit suite passes now.") },
  { name: "four states", hash: `${WELCOME}/chat/chat-states`, ready: shows("page 3 of 12") },
  { name: "details of a call", hash: `${WELCOME}/chat/chat-tests?run=run-01&call=run-01-c4`, ready: shows("Mode workspace allows it: it stays in this space.") },
  { name: "waiting list", hash: `${WELCOME}/chat/chat-tests?waiting`, ready: shows("Answer by") },
  { name: "try a tool", hash: `${WELCOME}/tools/run-tests`, ready: shows("Fill in the form to see a preview:") },
  { name: "a hand", hash: `${WELCOME}/hands/run-suite`, ready: shows("Safe to repeat") },
  { name: "skills", hash: `${WELCOME}/skills`, ready: shows("Skills") },
  { name: "servers", hash: `${WELCOME}/servers`, ready: shows(/3 of 9 servers fai/) },
  { name: "space files", hash: `${WELCOME}/files/agent%2Ftools%2Fcount-lines.md`, ready: shows("No problems") },
  { name: "runs", hash: `${WELCOME}/runs`, ready: shows("Cut off") },
  { name: "a run", hash: `${WELCOME}/runs/run-02`, ready: async (page) => page.getByRole("searchbox", { name: "Search events" }).waitFor() },
  { name: "jobs", hash: `${WELCOME}/jobs`, ready: shows("page 60 reloaded") },
  { name: "rules", hash: `${WELCOME}/rules`, ready: shows("Rules") },
  { name: "sandbox", hash: `${WELCOME}/walls`, ready: shows("Protections") },
  { name: "hooks", hash: `${WELCOME}/hooks`, ready: shows("Hooks") },
  { name: "trust", hash: `${THEME_KIT}/trust`, ready: shows("Trust") },
  { name: "models", hash: "#/settings/models", ready: shows("LM Studio") },
  { name: "look", hash: "#/settings/look", ready: shows("Text size") },
  { name: "caps", hash: "#/settings/caps", ready: shows("In all spaces") },
  { name: "shortcuts", hash: `${WELCOME}/runs`, ready: async (page) => { await page.getByRole("button", { name: "Show the sidebar" }).waitFor(); await page.keyboard.press("Control+/"); await page.getByText("When a call asks").waitFor(); } },
];

it.each(PAGES)("is whole at 200 %: $name", async ({ name, hash, fake = "", ready }) => {
  const page = await open(hash, { width: 1280, height: 800, zoom: 2, fake });
  await settled(page, ready);
  for (const { width, height } of SIZES) {
    await page.setViewportSize({ width: width / 2, height: height / 2 });
    await expect.poll(async () => ({ name, width, cut: await page.evaluate(outside) })).toEqual({ name, width, cut: [] });
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name.replaceAll(" ", "-")}-${width}.png` });
  }
});
