import type { SettingsView, Theme } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { useSettingsChange } from "../../backend/queries";
import { Choice } from "../../components/choice";
import { Failure } from "../../components/feedback";
import { Section } from "../../components/pane";
import { Tick } from "../../components/tick";
import { texts } from "../../words/settings";

export function Look({ settings }: { settings: SettingsView }) {
  const backend = useBackend();
  const change = useSettingsChange((theme: Theme) => backend.setTheme(theme));
  const hide = useSettingsChange((on: boolean) => backend.setHideFrom(on));
  const plain = useSettingsChange((on: boolean) => backend.setPlainTitles(on));
  const quiet = useSettingsChange((on: boolean) => backend.setQuietEnds(on));
  return (
    <div className="flex flex-col gap-8">
    <Section level={2} title={texts.appearance.theme}>
      <div>
        <Choice
          label={texts.appearance.theme}
          value={settings.theme}
          options={[
            { value: "system", label: texts.appearance.system },
            { value: "light", label: texts.appearance.light },
            { value: "dark", label: texts.appearance.dark },
          ]}
          onChange={(theme) => change.mutate(theme as Theme)}
        />
      </div>
      {change.error && <Failure what={texts.appearance.failed} why={change.error.message} />}
    </Section>
    <Section level={2} title={texts.appearance.chats}>
      <Tick checked={!settings.hideFrom} onTick={(on) => hide.mutate(!on)} name={texts.appearance.from} text={texts.appearance.fromText} />
      <Tick checked={settings.plainTitles} onTick={(on) => plain.mutate(on)} name={texts.appearance.plain} text={texts.appearance.plainText} />
      {plain.error && <Failure what={texts.appearance.plainFailed} why={plain.error.message} />}
      {hide.error && <Failure what={texts.appearance.fromFailed} why={hide.error.message} />}
    </Section>
    <Section level={2} title={texts.appearance.notifications}>
      <Tick checked={!settings.quietEnds} onTick={(on) => quiet.mutate(!on)} name={texts.appearance.ends} text={texts.appearance.endsText} />
      {quiet.error && <Failure what={texts.appearance.endsFailed} why={quiet.error.message} />}
    </Section>
    </div>
  );
}
