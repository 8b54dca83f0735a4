import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { TEST_MS } from "./src/testing/patience.ts";

export default defineConfig({
  plugins: [react()],
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/testing/setup.ts"],
    restoreMocks: true,
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
    // The files share what they import, which is most of their time: a test closes what it opens.
    isolate: false,
    // The machine that runs this has two cores and other work.
    maxWorkers: 2,
  },
});
