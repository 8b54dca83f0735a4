// What is dropped on the window does not replace it; on a chat, it is attached.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { open, withBrowser, WELCOME } from "./browser";

withBrowser();

it("stays where it is when a page of HTML is dropped on it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "drops-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "trap.html");
  await writeFile(file, "<script>document.title = 'taken over'</script>");
  const page = await open(`${WELCOME}/chat/chat-tests`);
  const said = page.getByText("The unit suite passes now.");
  await said.waitFor();
  const before = page.url();
  const hand = await page.context().newCDPSession(page);
  for (const place of [said, page.getByRole("navigation"), page.getByRole("textbox", { name: "Message" })]) {
    const box = await place.boundingBox();
    if (!box) throw new Error("there is nothing to drop on");
    const at = { x: box.x + box.width / 2, y: box.y + Math.min(box.height, 600) / 2, data: { items: [], files: [file], dragOperationsMask: 1 } };
    for (const type of ["dragEnter", "dragOver", "drop"] as const) await hand.send("Input.dispatchDragEvent", { type, ...at });
  }
  // Whatever the drops have set off was set off before this answer.
  await page.getByRole("textbox", { name: "Message" }).fill("still here");
  expect(page.url()).toBe(before);
  // Chromium opens it beside the page, WebKit in its place.
  expect(page.context().pages()).toHaveLength(1);
  expect(await page.title()).toContain("Handrail");
  expect(await page.getByRole("textbox", { name: "Message" }).inputValue()).toBe("still here");
  // The chat has taken it, by its name alone.
  await page.getByRole("region", { name: "Attached" }).getByText("trap.html").waitFor();
});
