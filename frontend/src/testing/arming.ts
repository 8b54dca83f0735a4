import { act } from "@testing-library/react";
import { onTestFinished, vi } from "vitest";
import { ARM_MS } from "../widgets/armed";

/** Lets no button be armed until the returned function is called, however long a busy machine takes. */
export function holdArming(): () => void {
  const later = globalThis.setTimeout;
  const held: (() => void)[] = [];
  const spy = vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, ms?: number, ...rest: unknown[]) => {
    if (ms !== ARM_MS) return later(run, ms, ...rest);
    held.push(run);
    return 0;
  }) as unknown as typeof setTimeout);
  const release = () => {
    spy.mockRestore();
    act(() => held.splice(0).forEach((run) => run()));
  };
  onTestFinished(release);
  return release;
}
