import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, Plug } from "lucide-react";
import { useState } from "react";
import type { ConnectView, ProgramView, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys, STILL } from "../../backend/keys";
import { sentence } from "../../backend/words";
import { Button } from "../../components/button";
import { Code } from "../../components/code";
import { Failure, Loaded } from "../../components/feedback";
import { Dialog } from "../../components/overlay";
import { Section } from "../../components/pane";
import { State } from "../../components/state";
import { texts as common } from "../../words/common";
import { texts } from "../../words/servers";

interface ConnectAllProps {
  space: SpaceView;
  programs: readonly ProgramView[];
}

/** Where more than one program could be connected: all of them in one go. */
export function ConnectAll({ space, programs }: ConnectAllProps) {
  const [asked, setAsked] = useState<readonly ProgramView[]>();
  const able = programs.filter(({ state }) => state === "not-connected" || state === "gone");
  return (
    <>
      {able.length > 1 && (
        <Button look="primary" icon={Plug} onClick={() => setAsked(able)}>
          {able.length === 2 ? texts.connectAll.both : texts.connectAll.all(able.length)}
        </Button>
      )}
      {asked && <Connect space={space} programs={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

interface Made {
  program: ProgramView;
  change?: ConnectView;
  error: string;
}

/** The difference of every file before any is written, and then what became of each. */
function Connect({ space, programs, onClose }: ConnectAllProps & { onClose: () => void }) {
  const backend = useBackend();
  const client = useQueryClient();
  const changes = useQuery({ queryKey: keys.connectAll(space.path, programs.map(({ id }) => id)), queryFn: () => Promise.all(programs.map(({ id }) => backend.previewConnect(space.path, id, "connect"))), ...STILL });
  const make = useMutation({
    mutationFn: async () => {
      const made: Made[] = [];
      for (const [i, program] of programs.entries()) {
        // One that cannot be written holds up no other.
        const done = await backend.connect(space.path, program.id, "connect", changes.data?.[i]?.digest ?? "").then((change) => ({ change, error: "" }), (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }));
        made.push({ program, ...done });
      }
      return made;
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keys.programs(space.path) }),
  });
  const actions = make.data ? (
    <Button look="primary" icon={Check} onClick={onClose}>
      {texts.change.done}
    </Button>
  ) : (
    <>
      <Button onClick={onClose}>{common.cancel}</Button>
      <Button look="primary" disabled={!changes.data || make.isPending} onClick={() => make.mutate()}>
        {texts.connectAll.connect(programs.length)}
      </Button>
    </>
  );
  return (
    <Dialog title={texts.connectAll.title(programs.map(({ title }) => title).join(", "))} open onClose={onClose} actions={actions}>
      {make.data ? (
        <Became made={make.data} />
      ) : (
        <Loaded query={changes} waiting={texts.connectAll.reading} failed={texts.connectAll.failed}>
          {(found) => (
            <div className="flex flex-col gap-5">
              <p>{texts.connectAll.whole(space.name)}</p>
              {programs.map(({ id, title }, i) => (
                <Section key={id} level={2} title={title}>
                  {found[i]?.difference ? <Code text={found[i].difference} label={texts.connectAll.difference(title)} /> : <p className="text-muted">{texts.change.same}</p>}
                </Section>
              ))}
            </div>
          )}
        </Loaded>
      )}
    </Dialog>
  );
}

function Became({ made }: { made: readonly Made[] }) {
  return (
    <ul role="status" className="border-t border-line">
      {made.map(({ program, change, error }) => {
        const why = error || (change && !change.done ? change.why : "");
        return (
          <li key={program.id} className="flex flex-col gap-1 border-b border-line py-2">
            <div className="flex items-center gap-3">
              <p className="flex-1 font-semibold">{program.title}</p>
              <State tone={why ? "failed" : "done"} word={why ? texts.connectAll.notConnected : texts.clients.connected} />
            </div>
            {why ? <Failure what={texts.change.failed} why={sentence(why)} /> : <p className="text-muted">{sentence(change?.after ?? "")}</p>}
          </li>
        );
      })}
    </ul>
  );
}
