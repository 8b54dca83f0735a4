import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import type { SpaceView, WallsView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { IconButton } from "../../components/button";
import { Code } from "../../components/code";
import { Facts } from "../../components/facts";
import { Failure, Loaded } from "../../components/feedback";
import { PaneHeader, Section } from "../../components/pane";
import { State } from "../../components/state";
import { LetThrough } from "./let-through";
import { NetworkForm } from "./network-form";

/** What programs that run in a space may touch and reach. */
export function WallsPage({ space }: { space: SpaceView }) {
  const backend = useBackend();
  const walls = useQuery({ queryKey: keys.walls(space.path), queryFn: () => backend.walls(space.path), staleTime: 0 });
  return (
    <>
      <PaneHeader title="Walls and network" note={`What programs that run in ${space.name} can touch and reach.`}>
        <IconButton label="Look again" icon={RotateCw} disabled={walls.isFetching} onClick={() => void walls.refetch()} />
      </PaneHeader>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Loaded query={walls} waiting="Looking at the walls of this space…" failed="The walls could not be looked at.">
          {(found) => <Walls space={space} walls={found} />}
        </Loaded>
      </div>
    </>
  );
}

function Walls({ space, walls }: { space: SpaceView; walls: WallsView }) {
  const backend = useBackend();
  const client = useQueryClient();
  const takeBack = useMutation({
    mutationFn: (path: string) => (path === "" ? backend.revokeNetwork(space.path) : backend.revokeGrant(space.path, path)),
    onSuccess: (now) => client.setQueryData(keys.walls(space.path), now),
  });
  return (
    <div className="flex max-w-180 flex-col gap-8 p-4">
      <NetworkForm key={space.path} space={space.path} network={walls.network} />
      <Section level={2} title="What you have let through">
        {takeBack.error && <Failure what="It was not taken back." why={takeBack.error.message} />}
        <LetThrough walls={walls} busy={takeBack.isPending} onTakeBack={takeBack.mutate} />
      </Section>
      <Section level={2} title="What stands around programs">
        <Standing walls={walls} />
      </Section>
      <Section level={2} title="How much a call can use up">
        <Facts
          facts={[
            { name: "Memory", value: `${mebibytes(walls.memoryMiB)}, all programs of one call together` },
            { name: "Processes", value: `${walls.processes.toLocaleString("en")} at once` },
            { name: "Processor", value: `${seconds(walls.cpuSeconds)} of work for each process` },
            { name: "Files", value: `${mebibytes(walls.fileMiB)} for each file` },
            { name: "Set in", value: <>limits in <span className="font-mono break-all">{walls.file}</span>, for all spaces</> },
          ]}
        />
      </Section>
      <Section level={2} title="What programs can change">
        <Code label="What programs can change" text={walls.writable.join("\n")} fold={8} />
      </Section>
      <Section level={2} title="What programs can read besides">
        <p className="text-muted">The system, and of your home folder only tool chains and package caches:</p>
        {walls.readable.length > 0 ? <Code label="What programs can read" text={walls.readable.join("\n")} fold={8} /> : <p>Nothing of your home folder.</p>}
      </Section>
    </div>
  );
}

const NAMES = { files: "Files", network: "Network", limits: "Limits" };

/** What is held, and what is not: never more than is true. */
function Standing({ walls: { walls, gaps } }: { walls: WallsView }) {
  return (
    <ul className="border-t border-line">
      {walls.map((wall) => (
        <li key={wall.name} className="grid grid-cols-[88px_minmax(0,1fr)] gap-3 border-b border-line py-2">
          <State tone={wall.enforced ? "done" : "warning"} word={wall.enforced ? "Held" : "Not held"} />
          <div className="min-w-0 break-words select-text">
            <p>
              <b className="font-semibold">{NAMES[wall.name]}</b> <span className="text-muted">{wall.reason}</span>
            </p>
            {wall.advice && <p>{wall.advice}</p>}
          </div>
        </li>
      ))}
      {gaps.map((gap) => (
        <li key={gap} className="grid grid-cols-[88px_minmax(0,1fr)] gap-3 border-b border-line py-2">
          <State tone="quiet" word="A gap" />
          <p className="min-w-0 break-words text-muted select-text">{gap}</p>
        </li>
      ))}
    </ul>
  );
}

function mebibytes(count: number): string {
  return count % 1024 === 0 ? `${(count / 1024).toLocaleString("en")} GiB` : `${count.toLocaleString("en")} MiB`;
}

function seconds(count: number): string {
  return count % 60 === 0 ? `${(count / 60).toLocaleString("en")} min` : `${count.toLocaleString("en")} s`;
}
