import { useQuery } from "@tanstack/react-query";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { useSettings } from "../../backend/queries";
import { Facts } from "../../components/facts";
import { Loaded } from "../../components/feedback";

export function About() {
  const backend = useBackend();
  const about = useQuery({ queryKey: keys.about, queryFn: () => backend.about() });
  const settings = useSettings();
  return (
    <Loaded query={about} waiting="Reading what this is…" failed="It could not be read.">
      {(found) => (
        <div className="flex flex-col gap-4">
          <div>
            <h2 className="text-18 font-semibold">Handrail</h2>
            <p className="text-muted">Agents act on this machine, and every act goes through one door that you can see.</p>
          </div>
          <Facts
            facts={[
              { name: "Version", value: [found.version, found.commit && ` (${found.commit})`] },
              { name: "System", value: found.os },
              { name: "Settings", value: <span className="font-mono break-all">{settings.data?.file || found.configDir}</span> },
              { name: "Journal", value: <span className="font-mono break-all">{found.dataDir}</span> },
              { name: "Licence", value: "MIT" },
            ]}
          />
        </div>
      )}
    </Loaded>
  );
}
