// How long a test waits before it gives up, in ms: long enough for a machine that has other work.

/** For one thing to appear. */
export const APPEARS_MS = 30_000;
/** For a test of parts of the page. */
export const TEST_MS = 120_000;
/** For a test in a browser. */
export const BROWSER_TEST_MS = 300_000;
