import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot, type Root } from "react-dom/client";
import type { Backend } from "../backend/backend";
import { BackendProvider } from "../backend/context";
import { Live } from "../backend/live";
import { keys } from "../backend/keys";
import { connectQueries, newQueryClient } from "../backend/queries";
import { told } from "../backend/told";
import { keepUnsent } from "../backend/unsent";
import { wailsBackend } from "../backend/wails";
import { PlatformProvider } from "../components/platform";
import { beginThere } from "./opened";
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

/** How long Go may take to open the app before the page says that it does, in ms: mostly it is done before the page is. */
const SHOWS_OPENING_AFTER = 400;

/** Waits until there is something to answer from. False: it cannot be opened, which the page says then. */
async function opened(backend: Backend, root: Root): Promise<boolean> {
  const slow = setTimeout(() => root.render(<p className="p-6 text-13 text-muted" role="status">{texts.opening.app}</p>), SHOWS_OPENING_AFTER);
  try {
    await backend.opened();
    return true;
  } catch (why) {
    clearTimeout(slow);
    root.render(<p className="p-6 text-13" role="alert">{texts.notOpened(why instanceof Error ? why.message : String(why))}</p>);
    return false;
  } finally {
    clearTimeout(slow);
  }
}

/** Opens the page, and returns what closes it. Everything it imports may read its texts at once: the language is known. */
export async function open(place: HTMLElement): Promise<() => void> {
  const root = createRoot(place);
  const stops = [() => root.unmount()];
  const close = () => stops.forEach((stop) => stop());
  const found = await findBackend();
  const backend = found && told(found);
  if (!backend) {
    root.render(<p style={{ padding: 24 }}>{texts.outside}</p>);
    return close;
  }
  if (!(await opened(backend, root))) return close;
  const live = new Live(backend);
  const client = newQueryClient();
  stops.push(connectQueries(backend, client), live.start(), keepUnsent(backend, live));
  client.query({ queryKey: keys.settings, queryFn: () => backend.settings() }).catch(() => undefined); // who shows them says so
  await beginThere(backend, () => client.query({ queryKey: keys.spaces, queryFn: () => backend.spaces() }));
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
  return close;
}
