// The rules and grants that the fake begins with.

import type { BuiltinView, GrantView, RuleView } from "../wire";

export const SETTINGS = "/home/ada/.config/handrail/settings.json";

export const RULES: RuleView[] = [
  { outcome: "deny", rule: "bash(curl *)", owner: "person", file: "settings.json:14", warning: "" },
  { outcome: "ask", rule: "github__*", owner: "person", file: "settings.json:17", warning: "No tool of this space has this name." },
  { outcome: "allow", rule: "bash(git status*)", owner: "person", file: "settings.json:20", warning: "" },
  { outcome: "allow", rule: "write(**/*.md)", owner: "person", file: "settings.json:21", warning: "" },
];

export const OF_THE_SPACE: RuleView[] = [
  { outcome: "deny", rule: "write(guide/published/**)", owner: "space", file: "agent/rules.json:3", warning: "" },
  { outcome: "ask", rule: "bash(make publish*)", owner: "space", file: "agent/rules.json:6", warning: "" },
];

const normal = (id: string, about: string, outcome: BuiltinView["outcome"], fixed = false): BuiltinView => ({ id, about, outcome, normal: outcome, fixed });

export const BUILTIN: BuiltinView[] = [
  normal("rm-outside", "deleting or emptying a space as a whole, a home folder, / or anything outside the space, with all that is in it", "deny", true),
  normal("git-push-force", "git push --force, +branch, :branch, --mirror, --delete: overwriting or deleting what others have", "deny"),
  normal("sql-drop", "DROP DATABASE, DROP TABLE, TRUNCATE and their like, sent to a database client", "deny"),
  normal("disk", "making file systems, and writing to disks and other devices", "deny"),
  normal("power", "turning the machine off or starting it again", "deny"),
  normal("rm-recursive", "any other deleting of folders with all that is in them", "ask"),
  { ...normal("git-push-lease", "git push --force-with-lease", "ask"), outcome: "allow" },
  normal("secrets-printed", "printing the environment, or variables that look like secrets", "ask"),
  normal("protected", "changing what decides what runs later: agents, tools, hooks and their scripts, rules, .git/hooks, editors' settings", "ask", true),
];

const ACT = { kind: "act", tool: "bash", space: "/home/ada/welcome", spaceName: "Welcome", session: "", until: "", counted: true, idle: "", about: "", run: "", call: "" } as const;

export const GRANTS: GrantView[] = [
  {
    ...ACT, id: "grant-1", label: "Always allow commands that begin with npm test, in this space", made: "2026-11-18T09:12:00Z", source: "window", uses: 41,
    used: "2026-11-20T09:12:08Z", about: "npm test -- totals", run: "run-01", call: "run-01-c5",
  },
  {
    ...ACT, id: "grant-2", label: "Always allow exactly this, in this session", tool: "deploy", session: "chat-states", made: "2026-11-20T11:58:00Z", source: "dialog", uses: 1,
    until: "2026-11-21T11:58:00Z", used: "2026-11-20T11:58:00Z", idle: "the definition of deploy has changed since",
    about: "bash scripts/deploy.sh guide", run: "run-03", call: "",
  },
  {
    ...ACT, id: "grant-3", label: "Always allow commands that begin with git fetch, in every space", space: "", spaceName: "", made: "2026-11-02T08:00:00Z", source: "command line", uses: 0,
    used: "",
  },
  {
    ...ACT, id: "grant-4", kind: "path", label: "Tools may touch /home/ada/Documents/budget.ods", tool: "", made: "2026-11-19T16:20:00Z", source: "dialog", counted: false, uses: 0, used: "",
  },
  { ...ACT, id: "grant-5", kind: "network", label: "Builds may reach the package registries", tool: "", made: "2026-11-20T12:00:00Z", source: "", counted: false, uses: 0, used: "" },
];
