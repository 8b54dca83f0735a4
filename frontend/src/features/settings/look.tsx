import type { SettingsView, Theme } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { useSettingsChange } from "../../backend/queries";
import { ZOOMS, useZoomChange } from "../../backend/zoom";
import { Choice } from "../../components/choice";
import { Failure } from "../../components/feedback";
import { Section } from "../../components/pane";
import { Select } from "../../components/select";
import { Tick } from "../../components/tick";
import { texts } from "../../words/settings";

interface LookProps {
  settings: SettingsView;
  /** Loads the page again. */
  reload?: () => void;
}

export function Look({ settings, reload = () => window.location.reload() }: LookProps) {
  const backend = useBackend();
  const change = useSettingsChange((theme: Theme) => backend.setTheme(theme));
  const hide = useSettingsChange((on: boolean) => backend.setHideFrom(on));
  const zoom = useZoomChange();
  // All texts were read in the old language; what is written and not sent is kept (backend/unsent.ts).
  const speak = useSettingsChange(async (language: string) => {
    const set = await backend.setLanguage(language);
    reload();
    return set;
  });
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
    <Section level={2} title={texts.appearance.zoom}>
      <div>
        <Select
          label={texts.appearance.zoom}
          value={String(settings.zoom)}
          options={sizes(settings.zoom).map((size) => ({ value: String(size), label: texts.appearance.percent(size) }))}
          onChange={(size) => zoom.to(Number(size))}
        />
      </div>
      <p className="text-12 text-muted">{texts.appearance.zoomText}</p>
      {zoom.error && <Failure what={texts.appearance.zoomFailed} why={zoom.error.message} />}
    </Section>
    <Section level={2} title={texts.appearance.language}>
      <div>
        <Select
          label={texts.appearance.language}
          value={settings.language || SYSTEM}
          options={[{ value: SYSTEM, label: texts.appearance.systemLanguage }, { value: "en", label: texts.appearance.english }, { value: "de", label: texts.appearance.german }]}
          onChange={(language) => speak.mutate(language === SYSTEM ? "" : language)}
        />
      </div>
      <p className="text-12 text-muted">{texts.appearance.languageText}</p>
      {speak.error && <Failure what={texts.appearance.languageFailed} why={speak.error.message} />}
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

/** The settings say "", which no option of a list can be. */
const SYSTEM = "system";

/** Those that the keys lead to, and the one that settings.json has. */
const sizes = (now: number) => [...new Set([...ZOOMS, now])].sort((a, b) => a - b);
