import { Plus, Trash2 } from "lucide-react";
import { useId } from "react";
import type { SettingForm } from "../../backend/backend";
import { Button, IconButton } from "../../components/button";
import { TextInput } from "../../components/field";
import { Phrase } from "../../components/phrase";
import { Switch } from "../../components/switch";
import { texts } from "../../words/serverform";

interface SettingRowsProps {
  label: string;
  /** "variable" */
  one: string;
  /** A name as an example. */
  hint: string;
  settings: readonly SettingForm[];
  onChange: (settings: SettingForm[]) => void;
}

const SECRET = /key|token|secret|passw|auth|credential/i;

/** Names and values, each secret or not. A secret that is kept already stays as long as nothing is typed in its place. */
export function SettingRows({ label, one, hint, settings, onChange }: SettingRowsProps) {
  const set = (at: number, part: Partial<SettingForm>) => onChange(settings.map((setting, i) => (i === at ? { ...setting, ...part } : setting)));
  const id = useId();
  return (
    <div role="group" aria-label={label} className="flex flex-col gap-1.5">
      <p className="text-12 font-semibold">{label}</p>
      {settings.map(({ name, value, secret, keeps, kept, around }, i) => (
        <div key={i} className="flex flex-wrap items-center gap-2">
          <TextInput
            aria-label={texts.settings.name(one, i + 1)}
            placeholder={hint}
            className="w-40! flex-1 font-mono text-12"
            value={name}
            // A name that says so makes it a secret; the switch has the last word.
            onChange={(event) => set(i, { name: event.target.value.trim(), ...(value === "" && SECRET.test(event.target.value) ? { secret: true } : {}) })}
          />
          <TextInput aria-label={texts.settings.value(one, i + 1)} type={secret ? "password" : "text"} autoComplete="new-password" placeholder={keeps && texts.settings.newValue} aria-describedby={keeps && `${id}-${i}`} className="w-40! flex-1 font-mono text-12" value={value} onChange={(event) => set(i, { value: event.target.value })} />
          <span className="flex items-center gap-1.5 text-12">
            <Switch label={texts.settings.keepSecret(one, i + 1)} on={secret} onChange={(on) => set(i, { secret: on, ...(on ? {} : { keeps: "", kept: "", around: "" }) })} />
            <span aria-hidden>{texts.settings.secret}</span>
          </span>
          <IconButton label={texts.settings.remove(one, i + 1)} icon={Trash2} onClick={() => onChange(settings.filter((_, at) => at !== i))} />
          {keeps && (
            <p id={`${id}-${i}`} className="w-full text-12 text-muted">
              {value ? texts.settings.replaced(around) : <Kept secret={kept} around={around} />}
            </p>
          )}
        </div>
      ))}
      <div>
        <Button icon={Plus} onClick={() => onChange([...settings, { name: "", value: "", secret: false, keeps: "", kept: "", around: "" }])}>
          {texts.settings.add(one)}
        </Button>
      </div>
      {settings.some(({ secret }) => secret) && <p className="text-12 text-muted">{texts.settings.secretNote}</p>}
    </div>
  );
}

function Kept({ secret, around }: { secret: string; around: string }) {
  if (!secret) return texts.settings.inSettings;
  const parts = {
    secret: <span className="font-mono break-all text-text select-text">{secret}</span>,
    around: <span className="font-mono break-all">{around}</span>,
  };
  return <Phrase of={around ? texts.settings.keptAround : texts.settings.kept} with={parts} />;
}
