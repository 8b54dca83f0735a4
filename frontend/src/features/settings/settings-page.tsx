import { Tabs } from "radix-ui";
import type { SettingsView } from "../../backend/backend";
import { useSettings } from "../../backend/queries";
import { Failure, Loaded } from "../../components/feedback";
import { PaneHeader } from "../../components/pane";
import { About } from "./about";
import { Asking } from "./asking";
import { Caps } from "./caps";
import { Channels } from "./channels";
import { Defaults } from "./defaults";
import { Doctor } from "./doctor";
import { Holdings, Leaving } from "./holdings";
import { Look } from "./look";
import { Machines } from "./machines";
import { Models } from "./models";
import { OpenFile, Unopened, useOpenFile } from "./open-file";
import { Proxy } from "./proxy";
import { Secrets } from "./secrets";
import { Storage } from "./storage";
import { Web } from "./web";
import { texts } from "../../words/settings";

const PARTS = [
  { value: "models", label: texts.tabs.models },
  { value: "defaults", label: texts.tabs.defaults },
  { value: "channels", label: texts.tabs.channels },
  { value: "secrets", label: texts.tabs.secrets },
  { value: "web", label: texts.tabs.web },
  { value: "proxy", label: texts.tabs.proxy },
  { value: "machines", label: texts.tabs.machines },
  { value: "storage", label: texts.tabs.storage },
  { value: "caps", label: texts.tabs.caps },
  { value: "asking", label: texts.tabs.asking },
  { value: "look", label: texts.tabs.look },
  { value: "doctor", label: texts.tabs.doctor },
  { value: "about", label: texts.tabs.about },
] as const;

export type Part = (typeof PARTS)[number]["value"];

export function SettingsPage({ part, onPart }: { part: Part; onPart: (part: Part) => void }) {
  const settings = useSettings();
  const file = useOpenFile();
  return (
    <>
      <PaneHeader title={texts.page.title}>
        <OpenFile file={file} />
      </PaneHeader>
      <Tabs.Root value={part} onValueChange={(next) => onPart(next as Part)} className="flex min-h-0 flex-1 flex-col">
        <Tabs.List aria-label={texts.page.title} className="flex shrink-0 flex-wrap gap-x-3 border-b border-line px-4">
          {PARTS.map(({ value, label }) => (
            <Tabs.Trigger
              key={value}
              value={value}
              className="-mb-px h-8 border-b-2 border-transparent text-muted hover:text-text focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-text"
            >
              {label}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <div className="min-h-0 flex-1 overflow-y-auto">
          <div className="flex max-w-180 flex-col gap-8 p-4">
            {file.error && <Unopened why={file.error.message} path={settings.data?.file ?? ""} />}
            {settings.data?.problem && <Failure what={texts.page.broken} why={settings.data.problem} />}
            <Tabs.Content value="models">
              <WithSettings>{(found) => <Models settings={found} />}</WithSettings>
            </Tabs.Content>
            <Tabs.Content value="defaults">
              <Defaults />
            </Tabs.Content>
            <Tabs.Content value="channels">
              <Channels />
            </Tabs.Content>
            <Tabs.Content value="secrets">
              <Secrets />
            </Tabs.Content>
            <Tabs.Content value="web">
              <Web />
            </Tabs.Content>
            <Tabs.Content value="proxy">
              <Proxy />
            </Tabs.Content>
            <Tabs.Content value="machines">
              <Machines />
            </Tabs.Content>
            <Tabs.Content value="storage" className="flex flex-col gap-8">
              <Holdings />
              <Storage />
              <Leaving />
            </Tabs.Content>
            <Tabs.Content value="caps">
              <Caps />
            </Tabs.Content>
            <Tabs.Content value="asking">
              <WithSettings>{(found) => <Asking settings={found} />}</WithSettings>
            </Tabs.Content>
            <Tabs.Content value="look">
              <WithSettings>{(found) => <Look settings={found} />}</WithSettings>
            </Tabs.Content>
            <Tabs.Content value="doctor">
              <Doctor />
            </Tabs.Content>
            <Tabs.Content value="about">
              <About />
            </Tabs.Content>
          </div>
        </div>
      </Tabs.Root>
    </>
  );
}

function WithSettings({ children }: { children: (settings: SettingsView) => React.ReactNode }) {
  return (
    <Loaded query={useSettings()} waiting={texts.page.reading} failed={texts.page.failed}>
      {children}
    </Loaded>
  );
}
