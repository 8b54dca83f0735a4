import { useId } from "react";
import type { Dialogs, SettingsView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { useSettingsChange } from "../../backend/queries";
import { Failure } from "../../components/feedback";
import { Section } from "../../components/pane";
import { texts } from "../../words/settings";

const WAYS: readonly Dialogs[] = ["usual", "always", "away", "never"];

/** Where a call that asks is put to the person: in the window or in a dialog. */
export function Asking({ settings }: { settings: SettingsView }) {
  const backend = useBackend();
  const id = useId();
  const change = useSettingsChange((when: Dialogs) => backend.setDialogs(when));
  return (
    <Section level={2} title={texts.asking.title}>
      <p className="text-12 text-muted">{texts.asking.text}</p>
      <div role="radiogroup" aria-label={texts.asking.title} className="flex flex-col gap-3">
        {WAYS.map((when) => (
          <div key={when} className="flex items-start gap-2">
            <input id={`${id}-${when}`} type="radio" name={id} className="mt-0.75 size-3.5 shrink-0 accent-(--accent-fill)" aria-describedby={`${id}-${when}-text`} checked={settings.dialogs === when} onChange={() => change.mutate(when)} />
            <div className="min-w-0">
              <label htmlFor={`${id}-${when}`}>{texts.asking[when].name}</label>
              <p id={`${id}-${when}-text`} className="text-12 break-words text-muted">
                {texts.asking[when].text}
              </p>
            </div>
          </div>
        ))}
      </div>
      {change.error && <Failure what={texts.asking.failed} why={change.error.message} />}
    </Section>
  );
}
