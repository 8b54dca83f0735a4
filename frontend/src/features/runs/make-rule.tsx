import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { Outcome, RuleProposalView } from "../../backend/backend";
import { useBackend, useLive } from "../../backend/context";
import { saySaid } from "../../backend/clauses";
import { keys } from "../../backend/keys";
import { sentence } from "../../backend/words";
import { Button } from "../../components/button";
import { Choice } from "../../components/choice";
import { Failure, Loaded } from "../../components/feedback";
import { Dialog } from "../../components/overlay";
import { texts as common } from "../../words/common";
import { texts } from "../../words/runs";

interface MakeRuleProps {
  space: string;
  call: string;
  onClose: () => void;
}

const OUTCOMES: { value: Outcome; label: string }[] = [
  { value: "deny", label: texts.rule.deny },
  { value: "ask", label: texts.rule.ask },
  { value: "allow", label: texts.rule.allow },
];

/** Makes a rule of a recorded call, for all that come like it. */
export function MakeRule({ space, call, onClose }: MakeRuleProps) {
  const backend = useBackend();
  const client = useQueryClient();
  const live = useLive();
  const proposals = useQuery({ queryKey: keys.ruleFromCall(call), queryFn: () => backend.ruleFromCall(call), staleTime: 0, gcTime: 0 });
  const [outcome, setOutcome] = useState<Outcome>("ask");
  const [picked, setPicked] = useState("");
  const usable = (proposals.data ?? []).filter(({ outcomes }) => outcomes.includes(outcome));
  const chosen = usable.find(({ rule }) => rule === picked) ?? usable[0];
  const add = useMutation({
    mutationFn: (rule: string) => backend.addRule(space, outcome, rule),
    onSuccess: (now, rule) => {
      client.setQueryData(keys.rules(space), now);
      live.notify({ level: "info", text: texts.rule.added(outcome, rule) });
      onClose();
    },
  });
  const actions = (
    <>
      <Button onClick={onClose}>{common.cancel}</Button>
      <Button look="primary" disabled={!chosen || add.isPending} onClick={() => chosen && add.mutate(chosen.rule)}>
        {texts.rule.add}
      </Button>
    </>
  );
  return (
    <Dialog title={texts.rule.title} open onClose={onClose} actions={actions}>
      <div className="flex flex-col gap-4">
        <Loaded query={proposals} waiting={texts.rule.reading} failed={texts.rule.none}>
          {(found) => (
            <>
              <div className="flex items-center gap-3">
                <span className="text-12 text-muted">{texts.rule.outcome}</span>
                <Choice label={texts.rule.outcome} value={outcome} options={OUTCOMES} onChange={(next) => setOutcome(next as Outcome)} />
              </div>
              <Rules found={found} outcome={outcome} chosen={chosen?.rule ?? ""} onPick={setPicked} />
              <p className="text-12 text-muted">{texts.rule.note}</p>
            </>
          )}
        </Loaded>
        {add.error && <Failure what={texts.rule.failed} why={add.error.message} />}
      </div>
    </Dialog>
  );
}

interface RulesProps {
  found: readonly RuleProposalView[];
  outcome: Outcome;
  chosen: string;
  onPick: (pattern: string) => void;
}

function Rules({ found, outcome, chosen, onPick }: RulesProps) {
  const id = useId();
  return (
    <fieldset className="border-t border-line">
      <legend className="sr-only">{texts.rule.pattern}</legend>
      {found.map(({ rule, covers, says, outcomes }, i) => {
        const may = outcomes.includes(outcome);
        return (
          <div key={rule} className="flex items-start gap-2 border-b border-line py-2">
            <input
              id={`${id}-${i}`}
              type="radio"
              name={id}
              className="mt-0.75 size-3.5 shrink-0 accent-(--accent-fill)"
              aria-describedby={`${id}-${i}-covers`}
              disabled={!may}
              checked={rule === chosen}
              onChange={() => onPick(rule)}
            />
            <div className="min-w-0">
              <label htmlFor={`${id}-${i}`} className={`font-mono text-12 break-all ${may ? "" : "text-muted"}`}>
                {rule}
              </label>
              <p id={`${id}-${i}-covers`} className="text-12 text-muted">
                {sentence(saySaid(covers, says))} {!may && texts.rule.tooWide}
              </p>
            </div>
          </div>
        );
      })}
    </fieldset>
  );
}
