// The rules and grants that the fake begins with.

import type { BuiltinView, GrantView, RuleView } from "../views";

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
  normal("delete-outside", "recursive forced delete of a root, a home, / or anything outside this space", "deny", true),
  normal("force-push", "git push --force and its like", "deny"),
  normal("disk", "mkfs, and dd to devices", "deny"),
  normal("power", "power off and restart", "deny"),
  normal("fork-bomb", "fork bombs", "deny"),
  normal("database", "drop database, DROP TABLE, DELETE without WHERE", "deny"),
  normal("delete-all", "any other recursive forced delete", "ask"),
  { ...normal("lease", "git push --force-with-lease", "ask"), outcome: "allow" },
  normal("secrets", "printing or reading secrets", "ask"),
  normal("protected", "changes of hooks, rules, settings and what other programs run unasked", "ask", true),
];

const FROM_CALL = { run: "run-01", call: "run-01-c4" };

export const GRANTS: GrantView[] = [
  {
    id: "grant-1", label: "Always run npm test * in Welcome", tool: "bash", space: "/home/ada/welcome", spaceName: "Welcome", session: "", made: "2026-11-18T09:12:00Z",
    source: "window", until: "", uses: 41, used: "2026-11-20T09:12:08Z", ...FROM_CALL,
  },
  {
    id: "grant-2", label: "Always run exactly this in this chat: make guide", tool: "bash", space: "/home/ada/welcome", spaceName: "Welcome", session: "chat-states",
    made: "2026-11-20T11:58:00Z", source: "dialog", until: "", uses: 1, used: "2026-11-20T11:58:00Z", run: "", call: "",
  },
  {
    id: "grant-3", label: "Always run git fetch * in every space", tool: "bash", space: "", spaceName: "", session: "", made: "2026-11-02T08:00:00Z", source: "command line",
    until: "2027-11-02T08:00:00Z", uses: 0, used: "", run: "", call: "",
  },
];
