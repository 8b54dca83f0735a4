import { useMutation } from "@tanstack/react-query";
import { ChevronDown, Plug } from "lucide-react";
import { Popover } from "radix-ui";
import { useState } from "react";
import type { SessionView } from "../../backend/backend";
import { useBackend, useLive } from "../../backend/context";
import { useSettings } from "../../backend/queries";
import { Button } from "../../components/button";
import { useFavourites } from "./favourites";
import { ModelList } from "./model-list";
import { texts } from "../../words/chat";

/** The model that the next prompt goes to; a way to connect one if there is none. */
export function ModelChoice({ session, onModels }: { session: SessionView; onModels: () => void }) {
  const backend = useBackend();
  const live = useLive();
  const [open, setOpen] = useState(false);
  const { favourites, turn } = useFavourites();
  const settings = useSettings();
  const set = useMutation({
    mutationFn: (model: string) => backend.setModel(session.id, model),
    onError: (error) => live.notify({ level: "error", text: error.message }),
  });
  const ready = (settings.data?.providers ?? []).filter((provider) => provider.state === "ready" || provider.type === "guide");
  const refs = ready.flatMap((provider) => provider.models.map((model) => `${provider.name}/${model}`));
  const checking = settings.data?.providers.some((provider) => provider.state === "checking");
  if (settings.data && !checking && refs.every((ref) => ref.startsWith("guide/"))) {
    return (
      <Button look="quiet" icon={Plug} onClick={onModels}>
        {texts.model.connect}
      </Button>
    );
  }
  const all = refs.includes(session.model) ? refs : [session.model, ...refs];
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label={texts.model.label(session.model || texts.model.none)}
        disabled={set.isPending}
        className="inline-flex h-7 max-w-64 min-w-0 items-center gap-1 rounded-md px-2 text-12 text-muted hover:bg-hover hover:text-text disabled:opacity-60"
      >
        <span className="truncate">{session.model || texts.model.none}</span>
        <ChevronDown size={14} aria-hidden className="shrink-0" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content side="top" align="start" sideOffset={4} className="appear z-50 rounded-md border border-edge bg-ground p-1">
          <ModelList
            refs={all.filter(Boolean)}
            chosen={session.model}
            favourites={favourites}
            onFavourite={turn}
            onChoose={(model) => {
              setOpen(false);
              set.mutate(model);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
