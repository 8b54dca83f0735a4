import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import type { NetworkView, WallsView, WordProblemView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { Button } from "../../components/button";
import { Failure } from "../../components/feedback";
import { Section } from "../../components/pane";
import { ReachFields } from "../../widgets/reach-fields";
import { reachOf, sameWords, sayWords, wordsOf, type Mode, type Reach } from "../../backend/network-words";
import { texts } from "../../words/walls";

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
    <Section level={2} title={texts.network.title}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(words);
        }}
      >
        <fieldset disabled={fixed} className="flex flex-col rounded-md border border-line">
          <legend className="sr-only">{texts.network.title}</legend>
          <Mode mode="off" reach={reach} change={change} name={texts.network.nothingName} text={nothing(network)} />
          <Mode mode="some" reach={reach} change={change} name={texts.network.someName} text={texts.network.someText}>
            <ReachFields reach={reach} registryText={registryText(network.registries)} loopbackText={texts.network.loopbackText} hostsHelp={texts.network.hostsHelp} errors={problems.map(({ text }) => text)} onChange={change} />
          </Mode>
          <Mode mode="on" reach={reach} change={change} name={texts.network.onName} text={texts.network.onText} />
        </fieldset>
        {save.error && <Failure what={texts.network.failed} why={save.error.message} />}
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" look="primary" icon={Check} disabled={!changed || words.length === 0 || save.isPending}>
            {texts.network.save}
          </Button>
          {changed && (
            <Button onClick={forget} disabled={save.isPending}>
              {texts.network.undo}
            </Button>
          )}
          {network.own && !changed && (
            <Button disabled={save.isPending} onClick={() => save.mutate([])}>
              {texts.network.follow}
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
  if (answer !== "yes") return texts.network.nothing;
  return sameWords(words, ["off"]) ? texts.network.nothingButRegistries : texts.network.nothingRevokes;
}

function note({ own, shared, fixed }: NetworkView, changed: boolean, words: string[]): string {
  if (fixed.length > 0) return texts.network.fixed(fixed.join(" "));
  if (changed && words.length === 0) return texts.network.choose;
  if (changed) return texts.network.unsaved;
  return own ? texts.network.own(sayWords(shared)) : texts.network.shared;
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

/** What it means for npm, pip and others to reach the registries, without the usual port. */
function registryText(registries: readonly string[]): string {
  return registries.length > 0 ? texts.network.registryText(registries.map((host) => host.replace(/:443$/, "")).join(", ")) : texts.network.noRegistry;
}
