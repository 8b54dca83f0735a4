import type { SettingsView, Theme } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { useSettingsChange } from "../../backend/queries";
import { Choice } from "../../components/choice";
import { Failure } from "../../components/feedback";
import { Section } from "../../components/pane";

export function Look({ settings }: { settings: SettingsView }) {
  const backend = useBackend();
  const change = useSettingsChange((theme: Theme) => backend.setTheme(theme));
  return (
    <Section level={2} title="Theme">
      <div>
        <Choice
          label="Theme"
          value={settings.theme}
          options={[
            { value: "system", label: "As the desktop" },
            { value: "light", label: "Light" },
            { value: "dark", label: "Dark" },
          ]}
          onChange={(theme) => change.mutate(theme as Theme)}
        />
      </div>
      {change.error && <Failure what="The theme was not kept." why={change.error.message} />}
    </Section>
  );
}
