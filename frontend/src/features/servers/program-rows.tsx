import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, Plug, Undo2, Unplug } from "lucide-react";
import { useState } from "react";
import type { ConnectAct, ConnectView, ProgramView, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys, STILL } from "../../backend/keys";
import { useSpaces } from "../../backend/queries";
import { sayTime, sentence } from "../../backend/words";
import { Button } from "../../components/button";
import { Code } from "../../components/code";
import { Facts } from "../../components/facts";
import { Failure, Loaded } from "../../components/feedback";
import { Dialog } from "../../components/overlay";
import { State } from "../../components/state";
import { sayProgram } from "./server-words";
import { Phrase } from "../../components/phrase";
import { texts as common } from "../../words/common";
import { texts } from "../../words/servers";

interface Asked {
  program: ProgramView;
  act: ConnectAct;
}

/** Other programs, those that are on this machine first. */
export function ProgramRows({ space, programs }: { space: SpaceView; programs: readonly ProgramView[] }) {
  const [asked, setAsked] = useState<Asked>();
  const here = programs.filter(({ state }) => state !== "not-found");
  // How another program's sandbox has it is of interest only where it is.
  const missing = programs.filter(({ state, flatpak }) => state === "not-found" && !flatpak);
  const many = programs.filter(({ state }) => state === "not-connected" || state === "gone").length > 1;
  return (
    <>
      <ul className="border-t border-line">
        {here.map((program) => (
          <Row key={program.id} space={space} program={program} many={many} onAsk={(act) => setAsked({ program, act })} />
        ))}
      </ul>
      {here.length === 0 && <p className="text-muted"><Phrase of={texts.programs.none} with={{ command: <span className="font-mono text-12">{texts.programs.command(space.path)}</span> }} /></p>}
      {missing.length > 0 && here.length > 0 && <p className="text-12 text-muted">{texts.programs.notFound(missing.map(({ title }) => title).join(", "))}</p>}
      {asked && <Connect key={asked.program.id + asked.act} space={space} asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function Row({ space, program, many, onAsk }: { space: SpaceView; program: ProgramView; many: boolean; onAsk: (act: ConnectAct) => void }) {
  const spaces = useSpaces().data ?? [];
  const { state, title, undo } = program;
  const other = program.space !== "" && program.space !== space.path;
  const name = spaces.find(({ path }) => path === program.space)?.name ?? program.space;
  const note = {
    connected: other ? texts.programs.other(name, space.name) : texts.programs.here(space.name),
    gone: texts.programs.gone,
    foreign: texts.programs.foreign,
    "not-connected": "", "not-found": "", broken: sentence(program.problem),
  }[state];
  const may = state === "not-connected" || state === "gone" || (state === "connected" && other);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2">
      <div className="min-w-60 flex-1">
        <p className="font-semibold">{title}</p>
        {note && <p className={`text-12 break-words select-text ${state === "broken" || state === "gone" ? "text-failed" : "text-muted"}`}>{note}</p>}
        <p className="font-mono text-11 break-all text-muted">{program.file}</p>
      </div>
      <span className="@2xl:w-42">
        <State {...sayProgram(program)} />
      </span>
      <div className="ml-auto flex justify-end gap-1 @2xl:w-66">
        {undo && (
          <Button icon={Undo2} aria-label={texts.programs.undoNamed(title)} title={texts.programs.changed(sayTime(undo, new Date()))} onClick={() => onAsk("undo")}>
            {texts.programs.undo}
          </Button>
        )}
        {state === "connected" && !undo && (
          <Button icon={Unplug} aria-label={texts.programs.disconnectNamed(title)} onClick={() => onAsk("disconnect")}>
            {texts.programs.disconnect}
          </Button>
        )}
        {may && (
          <Button look={other || many ? "plain" : "primary"} icon={Plug} aria-label={other ? texts.programs.connectHereNamed(title) : texts.programs.connectNamed(title)} onClick={() => onAsk("connect")}>
            {other ? texts.programs.connectHere : texts.programs.connect}
          </Button>
        )}
      </div>
    </li>
  );
}

const WORDS: Record<ConnectAct, { title: (title: string) => string; button: string; done: string }> = {
  connect: { title: (title) => texts.change.connect(title), button: texts.programs.connect, done: texts.change.connected },
  disconnect: { title: (title) => texts.change.disconnect(title), button: texts.programs.disconnect, done: texts.change.disconnected },
  undo: { title: (title) => texts.change.undo(title), button: texts.change.restore, done: texts.change.restored },
};

/** Shows the difference of the other program's file before it is written, and what to do afterwards. */
function Connect({ space, asked: { program, act }, onClose }: { space: SpaceView; asked: Asked; onClose: () => void }) {
  const backend = useBackend();
  const client = useQueryClient();
  const change = useQuery({ queryKey: keys.connect(space.path, program.id, act), queryFn: () => backend.previewConnect(space.path, program.id, act), ...STILL });
  const make = useMutation({
    mutationFn: (digest: string) => backend.connect(space.path, program.id, act, digest),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.programs(space.path) }),
  });
  const words = WORDS[act];
  const made = make.data?.done ? make.data : undefined;
  const shown = make.data && !make.data.done ? make.data : change.data;
  const actions = made ? (
    <Button look="primary" icon={Check} onClick={onClose}>
      {texts.change.done}
    </Button>
  ) : (
    <>
      <Button onClick={onClose}>{common.cancel}</Button>
      <Button look="primary" disabled={!shown?.difference || make.isPending} onClick={() => shown && make.mutate(shown.digest)}>
        {words.button}
      </Button>
    </>
  );
  return (
    <Dialog title={words.title(program.title)} open onClose={onClose} actions={actions}>
      {made ? (
        <div role="status" className="flex flex-col gap-3">
          <p className="text-15 font-semibold">{words.done}</p>
          <p>{sentence(made.after)}</p>
          <Facts facts={[{ name: texts.change.backup, value: made.backup && <span className="font-mono break-all">{made.backup}</span> }]} />
        </div>
      ) : (
        <Loaded query={change} waiting={texts.change.reading} failed={texts.change.readFailed}>
          {() => shown && <Change change={shown} space={space} act={act} error={make.error} />}
        </Loaded>
      )}
    </Dialog>
  );
}

function Change({ change: { file, link, made, difference, after, why }, space, act, error }: { change: ConnectView; space: SpaceView; act: ConnectAct; error: Error | null }) {
  return (
    <div className="flex flex-col gap-3">
      {why && <Failure what={texts.change.failed} why={`${sentence(why)} ${texts.change.again}`} />}
      {error && <Failure what={texts.change.failed} why={error.message} />}
      <p>
        {difference === "" ? texts.change.same : act === "connect" ? texts.change.whole(space.name) : texts.change.only}
      </p>
      {difference && <Code text={difference} label={texts.change.difference} />}
      <Facts
        facts={[
          { name: texts.change.file, value: <span className="font-mono break-all">{file}</span> },
          { name: texts.change.link, value: link && <span className="font-mono break-all">{link}</span> },
          { name: texts.change.backup, value: made ? texts.change.newFile : texts.change.copy },
          { name: texts.change.next, value: sentence(after) },
          { name: texts.change.notCovered, value: act === "connect" && texts.change.others },
        ]}
      />
    </div>
  );
}
