// The hooks of the fake's spaces, in every state that a hook can be in.

import type { HookView } from "../wire";

const ready: HookView = {
  key: "", id: "", phase: "pre_tool", tools: [], command: "", blocking: true, input: "env", format: "handrail", timeoutSeconds: 10, file: "agent/hooks/safety.json",
  line: 3, enabled: true, state: "ready", why: "", shuts: "", runs: 0, blocks: 0, errors: 0, averageMs: 0, slowestMs: 0, lastRun: "", lastError: "",
};

const hook = (id: string, more: Partial<HookView>): HookView => ({ ...ready, key: id, id, ...more });

export const WELCOME_HOOKS: HookView[] = [
  hook("guard-git", {
    tools: ["bash", "spawn"], command: "bash scripts/guard-git.sh", file: "agent/hooks/git.json", runs: 1247, blocks: 13, averageMs: 9, slowestMs: 41,
    lastRun: "2026-11-20T12:00:02Z",
  }),
  hook("validate-sql", {
    tools: ["bash"], command: "bash scripts/validate-sql.sh", line: 4, runs: 1245, blocks: 2, errors: 2, averageMs: 45, slowestMs: 310, lastRun: "2026-11-20T12:00:02Z",
    lastError: "jq: error (at <stdin>:1): Cannot index string with string \"query\"\nexit code 5, which counts as 2: the call was refused and the run stopped",
  }),
  hook("limit-time", {
    tools: ["bash", "welcome__*"], command: "bash scripts/limit-time.sh {{tool}}", line: 11, input: "stdin", runs: 388, averageMs: 12, slowestMs: 60, lastRun: "2026-11-20T10:40:31Z",
  }),
  hook("agent/hooks/safety.json:18", {
    id: "", phase: "", tools: ["bash"], line: 18, state: "broken",
    why: "agent/hooks/safety.json:20: type \"pre_tol\" is not known; write pre_tool or post_tool.", shuts: "bash",
  }),
  hook("hide-tokens", {
    phase: "post_tool", tools: ["bash", "read", "grep"], command: "bash scripts/hide-tokens.sh", line: 25, state: "held-back",
    why: "scripts/hide-tokens.sh changed while a call was running.", shuts: "bash, grep, read", runs: 640, averageMs: 21, slowestMs: 118, lastRun: "2026-11-19T16:20:41Z",
  }),
  hook("log-execution", {
    phase: "post_tool", tools: ["bash", "write", "edit"], command: "bash scripts/log-tool.sh", line: 32, blocking: false, runs: 5821, averageMs: 12, slowestMs: 96,
    lastRun: "2026-11-20T12:00:02Z",
  }),
  hook("notify-deploy", {
    phase: "post_tool", tools: ["deploy"], command: "python3 scripts/notify.py", line: 39, blocking: false, format: "claude", input: "stdin", timeoutSeconds: 30,
    enabled: false, state: "off",
  }),
];

export const THEME_KIT_HOOKS: HookView[] = [
  hook("log-calls", {
    phase: "post_tool", command: "bash agent/hooks/log.sh", blocking: false, file: "agent/hooks/log.json", state: "untrusted", why: "This space is not trusted, so its hooks do not run.",
  }),
];
