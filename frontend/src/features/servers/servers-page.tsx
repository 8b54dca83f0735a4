import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plug, Plus, RotateCw } from "lucide-react";
import { useEffect } from "react";
import type { ServersView, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { useServers, renew } from "../../backend/queries";
import { Button, IconButton } from "../../components/button";
import { Failure, Loaded } from "../../components/feedback";
import { PaneHeader } from "../../components/pane";
import { NoServers } from "./no-servers";
import { PlainKeys } from "./plain-keys";
import type { ServerAct } from "./server-act";
import { ServerDetail } from "./server-detail";
import { ServerTable } from "./server-table";
import { texts as common } from "../../words/common";
import { texts } from "../../words/servers";

interface ServersPageProps {
  space: SpaceView;
  /** Its name; "" = the list. */
  server: string;
  onOpen: (server: string) => void;
  onAdd: () => void;
  onPrograms: () => void;
}

/** The MCP servers that a space has: the person's and its own. */
export function ServersPage({ space, server, onOpen, onAdd, onPrograms }: ServersPageProps) {
  const backend = useBackend();
  const client = useQueryClient();
  const servers = useServers(space.path);
  const { path } = space;
  // Somebody looks at them: what can be used is started.
  useEffect(() => {
    backend.startServers(path).then((now) => client.setQueryData(keys.mcpServers(path), now), () => undefined);
  }, [backend, client, path]);
  const act = useMutation({
    mutationFn: (what: ServerAct): Promise<ServersView> => {
      if ("restart" in what) return backend.restartServer(path, what.restart);
      if ("stop" in what) return backend.stopServer(path, what.stop);
      if ("enable" in what) return backend.setServerEnabled(path, what.enable, what.on);
      if ("secure" in what) return backend.secureServers(path);
      if ("signIn" in what) return backend.signInServer(path, what.signIn);
      return "signOut" in what ? backend.signOutServer(path, what.signOut) : backend.removeServer(path, what.remove);
    },
    onSuccess: (now, what) => {
      client.setQueryData(keys.mcpServers(path), now);
      if ("remove" in what) onOpen("");
      void renew(client, keys.space(path));
    },
  });
  const failed = act.error && (
    <div className="p-4 pb-0">
      <Failure what={texts.page.failed} why={act.error.message} action={<Button onClick={() => act.reset()}>{common.close}</Button>} />
    </div>
  );
  const busy = act.isPending;
  if (server) {
    return (
      <Loaded query={servers} waiting={texts.page.reading} failed={texts.page.loadFailed}>
        {(found) => <ServerDetail key={server} space={space} server={found.servers.find(({ name }) => name === server)} failed={failed} busy={busy} onAct={act.mutate} onBack={() => onOpen("")} />}
      </Loaded>
    );
  }
  return (
    <>
      <PaneHeader title={texts.page.title} note={texts.page.note(space.name)}>
        <Button icon={Plug} onClick={onPrograms}>
          {texts.page.elsewhere}
        </Button>
        <Button look="primary" icon={Plus} onClick={onAdd}>
          {texts.page.add}
        </Button>
        <IconButton label={common.refresh} icon={RotateCw} disabled={servers.isFetching} onClick={() => void servers.refetch()} />
      </PaneHeader>
      <div className="@container min-h-0 flex-1 overflow-y-auto">
        {failed}
        <PlainKeys count={servers.data?.plainKeys ?? 0} busy={busy} onMove={() => act.mutate({ secure: true })} />
        <Loaded query={servers} waiting={texts.page.reading} failed={texts.page.loadFailed}>
          {(found) => (found.servers.length === 0 ? <NoServers onAdd={onAdd} onPrograms={onPrograms} /> : <ServerTable found={found} busy={busy} onOpen={onOpen} onAct={act.mutate} />)}
        </Loaded>
      </div>
    </>
  );
}
