import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import type { NetworkView, WallsView, WordProblemView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { Button } from "../../components/button";
import { Field, TextArea } from "../../components/field";
import { Failure } from "../../components/feedback";
import { Section } from "../../components/pane";
import { Tick } from "../../components/tick";
import { hostsOf, reachOf, sameWords, sayWords, wordsOf, type Mode, type Reach } from "../../backend/network-words";

interface NetworkFormProps {
  space: string;
  network: NetworkView;
}

/** What programs of the space may reach. Nothing changes before it is saved. */
export function NetworkForm({ space, network }: NetworkFormProps) {
  const backend = useBackend();
  const client = useQueryClient();
  const [draft, setDraft] = useState<Reach>();
  const [problems, setProblems] = useState<readonly WordProblemView[]>([]);
  const reach = draft ?? reachOf(network.words);
  const words = wordsOf(reach);
  const changed = draft !== undefined && !sameWords(words, network.words);
  const forget = () => {
    setDraft(undefined);
    setProblems([]);
  };
  const save = useMutation({
    mutationFn: async (next: string[]): Promise<WallsView | undefined> => {
      const found = await backend.checkNetwork(next);
      setProblems(found);
      return found.length > 0 ? undefined : backend.setNetwork(space, next);
    },
    onSuccess: (now) => {
      if (!now) return;
      client.setQueryData(keys.walls(space), now);
      forget();
    },
  });
  const change = (part: Partial<Reach>) => {
    setProblems([]);
    save.reset();
    setDraft({ ...reach, ...part });
  };
  const fixed = network.fixed.length > 0;
  return (
    <Section level={2} title="What programs may reach">
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(words);
        }}
      >
        <fieldset disabled={fixed} className="flex flex-col rounded-md border border-line">
          <legend className="sr-only">What programs may reach</legend>
          <Mode mode="off" reach={reach} change={change} name="Nothing" text={nothing(network)} />
          <Mode mode="some" reach={reach} change={change} name="Only these" text="All else stays closed, and a program that tries it is told so.">
            <Some reach={reach} change={change} registries={network.registries} problems={problems} />
          </Mode>
          <Mode mode="on" reach={reach} change={change} name="Everything" text="Every host and every service of this machine. A program can then send whatever it can read to anywhere." />
        </fieldset>
        {save.error && <Failure what="It was not saved." why={save.error.message} />}
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" look="primary" icon={Check} disabled={!changed || words.length === 0 || save.isPending}>
            Save
          </Button>
          {changed && (
            <Button onClick={forget} disabled={save.isPending}>
              Undo
            </Button>
          )}
          {network.own && !changed && (
            <Button disabled={save.isPending} onClick={() => save.mutate([])}>
              Do as all spaces do
            </Button>
          )}
          <p role="status" className="min-w-0 flex-1 text-12 text-muted">{note(network, changed, words)}</p>
        </div>
      </form>
    </Section>
  );
}

/** An answer about registries counts beside what is set. Saving Nothing takes it back. */
function nothing({ answer, words }: NetworkView): string {
  if (answer !== "yes") return "No host, and no service of this machine. A build that needs packages asks you once.";
  return sameWords(words, ["off"]) ? "No host, and no service of this machine, but the package registries that you have allowed: see below." : "No host, and no service of this machine. Your answer about package registries is taken back, too.";
}

function note({ own, shared, fixed }: NetworkView, changed: boolean, words: string[]): string {
  if (fixed.length > 0) return `The app was started with --network ${fixed.join(" ")}, which has the last word.`;
  if (changed && words.length === 0) return "Tick or name something, or choose Nothing.";
  if (changed) return "Not saved yet. It counts from the next call on; what runs already keeps what it has.";
  return own ? `Set for this space. All spaces: ${sayWords(shared)}.` : "As it is for all spaces. Save another choice to set it for this one.";
}

interface ModeProps {
  mode: Mode;
  reach: Reach;
  change: (part: Partial<Reach>) => void;
  name: string;
  text: string;
  children?: ReactNode;
}

function Mode({ mode, reach, change, name, text, children }: ModeProps) {
  const id = useId();
  const chosen = reach.mode === mode;
  return (
    <div className="border-b border-line px-3 py-2 last:border-b-0">
      <div className="flex items-start gap-2">
        <input id={id} type="radio" name="reach" className="mt-0.75 size-3.5 shrink-0 accent-(--accent-fill)" aria-describedby={`${id}-text`} checked={chosen} onChange={() => change({ mode })} />
        <div className="min-w-0 flex-1">
          <label htmlFor={id} className="font-semibold">
            {name}
          </label>
          <p id={`${id}-text`} className="text-12 text-muted">{text}</p>
        </div>
      </div>
      {chosen && children && <div className="flex flex-col gap-3 pt-3 pl-5.5">{children}</div>}
    </div>
  );
}

interface SomeProps extends Pick<ModeProps, "reach" | "change"> {
  registries: readonly string[];
  problems: readonly WordProblemView[];
}

function Some({ reach, change, registries, problems }: SomeProps) {
  const id = useId();
  const hosts = hostsOf(reach);
  return (
    <>
      <Tick checked={reach.loopback} onTick={(loopback) => change({ loopback })} name="This machine's services" text="Databases, model servers and whatever else listens on localhost. Some of them do what anybody tells them." />
      <Tick
        checked={reach.registry}
        onTick={(registry) => change({ registry })}
        name="Package registries"
        text={
          registries.length > 0
            ? `So that npm ci, pip install and go mod download work: ${registries.map((host) => host.replace(/:443$/, "")).join(", ")}.`
            : "None was found: no package manager that Handrail knows is installed."
        }
      />
      <Field id={id} label="These hosts" help="One a line: example.com, *.example.com or example.com:8443. Without a port, every port." errors={problems.map(({ text }) => text)}>
        <TextArea
          id={id}
          rows={Math.max(2, hosts.length + 1)}
          aria-invalid={problems.length > 0 || undefined}
          aria-describedby={`${id}-help ${id}-errors`}
          value={reach.hosts}
          onChange={(event) => change({ hosts: event.target.value })}
        />
      </Field>
    </>
  );
}
