import { QueryClientProvider } from "@tanstack/react-query";
import { render, type RenderResult } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { Tooltip } from "radix-ui";
import type { ReactNode } from "react";
import { onTestFinished } from "vitest";
import type { Backend } from "../backend/backend";
import { BackendProvider } from "../backend/context";
import { fakeBackend, type FakeOptions } from "../backend/fake";
import { Live } from "../backend/live";
import { connectQueries, newQueryClient } from "../backend/queries";
import { PlatformProvider } from "../components/platform";
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
  const result = render(
    <QueryClientProvider client={client}>
      <BackendProvider backend={backend} live={live}>
        <PlatformProvider platform={backend}>
          <Tooltip.Provider>{ui}</Tooltip.Provider>
        </PlatformProvider>
      </BackendProvider>
    </QueryClientProvider>,
  );
  return { ...result, backend, live, user };
}
