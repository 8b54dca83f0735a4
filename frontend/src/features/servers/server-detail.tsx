import { CircleStop, Ellipsis, LogIn, LogOut, PencilLine, Power, RotateCw, SearchX, Trash2 } from "lucide-react";
import { Tabs } from "radix-ui";
import { useState, type ReactNode } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ServerDetailView, ServerView, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { named } from "../../backend/words";
import { Button, IconButton } from "../../components/button";
import { Revealed } from "../../components/code";
import { Empty, Failure, Loaded } from "../../components/feedback";
import { Menu } from "../../components/menu";
import { PaneHeader } from "../../components/pane";
import { State } from "../../components/state";
import { Tab, TabList } from "../../components/tabs";
import { useWays } from "../../widgets/ways";
import { texts } from "../../words/server";
import { EditServer } from "./edit-server";
import { ProgramChanged } from "./program-changed";
import { RemoveServer } from "./remove-server";
import { ServerAbout } from "./server-about";
import { ServerLog } from "./server-log";
import { ServerTest } from "./server-test";
import { ServerTools } from "./server-tools";
import type { ServerAct } from "./server-act";
import { isBroken, sayFrom, sayServer } from "./server-words";

interface ServerDetailProps {
  space: SpaceView;
  /** Undefined: there is none of this name. */
  server: ServerView | undefined;
  failed: ReactNode;
  busy: boolean;
  onAct: (act: ServerAct) => void;
  onBack: () => void;
}

/** One server: its tools, what it is and may do, what it prints, and how it starts. */
export function ServerDetail({ space, server, failed, busy, onAct, onBack }: ServerDetailProps) {
  const backend = useBackend();
  const name = server?.name ?? "";
  // What it says changes with its state. What is typed about it outlasts that.
  const detail = useQuery({ queryKey: [...keys.mcpServer(space.path, name), server?.state], queryFn: () => backend.server(space.path, name), enabled: name !== "", placeholderData: keepPreviousData });
  // "": the first one, which depends on its state, until the person uses one.
  const [tab, setTab] = useState("");
  // "back": the form was open, and its button has the focus again.
  const [editing, setEditing] = useState<"no" | "yes" | "back">("no");
  if (!server) {
    return (
      <Empty icon={SearchX} title={texts.page.notFound} action={<Button onClick={onBack}>{texts.page.showAll}</Button>}>
        {texts.page.notFoundText}
      </Empty>
    );
  }
  if (editing === "yes") return <EditServer space={space} name={name} onDone={() => setEditing("back")} />;
  const program = isBroken(server) ? detail.data?.program : undefined;
  const first = isBroken(server) ? "test" : server.known ? "tools" : "about";
  return (
    <>
      <PaneHeader back={{ label: texts.page.back, onBack }} title={name} note={sayFrom(server)}>
        <State {...sayServer(server)} />
        <span className="ml-2 flex items-center gap-1">
          <Acts server={server} detail={detail.data} busy={busy} back={editing === "back"} onEdit={() => setEditing("yes")} onAct={onAct} />
        </span>
      </PaneHeader>
      {failed}
      {program?.digest ? <ProgramChanged space={space} server={name} program={program} /> : server.reason && <Reason server={server} />}
      <Tabs.Root value={tab || first} onValueChange={setTab} onFocus={() => setTab((chosen) => chosen || first)} className="flex min-h-0 flex-1 flex-col">
        <TabList label={name}>
          <Tab value="tools">{server.known ? texts.page.toolCount(server.tools) : texts.page.tools}</Tab>
          <Tab value="about">{texts.page.about}</Tab>
          <Tab value="log">{texts.page.log}</Tab>
          <Tab value="test">{texts.page.test}</Tab>
        </TabList>
        <Loaded query={detail} waiting={texts.page.reading} failed={texts.page.failed}>
          {(found) => (
            <>
              <Tabs.Content value="tools" className="flex min-h-0 flex-1 flex-col focus-visible:-outline-offset-2">
                <ServerTools space={space} detail={found} onStart={() => onAct({ restart: name })} />
              </Tabs.Content>
              <Tabs.Content value="about" className="@container min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2">
                <ServerAbout space={space} detail={found} />
              </Tabs.Content>
              <Tabs.Content value="log" className="flex min-h-0 flex-1 flex-col focus-visible:-outline-offset-2">
                <ServerLog detail={found} onAgain={() => void detail.refetch()} busy={detail.isFetching} />
              </Tabs.Content>
              <Tabs.Content value="test" className="min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2">
                <ServerTest space={space} server={server} log={found.log} />
              </Tabs.Content>
            </>
          )}
        </Loaded>
      </Tabs.Root>
    </>
  );
}

