// What a window loads before it shows anything stays small: pages are loaded when they are first shown.

import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";

const BUILT = "node_modules/.cache/e2e";
/** Before compression: the window reads them from the program. */
const MOST = 350_000;

it("opens with few scripts", async () => {
  const page = await readFile(join(BUILT, "index.html"), "utf8");
  const scripts = [...page.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, path = ""]) => path);
  const sizes = await Promise.all(scripts.map(async (path) => (await stat(join(BUILT, path))).size));
  expect(Math.max(...sizes)).toBeGreaterThan(50_000);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST);
});
