// How large the page is shown.

import { useQueryClient } from "@tanstack/react-query";
import { useBackend } from "./context";
import { keys } from "./keys";
import { useSettingsChange } from "./queries";
import type { SettingsView } from "./wire";

/** The sizes that one key leads to the next of, in percent. */
export const ZOOMS: readonly number[] = [80, 90, 100, 110, 125, 150, 175, 200];

/** Chooses a size, in percent. The page is told at once: the next key counts from there. */
export function useZoomChange() {
  const backend = useBackend();
  const client = useQueryClient();
  const change = useSettingsChange((percent: number) => backend.setZoom(percent));
  const now = () => client.getQueryData<SettingsView>(keys.settings)?.zoom ?? 100;
  const to = (percent: number | undefined) => {
    if (percent === undefined || percent === now()) return;
    client.setQueryData<SettingsView>(keys.settings, (settings) => settings && { ...settings, zoom: percent });
    change.mutate(percent, { onError: () => void client.invalidateQueries({ queryKey: keys.settings }) });
  };
  return { error: change.error, to, larger: () => to(ZOOMS.find((size) => size > now())), smaller: () => to(ZOOMS.findLast((size) => size < now())), usual: () => to(100) };
}
