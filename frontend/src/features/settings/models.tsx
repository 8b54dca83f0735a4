import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, Plug, Plus, RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";
import type { LocalServerView, ProviderForm, ProviderView, SettingsView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { useSettingsChange } from "../../backend/queries";
import { Button, IconButton } from "../../components/button";
import { Failure, Loaded } from "../../components/feedback";
import { Select } from "../../components/select";
import { Section } from "../../components/pane";
import { Dialog } from "../../components/overlay";
import { State } from "../../components/state";
import { AddProvider, NO_PROVIDER } from "./add-provider";
import { useProviderTest } from "./provider-test";
import { texts as common } from "../../words/common";
import { texts } from "../../words/settings";

export function Models({ settings }: { settings: SettingsView }) {
  const backend = useBackend();
  const [form, setForm] = useState<{ start: ProviderForm; hasKey: boolean } | undefined>(undefined);
  const choose = useSettingsChange((model: string) => backend.setDefaultModel(model));
  const connected = settings.providers.filter((provider) => provider.type !== "guide" && provider.type !== "scripted");
  const refs = settings.providers.flatMap((provider) => provider.models.map((model) => `${provider.name}/${model}`));
  const all = refs.includes(settings.defaultModel) ? refs : [settings.defaultModel, ...refs];
  return (
    <div className="flex flex-col gap-8">
      <Section level={2} title={texts.models.default}>
        <div className="w-72">
          <Select
            label={texts.models.default}
            value={settings.defaultModel}
            options={all.filter(Boolean).map((ref) => ({ value: ref, label: ref.startsWith("guide/") ? texts.models.guide : ref }))}
            onChange={(model) => choose.mutate(model)}
          />
        </div>
        {settings.defaultModel.startsWith("guide/") && (
          <p className="text-muted">
            {texts.models.none}
          </p>
        )}
        {choose.error && <Failure what={texts.models.defaultFailed} why={choose.error.message} />}
      </Section>
      <Section
        level={2}
        title={texts.models.connected}
        action={
          <Button icon={Plus} onClick={() => setForm({ start: NO_PROVIDER, hasKey: false })}>
            {texts.provider.add}
          </Button>
        }
      >
        {connected.length === 0 ? (
          <p className="text-muted">{texts.models.empty}</p>
        ) : (
          <ul className="border-t border-line">
            {connected.map((provider) => (
              <Provider key={provider.name} provider={provider} onChange={() => setForm({ start: { name: provider.name, url: provider.url, type: provider.type === "anthropic" ? "anthropic" : "openai", key: "" }, hasKey: provider.hasKey })} />
            ))}
          </ul>
        )}
      </Section>
      <Discovered providers={settings.providers} />
      {form && <AddProvider {...form} onClose={() => setForm(undefined)} />}
    </div>
  );
}

function Provider({ provider, onChange }: { provider: ProviderView; onChange: () => void }) {
  const test = useProviderTest(provider.name);
  const [removing, setRemoving] = useState(false);
  const said = {
    ready: { tone: "done", word: texts.models.ready },
    unreachable: { tone: "failed", word: texts.models.failed },
    "no-key": { tone: "warning", word: texts.models.noKey },
    checking: { tone: "running", word: texts.models.checking },
  } as const;
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5">
      <div className="min-w-40 flex-1">
        <p className="font-semibold">{provider.name}</p>
        <p className="truncate text-12 text-muted">
          {provider.reason || [provider.url && <span key="url" className="font-mono">{provider.url}</span>, provider.url && " · ", provider.models.join(", ")]}
        </p>
      </div>
      <div className="flex shrink-0 items-center gap-1">
        <span className="mr-2">
          <State {...said[provider.state]} />
        </span>
        {provider.state === "ready" && test.button}
        {provider.state !== "ready" && provider.state !== "checking" ? <Button onClick={onChange}>{provider.state === "no-key" ? texts.models.addKey : texts.models.fix}</Button> : <IconButton label={texts.models.change(provider.name)} icon={Pencil} onClick={onChange} />}
        <IconButton label={texts.models.remove(provider.name)} icon={Trash2} onClick={() => setRemoving(true)} />
      </div>
      {test.said}
      {removing && <Remove provider={provider} onClose={() => setRemoving(false)} />}
    </li>
  );
}

function Remove({ provider: { name, hasKey }, onClose }: { provider: ProviderView; onClose: () => void }) {
  const backend = useBackend();
  const remove = useSettingsChange(() => backend.removeProvider(name));
  const actions = (
    <>
      <Button onClick={onClose}>{common.cancel}</Button>
      <Button look="primary" disabled={remove.isPending} onClick={() => remove.mutate(undefined, { onSuccess: onClose })}>
        {texts.models.removeIt}
      </Button>
    </>
  );
  return (
    <Dialog title={texts.models.removeTitle(name)} open onClose={onClose} actions={actions}>
      <div className="flex flex-col gap-3">
        <p>{hasKey ? texts.models.removeKey : texts.models.removeText}</p>
        {remove.error && <Failure what={texts.models.removeFailed} why={remove.error.message} />}
      </div>
    </Dialog>
  );
}

function Discovered({ providers }: { providers: ProviderView[] }) {
  const backend = useBackend();
  const servers = useQuery({ queryKey: keys.localServers, queryFn: () => backend.localServers() });
  return (
    <Section
      level={2}
      title={texts.models.found}
      action={
        <Button look="quiet" icon={RotateCw} disabled={servers.isFetching} onClick={() => void servers.refetch()}>
          {common.refresh}
        </Button>
      }
    >
      <Loaded query={servers} waiting={texts.models.searching} failed={texts.models.searchFailed}>
        {(list) => {
          const fresh = list.filter((server) => !providers.some((provider) => provider.url === server.url));
          if (fresh.length > 0) {
            return (
              <ul className="border-t border-line">
                {fresh.map((server) => (
                  <Server key={server.url} server={server} />
                ))}
              </ul>
            );
          }
          return (
            <p className="text-muted">
              {list.length > 0
                ? texts.models.allConnected(list.length)
                : texts.models.noneFound}
            </p>
          );
        }}
      </Loaded>
    </Section>
  );
}

function Server({ server }: { server: LocalServerView }) {
  const backend = useBackend();
  const client = useQueryClient();
  const connect = useMutation({
    mutationFn: () => backend.addProvider({ name: server.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"), type: "openai", url: server.url, key: "" }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.settings }),
  });
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-3 border-b border-line py-1.5">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{server.name}</p>
        <p className="truncate text-12 text-muted">
          <span className="font-mono">{server.url}</span> · {server.models.join(", ") || texts.models.noModel}
        </p>
      </div>
      <Button icon={Plug} disabled={connect.isPending} onClick={() => connect.mutate()}>
        {texts.provider.connect}
      </Button>
      {connect.error && <Failure what={texts.models.connectFailed} why={connect.error.message} />}
    </li>
  );
}
