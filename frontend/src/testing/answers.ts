// The backend as a test sees it: nothing is answered once the test is over, so that a late answer changes no other
// test's page. HANDRAIL_SLOW_MS plays a slow machine: `HANDRAIL_SLOW_MS=80 npm test` finds what is asserted without
// being waited for.

import { onTestFinished } from "vitest";
import type { Backend } from "../backend/backend";

const SLOW_MS = Number(process.env.HANDRAIL_SLOW_MS ?? 0);

type Answer = (...args: never[]) => Promise<unknown>;

export function whileTesting(backend: Backend): Backend {
  let over = false;
  onTestFinished(() => {
    over = true;
  });
  const during = (answer: Answer): Answer => async (...args) => {
    try {
      await pause();
      return await answer(...args);
    } finally {
      await pause();
      if (over) await new Promise(() => undefined);
    }
  };
  const wrapped = Object.fromEntries(Object.entries(backend).map(([name, answer]) => [name, during(answer as Answer)]));
  return { ...(wrapped as unknown as Backend), listen: (hear) => backend.listen(SLOW_MS > 0 ? (event) => void setTimeout(() => hear(event), SLOW_MS) : hear) };
}

async function pause(): Promise<void> {
  if (SLOW_MS > 0) await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
}
