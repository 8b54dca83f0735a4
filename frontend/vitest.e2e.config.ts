import { defineConfig } from "vitest/config";
import { APPEARS_MS, BROWSER_TEST_MS } from "./src/testing/patience.ts";

// The built page, on the fake backend, in a real Chromium.
export default defineConfig({
  test: {
    environment: "node",
    include: ["e2e/**/*.e2e.ts"],
    globalSetup: ["e2e/serve.ts"],
    testTimeout: BROWSER_TEST_MS,
    hookTimeout: BROWSER_TEST_MS,
    expect: { poll: { timeout: APPEARS_MS } },
    maxWorkers: 1,
  },
});
