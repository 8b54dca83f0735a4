import type { Backend } from "../backend/backend";
import { fakeBackend } from "../backend/fake";
import { fixtures } from "./fixtures";

/** The fake as the address asks for it: ?pace=0 &empty &contested &registry &plain &walled &forms &fail=tools,runs &hang=doctor &theme=dark &lang=de */
export function fakeFromAddress(query: string): Backend {
  const asked = new URLSearchParams(query);
  const list = (name: string) => asked.get(name)?.split(",").filter(Boolean) ?? [];
  const theme = asked.get("theme");
  const settings = { ...fixtures.settings, language: asked.get("lang") ?? "", ...(theme === null ? {} : { theme }) };
  return fakeBackend(
    { ...fixtures, settings: settings as typeof fixtures.settings },
    { pace: Number(asked.get("pace") ?? 1), empty: asked.has("empty"), contested: asked.has("contested"), registry: asked.has("registry"), crowd: asked.has("crowd"), plain: asked.has("plain"), walled: asked.has("walled"), forms: asked.has("forms"), fail: list("fail"), hang: list("hang") },
  );
}
