import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { Backend } from "../backend/backend";
import { BackendProvider } from "../backend/context";
import { Live } from "../backend/live";
import { connectQueries, newQueryClient } from "../backend/queries";
import { keepUnsent } from "../backend/unsent";
import { wailsBackend } from "../backend/wails";
import { PlatformProvider } from "../components/platform";
import { Shell } from "./shell";
import { texts } from "../words/app";

async function findBackend(): Promise<Backend | undefined> {
  const wails = wailsBackend();
  if (wails) return wails;
  // A plain browser, in development and in tests: the fixtures play. They are not in the built page.
  if (import.meta.env.MODE === "production") return undefined;
  const { fakeFromAddress } = await import("../testing/fake-from-address");
  return fakeFromAddress(window.location.search);
}

/** Opens the page. Everything it imports may read its texts at once: the language is known. */
export async function open(place: HTMLElement): Promise<void> {
  const root = createRoot(place);
  const backend = await findBackend();
  if (!backend) {
    root.render(<p style={{ padding: 24 }}>{texts.outside}</p>);
    return;
  }
  const live = new Live(backend);
  const client = newQueryClient();
  connectQueries(backend, client);
  live.start();
  keepUnsent(backend, live);
  root.render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <BackendProvider backend={backend} live={live}>
          <PlatformProvider platform={backend}>
            <Shell />
          </PlatformProvider>
        </BackendProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}
