import type { BuiltinView, Outcome } from "../../backend/backend";
import { Choice } from "../../components/choice";
import { State } from "../../components/state";
import { DecidedRow } from "./decided";
import { looser, sayBuiltin } from "./rule-words";
import { texts } from "../../words/rules";

interface BuiltinProps {
  builtin: readonly BuiltinView[];
  decided: string | undefined;
  onChange: (id: string, outcome: Outcome) => void;
}

/** What Handrail stops or asks about by itself, and what the person has made of it. */
export function Builtin({ builtin, decided, onChange }: BuiltinProps) {
  return (
    <ul className="border-t border-line">
      {builtin.map((rule) => (
        <DecidedRow key={rule.id} decided={rule.id === decided}>
          <div className="flex items-center gap-x-3 max-[479px]:flex-wrap">
            <div className="w-20 shrink-0">
              <State {...sayBuiltin(rule.outcome)} />
            </div>
            <div className="min-w-0 flex-1 max-[479px]:basis-full">
              <p className="break-words select-text">{rule.about}</p>
              <p className="text-12 text-muted">
                <span className="font-mono">{rule.id}</span>
                {rule.outcome !== rule.normal && ` · ${texts.builtin.changed(sayBuiltin(rule.normal).word.toLowerCase())}`}
                {rule.fixed && ` · ${texts.builtin.fixed}`}
              </p>
            </div>
            <Outcomes rule={rule} onChange={onChange} />
          </div>
        </DecidedRow>
      ))}
    </ul>
  );
}

function Outcomes({ rule, onChange }: { rule: BuiltinView; onChange: BuiltinProps["onChange"] }) {
  const options = BUILTIN.filter(({ value }) => !rule.fixed || !looser(value, rule.normal));
  if (options.length < 2) return null;
  return <Choice label={texts.builtin.choice(rule.about)} value={rule.outcome} options={options} onChange={(outcome) => onChange(rule.id, outcome as Outcome)} />;
}

const BUILTIN: { value: Outcome; label: string }[] = [
  { value: "deny", label: texts.outcome.deny },
  { value: "ask", label: texts.outcome.ask },
  { value: "allow", label: texts.outcome.off },
];
