import { useMutation, useQuery } from "@tanstack/react-query";
import { Bot, ChevronDown, Circle, CircleDot, Shield } from "lucide-react";
import { useState } from "react";
import type { SessionView, SpaceView } from "../../backend/backend";
import { useBackend, useLive } from "../../backend/context";
import { keys } from "../../backend/keys";
import { Button } from "../../components/button";
import { Menu, type MenuButtonProps } from "../../components/menu";
import { Dialog } from "../../components/overlay";
import { MODES, sayMode, sayWider, wider } from "../../widgets/modes";
import { useWays } from "../../widgets/ways";
import { texts } from "../../words/chat";
import { texts as rules } from "../../words/rules";

interface AnsweringProps {
  space: SpaceView;
  session: SessionView;
}

/** By which agent the next message is answered, and how much runs unasked. */
export function Answering({ space, session }: AnsweringProps) {
  return (
    <>
      {space.agents.length > 1 && <AgentChoice space={space} session={session} />}
      <ModeChoice space={space} />
    </>
  );
}

function AgentChoice({ space, session }: AnsweringProps) {
  const backend = useBackend();
  const live = useLive();
  const set = useMutation({
    mutationFn: (agent: string) => backend.setAgent(session.id, agent),
    onError: (error) => live.notify({ level: "error", text: error.message }),
  });
  const name = space.agents.find(({ id }) => id === session.agent)?.name ?? session.agent;
  return (
    <Menu
      button={(opens) => <Choice icon={Bot} label={texts.answering.agent(name)} text={name} disabled={session.running !== "" || set.isPending} opens={opens} />}
      entries={space.agents.map(({ id, name: text }) => ({ icon: sign(id === session.agent), text, onSelect: () => set.mutate(id) }))}
    />
  );
}

type Mode = SpaceView["mode"];

/** A stricter mode counts at once; a wider one says first what it lets through. */
function ModeChoice({ space }: { space: SpaceView }) {
  const backend = useBackend();
  const live = useLive();
  const ways = useWays();
  const [wanted, setWanted] = useState<Mode>();
  const cannot = useQuery({ queryKey: keys.cannotRehearse, queryFn: () => backend.cannotRehearse(), staleTime: Infinity }).data ?? "";
  const set = useMutation({
    mutationFn: (mode: Mode) => backend.setMode(space.path, mode),
    onError: (error) => live.notify({ level: "error", text: error.message }),
    onSettled: () => setWanted(undefined),
  });
  const now = sayMode(space.mode).name;
  const choose = (mode: Mode) => {
    if (wider(mode, space.mode)) setWanted(mode);
    else if (mode !== space.mode) set.mutate(mode);
  };
  const untrusted = space.trust === "untrusted";
  return (
    <>
      <Menu
        button={(opens) => <Choice icon={Shield} label={texts.answering.mode(now)} text={now} disabled={set.isPending} opens={opens} />}
        entries={
          untrusted
            ? [{ text: rules.mode.review, onSelect: () => ways?.trust() }]
            : MODES.filter((mode) => mode !== "rehearse" || cannot === "").map((mode) => ({ icon: sign(mode === space.mode), text: sayMode(mode).name, onSelect: () => choose(mode) }))
        }
        note={<p className="max-w-64 px-2 pt-1 pb-1.5 text-11 text-muted">{`${sayMode(space.mode).text} ${texts.answering.modeSame}`}</p>}
      />
      <Dialog
        title={wanted ? rules.mode.change(sayMode(wanted).name) : ""}
        open={wanted !== undefined}
        onClose={() => setWanted(undefined)}
        actions={
          <>
            <Button onClick={() => setWanted(undefined)}>{texts.answering.modeCancel}</Button>
            <Button look="primary" disabled={set.isPending} onClick={() => wanted && set.mutate(wanted)}>
              {wanted && rules.mode.change(sayMode(wanted).name)}
            </Button>
          </>
        }
      >
        <p>{wanted && `${sayWider(wanted, space.mode)} ${texts.answering.modeSame}`}</p>
      </Dialog>
    </>
  );
}

const sign = (chosen: boolean) => (chosen ? CircleDot : Circle);

function Choice({ icon: Icon, label, text, disabled, opens }: { icon: typeof Bot; label: string; text: string; disabled: boolean; opens: MenuButtonProps }) {
  return (
    <button type="button" aria-label={label} disabled={disabled} className="inline-flex h-7 min-w-0 items-center gap-1 rounded-md px-2 text-12 text-muted hover:bg-hover hover:text-text disabled:opacity-60" {...opens}>
      <Icon size={14} aria-hidden className="shrink-0" />
      <span className="truncate">{text}</span>
      <ChevronDown size={14} aria-hidden className="shrink-0" />
    </button>
  );
}
