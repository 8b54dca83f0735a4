import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import type { PresetView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { usePlatform } from "../../components/platform";
import { texts } from "../../words/settings";

/** The providers that are known; none of them is chosen where the person fills in an address of their own. */
export function Presets({ chosen, onChoose }: { chosen: PresetView | undefined; onChoose: (preset: PresetView | undefined) => void }) {
  const backend = useBackend();
  const presets = useQuery({ queryKey: keys.presets, queryFn: () => backend.presets(), staleTime: Infinity }).data ?? [];
  const found = useQuery({ queryKey: keys.localServers, queryFn: () => backend.localServers() }).data ?? [];
  const look = (on: boolean) => `h-8 truncate rounded-md border px-2 text-13 focus-visible:-outline-offset-1 ${on ? "border-accent bg-chosen font-semibold" : "border-edge hover:bg-hover"}`;
  return (
    <div role="group" aria-label={texts.provider.which} className="grid grid-cols-2 gap-1.5 sm:grid-cols-4">
      {presets.map((preset) => (
        <button key={preset.name} type="button" aria-pressed={preset.name === chosen?.name} className={look(preset.name === chosen?.name)} onClick={() => onChoose(preset)}>
          {preset.title}
          {found.some(({ url }) => url === preset.url) && <span className="ml-1 text-11 font-normal text-done">{texts.provider.runs}</span>}
        </button>
      ))}
      <button type="button" aria-pressed={!chosen} className={look(!chosen)} onClick={() => onChoose(undefined)}>
        {texts.provider.other}
      </button>
    </div>
  );
}

/** Where a key of a known provider is made. */
export function KeyLink({ preset }: { preset: PresetView }) {
  const platform = usePlatform();
  return (
    <button type="button" className="inline-flex items-center gap-1 text-accent underline underline-offset-2" onClick={() => platform.openURL(preset.keys)}>
      {texts.provider.getKey(preset.title)}
      <ExternalLink size={12} aria-hidden />
    </button>
  );
}
