import { useQuery } from "@tanstack/react-query";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { useSettings } from "../../backend/queries";
import { Facts } from "../../components/facts";
import { Loaded } from "../../components/feedback";
import { texts } from "../../words/settings";

export function About() {
  const backend = useBackend();
  const about = useQuery({ queryKey: keys.about, queryFn: () => backend.about() });
  const settings = useSettings();
  return (
    <Loaded query={about} waiting={texts.about.reading} failed={texts.about.failed}>
      {(found) => (
        <div className="flex flex-col gap-4">
          <div>
            <h2 className="text-18 font-semibold">{texts.about.name}</h2>
            <p className="text-muted">{texts.about.text}</p>
          </div>
          <Facts
            facts={[
              { name: texts.about.version, value: [found.version, found.commit && ` (${found.commit})`] },
              { name: texts.about.system, value: found.os },
              { name: texts.about.settings, value: <span className="font-mono break-all">{settings.data?.file || found.configDir}</span> },
              { name: texts.about.journal, value: <span className="font-mono break-all">{found.dataDir}</span> },
              { name: texts.about.licence, value: texts.about.mit },
            ]}
          />
        </div>
      )}
    </Loaded>
  );
}
