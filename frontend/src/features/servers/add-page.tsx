import { Tabs } from "radix-ui";
import { useState } from "react";
import type { AddedServerView, SpaceView } from "../../backend/backend";
import { PaneHeader } from "../../components/pane";
import { Tab, TabList } from "../../components/tabs";
import { AddForm } from "./add-form";
import type { AddWay } from "./add-way";
import { Added } from "./added";
import { ImportServers } from "./import-servers";
import { PasteServers } from "./paste-servers";
import { texts } from "../../words/serversadd";

interface AddPageProps {
  space: SpaceView;
  way: AddWay;
  onWay: (way: AddWay) => void;
  /** "" = the list. */
  onOpen: (server: string) => void;
  onPrograms: () => void;
}

/** Three ways to get a server: from another program, from a text, by hand. */
export function AddPage({ space, way, onWay, onOpen, onPrograms }: AddPageProps) {
  const [added, setAdded] = useState<readonly AddedServerView[]>();
  return (
    <>
      <PaneHeader back={{ label: texts.page.back, onBack: () => onOpen("") }} title={texts.page.title} note={texts.page.note} />
      {added ? (
        <Added space={space} added={added} onOpen={onOpen} onMore={() => setAdded(undefined)} onPrograms={onPrograms} />
      ) : (
        <Tabs.Root value={way} onValueChange={(next) => onWay(next as AddWay)} className="flex min-h-0 flex-1 flex-col">
          <TabList label={texts.page.title}>
            <Tab value="import">{texts.page.import}</Tab>
            <Tab value="paste">{texts.page.paste}</Tab>
            <Tab value="form">{texts.page.form}</Tab>
          </TabList>
          <Tabs.Content value="import" className="flex min-h-0 flex-1 flex-col focus-visible:-outline-offset-2">
            <ImportServers space={space} onAdded={setAdded} onWay={onWay} />
          </Tabs.Content>
          <Tabs.Content value="paste" className="flex min-h-0 flex-1 flex-col focus-visible:-outline-offset-2">
            <PasteServers space={space} onAdded={setAdded} />
          </Tabs.Content>
          <Tabs.Content value="form" className="flex min-h-0 flex-1 flex-col focus-visible:-outline-offset-2">
            <AddForm space={space} onAdded={(one) => setAdded([one])} />
          </Tabs.Content>
        </Tabs.Root>
      )}
    </>
  );
}
