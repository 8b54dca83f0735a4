import { useMutation } from "@tanstack/react-query";
import { CircleCheck, History, SquareArrowOutUpRight } from "lucide-react";
import { useState } from "react";
import type { OutflowView, OutGroupView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { sayTime, sentence } from "../../backend/words";
import { Button, IconButton } from "../../components/button";
import { Failure, Waiting } from "../../components/feedback";
import { Section } from "../../components/pane";
import { Select } from "../../components/select";
import { useWays } from "../../widgets/ways";
import { texts as common } from "../../words/common";
import { texts as words } from "../../words/elsewhere";
import { number } from "../../words/format";

const texts = words.past;

const DAYS = [7, 30, 90];

/** Which past calls would ask because of text from elsewhere, by what, and what would silence them. */
export function PastCalls({ space }: { space: string }) {
  const backend = useBackend();
  const [days, setDays] = useState(30);
  const check = useMutation({ mutationFn: (back: number) => backend.elsewhere(space, back) });
  const look = () => check.mutate(days);
  const choice = (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        look();
      }}
    >
      <Select label={texts.days} value={String(days)} options={DAYS.map((many) => ({ value: String(many), label: texts.last(many) }))} onChange={(many) => setDays(Number(many))} />
      <Button type="submit" icon={History} disabled={check.isPending}>
        {check.isSuccess ? texts.again : texts.look}
      </Button>
    </form>
  );
  return (
    <Section level={2} title={texts.title}>
      <p className="max-w-160 text-muted">{texts.intro}</p>
      {choice}
      {check.isPending && <Waiting what={texts.running} />}
      {check.error && <Failure what={texts.failed} why={check.error.message} />}
      {check.isSuccess && <Found found={check.data} days={check.variables} space={space} onChanged={() => check.mutate(check.variables)} />}
    </Section>
  );
}

interface FoundProps {
  found: OutflowView;
  days: number;
  space: string;
  onChanged: () => void;
}

function Found({ found, days, space, onChanged }: FoundProps) {
  const { calls, after, ways, asks, anyway, then, groups, silenced, skipped } = found;
  if (calls === 0 && skipped.length === 0) return <p className="text-muted">{texts.none(days)}</p>;
  const figures: [name: string, many: number][] = [[texts.calls, calls], [texts.after, after], [texts.ways, ways], [texts.asks, asks], [texts.then, then]];
  return (
    <div className="flex flex-col gap-4">
      <div role="status">
        <dl className="flex flex-wrap gap-x-8 gap-y-3 border-y border-line py-3">
          {figures.map(([name, many]) => (
            <div key={name} className="flex flex-col-reverse">
              <dt className="text-12 text-muted">{name}</dt>
              <dd className={`text-18 tabular-nums ${many === 0 ? "text-muted" : name === texts.asks ? "text-asking" : ""}`}>{number(many)}</dd>
            </div>
          ))}
        </dl>
      </div>
      {groups.length === 0 ? (
        <p className="flex items-center gap-2">
          <CircleCheck size={15} aria-hidden className="text-done" />
          {texts.quiet}
        </p>
      ) : (
        <ul className="-mt-4">
          {groups.map((group) => (
            <Group key={`${group.source} ${group.way}`} group={group} space={space} onChanged={onChanged} />
          ))}
        </ul>
      )}
      {anyway > 0 && <p className="text-12 text-muted">{texts.anyway(anyway)}</p>}
      {silenced.map(({ grant, calls: many }) => (
        <p key={grant} className="text-12 break-words text-muted">
          {texts.silent(many)} {grant || texts.byRule}
        </p>
      ))}
      {skipped.length > 0 && (
        <div>
          <h3 className="text-12 font-semibold text-muted">{texts.skipped}</h3>
          <ul className="text-12">
            {skipped.map(({ why, count: many }) => (
              <li key={why} className="flex gap-3 py-1">
                <span className="w-16 shrink-0 tabular-nums">{common.counts.calls(many)}</span>
                <span className="text-muted">{why}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

interface GroupProps {
  group: OutGroupView;
  space: string;
  onChanged: () => void;
}

function Group({ group: { source, way, calls, then, run, call, when, what, why, answer, rules }, space, onChanged }: GroupProps) {
  const backend = useBackend();
  const ways = useWays();
  const [asked, setAsked] = useState("");
  const allow = useMutation({ mutationFn: (rule: string) => backend.addRule(space, "allow", rule), onSuccess: onChanged });
  return (
    <li className="flex flex-col gap-1 border-b border-line py-3">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <p className="min-w-0 font-semibold break-words select-text">{texts.group(source, way)}</p>
        <p className="text-12 text-asking">{texts.groupCount(calls, then)}</p>
      </div>
      <p className="text-12 break-words text-muted">{sentence(why)}</p>
      <p className="flex min-w-0 items-center gap-2 text-12 text-muted">
        <span className="shrink-0">{texts.newest(sayTime(when, new Date()))}</span>
        <span className="min-w-0 truncate font-mono select-text">{what.trim()}</span>
        {ways && call && <IconButton label={texts.show(what.trim())} icon={SquareArrowOutUpRight} onClick={() => ways.inspect(run, call)} />}
      </p>
      <p className="text-12 break-words text-muted">{texts.answer(answer)}</p>
      {allow.error && <Failure what={texts.allowFailed} why={allow.error.message} />}
      {rules.map((rule) => (asked === rule ? (
        <div key={rule} className="flex flex-wrap items-center gap-2">
          <p className="max-w-160 min-w-60 flex-1 break-words">{texts.sure(rule)}</p>
          <Button disabled={allow.isPending} onClick={() => allow.mutate(rule)}>{texts.confirm}</Button>
          <Button autoFocus onClick={() => setAsked("")}>{common.cancel}</Button>
        </div>
      ) : (
        <div key={rule} className="flex flex-wrap items-center gap-2">
          <Button aria-label={texts.allowNamed(rule)} onClick={() => setAsked(rule)}>{texts.allow}</Button>
          <code className="font-mono text-12 break-all text-muted select-text">{rule}</code>
        </div>
      )))}
    </li>
  );
}
