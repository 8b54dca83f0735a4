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
import { WebChoice } from "./web-choice";
import { Phrase } from "../../components/phrase";
import { number } from "../../words/format";
import { texts as common } from "../../words/common";
import { texts } from "../../words/walls";

/** What programs that run in a space may touch and reach. */
export function WallsPage({ space }: { space: SpaceView }) {
  const backend = useBackend();
  const walls = useQuery({ queryKey: keys.walls(space.path), queryFn: () => backend.walls(space.path), staleTime: 0 });
  return (
    <>
      <PaneHeader title={texts.page.title} note={texts.page.note(space.name)}>
        <IconButton label={common.refresh} icon={RotateCw} disabled={walls.isFetching} onClick={() => void walls.refetch()} />
      </PaneHeader>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Loaded query={walls} waiting={texts.page.reading} failed={texts.page.failed}>
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
      <WebChoice key={`web ${space.path}`} space={space.path} />
      <Section level={2} title={texts.allowed.title}>
        {takeBack.error && <Failure what={texts.allowed.failed} why={takeBack.error.message} />}
        <LetThrough walls={walls} busy={takeBack.isPending} onTakeBack={takeBack.mutate} />
      </Section>
      <Section level={2} title={texts.sandbox.title}>
        <Standing walls={walls} />
      </Section>
      <Section level={2} title={texts.limits.title}>
        <Facts
          facts={[
            { name: texts.limits.memory, value: texts.limits.memoryText(mebibytes(walls.memoryMiB)) },
            { name: texts.limits.processes, value: texts.limits.processesText(walls.processes) },
            { name: texts.limits.cpu, value: texts.limits.cpuText(seconds(walls.cpuSeconds)) },
            { name: texts.limits.files, value: texts.limits.filesText(mebibytes(walls.fileMiB)) },
            { name: texts.limits.setIn, value: <Phrase of={texts.limits.setInText} with={{ file: <span className="font-mono break-all">{walls.file}</span> }} /> },
          ]}
        />
      </Section>
      <Section level={2} title={texts.sandbox.writable}>
        <Code label={texts.sandbox.writable} text={walls.writable.join("\n")} fold={8} />
      </Section>
      <Section level={2} title={texts.sandbox.readable}>
        <p className="text-muted">{texts.sandbox.readableText}</p>
        {walls.readable.length > 0 ? <Code label={texts.sandbox.readable} text={walls.readable.join("\n")} fold={8} /> : <p>{texts.sandbox.readableEmpty}</p>}
      </Section>
    </div>
  );
}

const NAMES = { files: texts.sandbox.files, network: texts.sandbox.network, limits: texts.sandbox.limits };

/** What is held, and what is not: never more than is true. */
function Standing({ walls: { walls, gaps } }: { walls: WallsView }) {
  return (
    <ul className="border-t border-line">
      {walls.map((wall) => (
        <li key={wall.name} className="grid grid-cols-[128px_minmax(0,1fr)] gap-3 border-b border-line py-2">
          <State tone={wall.enforced ? "done" : "warning"} word={wall.enforced ? texts.sandbox.on : texts.sandbox.off} />
          <div className="min-w-0 break-words select-text">
            <p>
              <b className="font-semibold">{NAMES[wall.name]}</b> <span className="text-muted">{wall.reason}</span>
            </p>
            {wall.advice && <p>{wall.advice}</p>}
          </div>
        </li>
      ))}
      {gaps.map((gap) => (
        <li key={gap} className="grid grid-cols-[128px_minmax(0,1fr)] gap-3 border-b border-line py-2">
          <State tone="quiet" word={texts.sandbox.gap} />
          <p className="min-w-0 break-words text-muted select-text">{gap}</p>
        </li>
      ))}
    </ul>
  );
}

function mebibytes(count: number): string {
  return count % 1024 === 0 ? `${number(count / 1024)} GiB` : `${number(count)} MiB`;
}

function seconds(count: number): string {
  return count % 60 === 0 ? `${number(count / 60)} min` : `${number(count)} s`;
}