/** Why it is not ready, where every tab shows it. */
function Reason({ server }: { server: ServerView }) {
  const ways = useWays();
  const next = server.state === "held-back" && ways && <Button onClick={ways.trust}>{texts.page.review}</Button>;
  if (isBroken(server)) {
    return (
      <div className="px-4 pt-3 pb-1">
        <Failure what={server.kind === "remote" ? texts.page.notReached : texts.page.notStarted} why={named(server.name, server.reason)} />
      </div>
    );
  }
  return (
    <div role="note" className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-2">
      <p className="min-w-60 flex-1 break-words select-text">
        <Revealed text={named(server.name, server.reason)} />
      </p>
      {next}
    </div>
  );
}

interface ActsProps {
  server: ServerView;
  detail: ServerDetailView | undefined;
  busy: boolean;
  /** The person comes back from editing it. */
  back: boolean;
  onEdit: () => void;
  onAct: (act: ServerAct) => void;
}

function Acts({ server, detail, busy, back, onEdit, onAct }: ActsProps) {
  const { name, state, enabled, from } = server;
  const [removing, setRemoving] = useState(false);
  const runs = state === "ready" || state === "connecting" || state === "waiting";
  return (
    <>
      {state === "sign-in" && (
        <Button look="primary" icon={LogIn} disabled={busy} onClick={() => onAct({ signIn: name })}>
          {busy ? texts.page.signingIn : texts.page.signIn}
        </Button>
      )}
      {enabled && state !== "sign-in" && state !== "held-back" && state !== "shadowed" && (
        <Button icon={RotateCw} disabled={busy || state === "connecting"} onClick={() => onAct({ restart: name })}>
          {runs || isBroken(server) ? texts.page.restart : texts.page.start}
        </Button>
      )}
      {!enabled && (
        <Button icon={Power} disabled={busy} onClick={() => onAct({ enable: name, on: true })}>
          {texts.page.turnOn}
        </Button>
      )}
      {from === "settings" && (
        <Button icon={PencilLine} autoFocus={back} disabled={busy} onClick={onEdit}>
          {texts.page.edit}
        </Button>
      )}
      <Menu
        align="end"
        button={(opens) => <IconButton label={texts.page.more(name)} icon={Ellipsis} {...opens} />}
        entries={[
          ...(runs ? [{ icon: CircleStop, text: texts.page.stop, onSelect: () => onAct({ stop: name }) }] : []),
          ...(enabled ? [{ icon: Power, text: texts.page.turnOff, onSelect: () => onAct({ enable: name, on: false }) }] : []),
          ...(detail?.signedIn ? [{ icon: LogOut, text: texts.page.signOut, onSelect: () => onAct({ signOut: name }) }] : []),
          ...(from === "settings" ? [{ icon: Trash2, text: texts.page.remove, onSelect: () => setRemoving(true) }] : []),
        ]}
        note={from !== "settings" && <p className="max-w-56 px-2 py-1 text-12 text-muted">{texts.page.inFile(server.file)}</p>}
      />
      {removing && <RemoveServer name={name} busy={busy} onClose={() => setRemoving(false)} onRemove={() => onAct({ remove: name })} />}
    </>
  );
}
