// Many servers, made of one that is recorded.

import type { PreviewView, ServerDetailView } from "../wire";
import { LARGE, WELCOME } from "./many";
import type { RecordedSpaces } from "./recorded";

/** 60 servers, one of them with 5,000 tools, some of which do not start. */
export function manyServers(recorded: RecordedSpaces): ServerDetailView[] {
  const of = (name: string) => recorded.playAbout(name, "server", WELCOME, name);
  const [well, fails] = [of("docs"), of("notes")];
  const named = (name: string, like: ServerDetailView, tools = like.tools): ServerDetailView => {
    const argv = ["node", `services/${name}.mjs`];
    return { ...like, argv, tools, server: { ...like.server, name, kind: "program", target: argv.join(" "), tools: tools.length } };
  };
  const items = well.tools.slice(0, 1).flatMap((tool) => Array.from({ length: 5000 }, (_, i) => {
    const name = `item_${String(i + 1).padStart(4, "0")}`;
    return { ...tool, name, qualified: `catalogue__${name}`, title: `Item ${String(i + 1).padStart(4, "0")}`, description: `Looks up item ${i + 1} of the catalogue.` };
  }));
  // The first that does not start is one whose program an agent could have changed.
  const changed = { files: ["services/service-08.mjs", "services/lib/client.mjs", "services/package.json"].map((file) => `${LARGE}/${file}`), digest: "6b1f" };
  const reason = 'The server "service-08" was not started: an agent could have changed its program: services/lib/client.mjs, services/package.json, services/service-08.mjs';
  const failing = (at: number): ServerDetailView => (at === 7 ? { ...fails, program: changed, server: { ...fails.server, reason } } : fails);
  return [named("catalogue", well, items), ...Array.from({ length: 59 }, (_, i) => named(`service-${String(i + 1).padStart(2, "0")}`, i % 20 === 7 ? failing(i) : well))];
}

/** Of a tool of a server, whose calls are not recorded. */
export const UNFILLED: PreviewView = {
  title: "", detail: "", folder: "", effects: [], digest: "", rehearses: false, decision: "deny", why: "", code: "", message: "",
  violations: [{ path: "/path", message: "is required" }],
};
