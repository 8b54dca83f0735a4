import type { RuleView } from "../../backend/backend";
import { Button } from "../../components/button";
import { Revealed } from "../../components/code";
import { State } from "../../components/state";
import { DecidedRow } from "./decided";
import { sayOutcome } from "./rule-words";
import { texts } from "../../words/rules";

interface RuleListProps {
  rules: readonly RuleView[];
  /** The rule that the person comes from. */
  decided: string;
  busy: boolean;
  /** Undefined: they stand in a file that is not the person's. */
  onRemove: ((rule: RuleView) => void) | undefined;
}

/** Rules as they are asked in turn: what they do, their words, where they stand. */
export function RuleList({ rules, decided, busy, onRemove }: RuleListProps) {
  return (
    <ul className="border-t border-line">
      {rules.map((rule) => (
        <DecidedRow key={`${rule.outcome} ${rule.rule} ${rule.file}`} decided={decided !== "" && rule.rule === decided}>
          <div className="flex items-start gap-x-3 max-[479px]:flex-wrap">
            <div className="w-20 shrink-0 pt-1">
              <State {...sayOutcome(rule.outcome)} />
            </div>
            <div className="min-w-0 flex-1 py-1 max-[479px]:basis-full">
              <p className="font-mono break-all select-text">
                <Revealed text={rule.rule} />
              </p>
              {rule.holds && <p className="min-w-0 text-12 break-words text-muted">{rule.holds}</p>}
              {rule.warning && (
                <div className="flex items-start gap-2 text-12">
                  <State inline tone="warning" word={texts.list.odd} />
                  <p className="min-w-0 break-words text-muted">{rule.warning}</p>
                </div>
              )}
            </div>
            <span className="shrink-0 py-1 font-mono text-12 leading-5 text-muted select-text">{rule.file}</span>
            {onRemove && (
              <Button disabled={busy} aria-label={texts.list.removeNamed(rule.outcome, rule.rule)} onClick={() => onRemove(rule)}>
                {texts.list.remove}
              </Button>
            )}
          </div>
        </DecidedRow>
      ))}
    </ul>
  );
}
