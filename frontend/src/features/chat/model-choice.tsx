import { useMutation } from "@tanstack/react-query";
import { Plug } from "lucide-react";
import type { SessionView } from "../../backend/backend";
import { useBackend, useLive } from "../../backend/context";
import { useSettings } from "../../backend/queries";
import { Button } from "../../components/button";
import { Select } from "../../components/select";
import { texts } from "../../words/chat";

/** The model that the next prompt goes to; a way to connect one if there is none. */
export function ModelChoice({ session, onModels }: { session: SessionView; onModels: () => void }) {
  const backend = useBackend();
  const live = useLive();
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
    <Select
      quiet
      label={texts.model.label}
      value={session.model}
      options={all.filter(Boolean).map((ref) => ({ value: ref, label: ref }))}
      placeholder={texts.model.none}
      disabled={set.isPending}
      onChange={(model) => set.mutate(model)}
    />
  );
}
