import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import type { SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { IconButton } from "../../components/button";
import { Loaded } from "../../components/feedback";
import { PaneHeader, Section } from "../../components/pane";
import { ClientTokens, ConnectedClients } from "./clients";
import { ConnectAll } from "./connect-all";
import { ProgramRows } from "./program-rows";
import { Phrase } from "../../components/phrase";
import { texts as common } from "../../words/common";
import { texts } from "../../words/servers";

const CLIENTS_MS = 2000;

/** Handrail's guarded tools in other programs. */
export function ProgramsPage({ space, onServers }: { space: SpaceView; onServers: () => void }) {
  const backend = useBackend();
  const programs = useQuery({ queryKey: keys.programs(space.path), queryFn: () => backend.programs(space.path), staleTime: 0 });
  const clients = useQuery({ queryKey: keys.clients, queryFn: () => backend.clients(), staleTime: 0, refetchInterval: CLIENTS_MS });
  return (
    <>
      <PaneHeader back={{ label: texts.programs.back, onBack: onServers }} title={texts.programs.title}>
        <IconButton label={common.refresh} icon={RotateCw} disabled={programs.isFetching} onClick={() => void programs.refetch()} />
      </PaneHeader>
      <div className="@container min-h-0 flex-1 overflow-y-auto">
        <div className="flex max-w-200 flex-col gap-8 p-4">
          <p className="text-muted">
            <Phrase of={texts.programs.note} with={{ space: <b className="font-semibold text-text">{space.name}</b> }} />
          </p>
          <Section level={2} title={texts.programs.list} action={programs.data && <ConnectAll space={space} programs={programs.data} />}>
            <Loaded query={programs} waiting={texts.programs.reading} failed={texts.programs.failed}>
              {(found) => <ProgramRows space={space} programs={found} />}
            </Loaded>
          </Section>
          <Loaded query={clients} waiting={texts.programs.clientsReading} failed={texts.programs.clientsFailed}>
            {(found) => (
              <>
                <ConnectedClients clients={found} />
                <ClientTokens clients={found} />
              </>
            )}
          </Loaded>
        </div>
      </div>
    </>
  );
}
