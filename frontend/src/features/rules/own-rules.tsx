import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useId, useState } from "react";
import type { Outcome, RulesView, RuleView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { Button } from "../../components/button";
import { Choice } from "../../components/choice";
import { Failure } from "../../components/feedback";
import { Field, TextInput } from "../../components/field";
import { Section } from "../../components/pane";
import { RuleList } from "./rule-list";
import { OUTCOMES } from "./rule-words";
import { TryRules } from "./try-rules";
import { Phrase } from "../../components/phrase";
import { texts } from "../../words/rules";

interface OwnRulesProps {
  space: string;
  rules: RulesView;
  decided: string;
}

/** The person's rules, a new one, and a call to try all of them on. */
export function OwnRules({ space, rules, decided }: OwnRulesProps) {
  const backend = useBackend();
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>("ask");
  const [rule, setRule] = useState("");
  const keep = (now: RulesView) => client.setQueryData(keys.rules(space), now);
  const add = useMutation({
    mutationFn: () => backend.addRule(space, outcome, rule.trim()),
    onSuccess: (now) => {
      keep(now);
      setRule("");
    },
  });
  const remove = useMutation({ mutationFn: (known: RuleView) => backend.removeRule(space, known.outcome, known.rule), onSuccess: keep });
  const own = rules.rules.filter(({ owner }) => owner === "person");
  const id = useId();
  return (
    <>
      <Section level={2} title={texts.own.title}>
        {remove.error && <Failure what={texts.own.failed} why={remove.error.message} />}
        {own.length === 0 ? (
          <p className="text-muted">{texts.own.empty}</p>
        ) : (
          <RuleList rules={own} decided={decided} busy={remove.isPending} onRemove={remove.mutate} />
        )}
        <form
          className="flex flex-wrap items-end gap-2 pt-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (rule.trim()) add.mutate();
          }}
        >
          <Choice label={texts.own.outcome} value={outcome} options={OUTCOMES} onChange={(next) => setOutcome(next as Outcome)} />
          <div className="min-w-56 flex-1">
            <Field id={id} label={texts.own.rule} errors={add.error ? [add.error.message] : []}>
              <TextInput
                id={id}
                className="font-mono"
                placeholder={texts.own.placeholder}
                aria-invalid={add.error ? true : undefined}
                aria-describedby={`${id}-errors ${id}-how`}
                value={rule}
                onChange={(event) => {
                  setRule(event.target.value);
                  add.reset();
                }}
              />
            </Field>
          </div>
          <Button type="submit" icon={Plus} disabled={rule.trim() === "" || add.isPending}>
            {texts.own.add}
          </Button>
        </form>
        <p id={`${id}-how`} className="text-12 text-muted">
          <Phrase of={texts.own.help} with={{ command: <span className="font-mono">{texts.own.example.command}</span>, file: <span className="font-mono">{texts.own.example.file}</span>, server: <span className="font-mono">{texts.own.example.server}</span> }} />
        </p>
      </Section>
      <Section level={2} title={rule.trim() ? texts.try.titleNew : texts.try.title}>
        <TryRules space={space} rule={rule.trim()} outcome={outcome} />
      </Section>
    </>
  );
}
