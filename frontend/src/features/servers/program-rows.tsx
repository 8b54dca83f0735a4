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

interface Asked {
  program: ProgramView;
  act: ConnectAct;
}

/** Other programs, those that are on this machine first. */
export function ProgramRows({ space, programs }: { space: SpaceView; programs: readonly ProgramView[] }) {
  const [asked, setAsked] = useState<Asked>();
  const here = programs.filter(({ state }) => state !== "not-found");
  // How another program's sandbox has it is of interest only where it is.
  const missing = programs.filter(({ state, title }) => state === "not-found" && !title.endsWith("(Flatpak)"));
  const many = programs.filter(({ state }) => state === "not-connected" || state === "gone").length > 1;
  return (
    <>
      <ul className="border-t border-line">
        {here.map((program) => (
          <Row key={program.id} space={space} program={program} many={many} onAsk={(act) => setAsked({ program, act })} />
        ))}
      </ul>
      {here.length === 0 && <p className="text-muted">None of the programs that Handrail knows is on this machine. Any program that speaks MCP can start <span className="font-mono text-12">handrail --space {space.path} mcp</span>.</p>}
      {missing.length > 0 && here.length > 0 && <p className="text-12 text-muted">Not found here: {missing.map(({ title }) => title).join(", ")}.</p>}
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
    connected: other ? `It has the tools of ${name}, not of ${space.name}.` : `It has the tools of ${space.name}.`,
    gone: "Its entry starts a Handrail that is not there any more. Connect it again.",
    foreign: "It has an entry called handrail that is not ours. It is left alone: rename or remove it there, and look again.",
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
          <Button icon={Undo2} aria-label={`Undo: ${title}`} title={`The change of ${sayTime(undo, new Date())}`} onClick={() => onAsk("undo")}>
            Undo
          </Button>
        )}
        {state === "connected" && !undo && (
          <Button icon={Unplug} aria-label={`Disconnect ${title}`} onClick={() => onAsk("disconnect")}>
            Disconnect
          </Button>
        )}
        {may && (
          <Button look={other || many ? "plain" : "primary"} icon={Plug} aria-label={`Connect${other ? " here:" : ""} ${title}`} onClick={() => onAsk("connect")}>
            {other ? "Connect here" : "Connect"}
          </Button>
        )}
      </div>
    </li>
  );
}

const WORDS: Record<ConnectAct, { title: (title: string) => string; button: string; done: string }> = {
  connect: { title: (title) => `Connect ${title}`, button: "Connect it", done: "Connected." },
  disconnect: { title: (title) => `Disconnect ${title}`, button: "Disconnect it", done: "Disconnected." },
  undo: { title: (title) => `Undo the change of ${title}'s file`, button: "Put it back", done: "Put back as it was." },
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
      Good
    </Button>
  ) : (
    <>
      <Button onClick={onClose}>Cancel</Button>
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
          <Facts facts={[{ name: "The file as it was", value: made.backup && <span className="font-mono break-all">{made.backup}</span> }]} />
        </div>
      ) : (
        <Loaded query={change} waiting="Reading its file…" failed="Its file could not be read.">
          {() => shown && <Change change={shown} space={space} act={act} error={make.error} />}
        </Loaded>
      )}
    </Dialog>
  );
}

function Change({ change: { file, link, made, difference, after, why }, space, act, error }: { change: ConnectView; space: SpaceView; act: ConnectAct; error: Error | null }) {
  return (
    <div className="flex flex-col gap-3">
      {why && <Failure what="It was not done." why={`${sentence(why)} This is what would be written now.`} />}
      {error && <Failure what="It was not done." why={error.message} />}
      <p>
        {difference === "" ? "Its file is as it should be already." : act === "connect" ? `This is all that is written. It then has every tool of ${space.name}, and each call goes through Handrail's door.` : "This is all that is written. Nothing else of the file is touched."}
      </p>
      {difference && <Code text={difference} label="What changes in its file" />}
      <Facts
        facts={[
          { name: "File", value: <span className="font-mono break-all">{file}</span> },
          { name: "Through the link", value: link && <span className="font-mono break-all">{link}</span> },
          { name: "Kept", value: made ? "The file is new: undoing it takes it away" : "The file as it is now is kept, and can be put back with Undo" },
          { name: "Then", value: sentence(after) },
          { name: "Not guarded", value: act === "connect" && "What it starts by other entries of this file. Take out those that you have brought over" },
        ]}
      />
    </div>
  );
}
