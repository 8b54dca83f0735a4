import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { RulesView, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { sentence } from "../../backend/words";
import { Button } from "../../components/button";
import { Failure } from "../../components/feedback";
import { useWays } from "../../widgets/ways";
import { MODES, sayMode, sayWider, wider } from "./rule-words";
import { texts as common } from "../../words/common";
import { texts as rehearsal } from "../../words/rehearsal";
import { texts } from "../../words/rules";

type Mode = SpaceView["mode"];

interface ModeFormProps {
  space: SpaceView;
  rules: RulesView;
}

/** By which mode a space is judged. A stricter one counts at once; a wider one says first what it lets through. */
export function ModeForm({ space, rules }: ModeFormProps) {
  const backend = useBackend();
  const client = useQueryClient();
  const ways = useWays();
  const id = useId();
  const [wanted, setWanted] = useState<Mode>();
  const set = useMutation({
    mutationFn: (mode: Mode | "") => backend.setMode(space.path, mode),
    onSuccess: (now) => client.setQueryData(keys.rules(space.path), now),
    onError: () => setWanted(undefined),
  });
  if (wanted === rules.mode) setWanted(undefined); // it holds now; sooner, the old one would be seen once more
  const cannot = useQuery({ queryKey: keys.cannotRehearse, queryFn: () => backend.cannotRehearse(), staleTime: Infinity }).data ?? "";
  const untrusted = space.trust === "untrusted";
  const choose = (mode: Mode) => {
    if (set.isPending) return;
    set.reset();
    if (mode === rules.mode) setWanted(undefined);
    else if (wider(mode, rules.mode)) setWanted(mode);
    else set.mutate(mode);
  };
  return (
    <div className="flex flex-col gap-2">
      {set.error && <Failure what={texts.mode.failed} why={sentence(set.error.message)} />}
      <fieldset disabled={untrusted} className="flex flex-col rounded-md border border-line">
        <legend className="sr-only">{texts.mode.title}</legend>
        {MODES.map((mode) => (
          <div key={mode} className="border-b border-line px-3 py-2 last:border-b-0">
            <div className="flex items-start gap-2">
              <input
                id={`${id}-${mode}`}
                type="radio"
                name={id}
                className="mt-0.75 size-3.5 shrink-0 accent-(--accent-fill)"
                aria-describedby={`${id}-${mode}-text`}
                checked={(wanted ?? rules.mode) === mode}
                disabled={mode === "rehearse" && rules.mode !== mode && cannot !== ""}
                onChange={() => choose(mode)}
              />
              <div className="min-w-0 flex-1">
                <label htmlFor={`${id}-${mode}`} className="font-semibold">
                  {sayMode(mode).name}
                </label>
                <p id={`${id}-${mode}-text`} className="text-12 text-muted">
                  {sayMode(mode).text}
                  {mode === "rehearse" && cannot && ` ${rehearsal.button.cannot(cannot.replace(/\.$/, ""))}`}
                </p>
              </div>
            </div>
            {wanted === mode && (
              <div className="flex flex-wrap items-center justify-end gap-2 pt-2 pl-5.5">
                <p role="status" className="w-full text-asking">
                  {sayWider(mode, rules.mode)}
                </p>
                <Button onClick={() => setWanted(undefined)}>{common.cancel}</Button>
                <Button look="primary" disabled={set.isPending} onClick={() => set.mutate(mode)}>
                  {texts.mode.change(sayMode(mode).name)}
                </Button>
              </div>
            )}
          </div>
        ))}
      </fieldset>
      {rules.modeWhy && (
        <div className="flex flex-wrap items-center gap-2">
          <p className="min-w-60 flex-1 text-asking">{texts.mode.readOnlyBecause(rules.modeWhy)}</p>
          {untrusted && ways && <Button onClick={ways.trust}>{texts.mode.review}</Button>}
        </div>
      )}
      <Origin rules={rules} fixed={untrusted} busy={set.isPending} onShared={() => set.mutate("")} />
    </div>
  );
}

interface OriginProps {
  rules: RulesView;
  fixed: boolean;
  busy: boolean;
  onShared: () => void;
}

/** Whether the mode is this space's own, and, where nothing changes by it, the way back to that of all spaces. */
function Origin({ rules: { modeOwn, modeShared, mode }, fixed, busy, onShared }: OriginProps) {
  if (fixed) return null;
  if (!modeOwn) return <p className="text-12 text-muted">{texts.mode.shared(sayMode(modeShared).name)}</p>;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="min-w-60 flex-1 text-12 text-muted">{texts.mode.own(sayMode(modeShared).name)}</p>
      {mode === modeShared && (
        <Button look="quiet" disabled={busy} onClick={onShared}>
          {texts.mode.follow}
        </Button>
      )}
    </div>
  );
}
