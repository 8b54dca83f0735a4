import { QueryClientProvider } from "@tanstack/react-query";
import { render, type RenderResult } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { onTestFinished, vi, type Mocked } from "vitest";
import type { Backend } from "../backend/backend";
import { BackendProvider } from "../backend/context";
import { fakeBackend, type FakeOptions } from "../backend/fake";
import { Live } from "../backend/live";
import { connectQueries, newQueryClient } from "../backend/queries";
import { PlatformProvider } from "../components/platform";
import { WaysProvider, type Ways } from "../widgets/ways";
import { whileTesting } from "./answers";
import { fixtures } from "./fixtures";

/** A fake that does everything at once. */
export function quickBackend(options: FakeOptions = {}): Backend {
  return fakeBackend(fixtures, { pace: 0, ...options });
}

export interface Rendered extends RenderResult {
  backend: Backend;
  live: Live;
  user: UserEvent;
  ways: Mocked<Ways>;
}

/** Draws a part of the page as main.tsx does, on a backend of its own. */
export function renderPage(ui: ReactNode, given: Backend = quickBackend()): Rendered {
  const backend = whileTesting(given);
  const live = new Live(backend);
  const client = newQueryClient();
  const stops = [connectQueries(backend, client), live.start()];
  onTestFinished(() => {
    for (const stop of stops) stop();
    client.clear();
  });
  const user = userEvent.setup();
  const ways = { walls: vi.fn(), rules: vi.fn(), job: vi.fn(), trust: vi.fn(), hook: vi.fn(), file: vi.fn(), newFile: vi.fn(), inspect: vi.fn() };
  const result = render(
    <QueryClientProvider client={client}>
      <BackendProvider backend={backend} live={live}>
        <PlatformProvider platform={backend}>
          <WaysProvider ways={ways}>{ui}</WaysProvider>
        </PlatformProvider>
      </BackendProvider>
    </QueryClientProvider>,
  );
  return { ...result, backend, live, user, ways };
}
