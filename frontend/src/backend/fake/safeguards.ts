// The fake's answers about hooks, the record, trust and secrets.

import type { ChangesView, SpaceView, ToolForView } from "../wire";
import type { FakeDoor } from "./door";
import type { RecordedSpaces } from "./recorded";
import type { FakeWorld } from "./world";

export interface Guarded {
  world: FakeWorld;
  door: FakeDoor;
  recorded: RecordedSpaces;
  calls: RecordedSpaces;
  secrets: RecordedSpaces;
}

export function safeguards({ world, door, recorded, calls, secrets }: Guarded) {
  const off = new Set(["seed-data"]);
  const told = (path: string) => world.setSpace(world.space(path));
  const changes = (path: string) => recorded.play("changes", path);
  /** What is approved or put back is no change any more, and its tool works. */
  const settle = (path: string, ids: string[], play: () => ChangesView) => {
    const settled = changes(path).changes.filter(({ id }) => ids.includes(id));
    const now = play();
    world.approve(path, settled.map(({ name }) => name));
    told(path);
    return now;
  };
  const trusted = (path: string, { trust }: SpaceView) => world.setSpace({ ...world.space(path), trust });
  return {
    hooks: (path: string) => recorded.play("hooks", path),
    setHookEnabled: (path: string, key: string, enabled: boolean) => recorded.play("setHookEnabled", path, key, enabled),
    testHook: (path: string, key: string, tool: string, input: string, content: string) => recorded.play("testHook", path, key, tool, input, content),
    replay: (path: string, count: number, run: boolean) => calls.play("replay", path, count, run),
    callRecord: (call: string) => door.recordOf(call) ?? calls.play("callRecord", call),
    ruleFromCall: (call: string) => calls.play("ruleFromCall", call),
    toolsFor: (path: string, agent: string) => world.toolsOf(path).map((detail) => forAgent(detail.tool.qualified, detail.declared, world, path, agent, off)),
    setToolOff: (path: string, tool: string, isOff: boolean) => {
      world.switchTool(path, tool, isOff);
      if (isOff) off.add(tool);
      else off.delete(tool);
      told(path);
    },
    inventory: (path: string) => recorded.play("inventory", path),
    trustSpace: (path: string, digest: string) => trusted(path, recorded.play("trustSpace", path, digest)),
    distrustSpace: (path: string) => trusted(path, recorded.play("distrustSpace", path)),
    changes,
    approveChanges: (path: string, ids: string[]) => settle(path, ids, () => recorded.play("approveChanges", path, ids)),
    restoreChange: (path: string, id: string) => settle(path, [id], () => recorded.play("restoreChange", path, id)),
    reloadSpace: (path: string) => world.space(path),
    setOwnSpace: (path: string, own: boolean) => recorded.play("setOwnSpace", path, own),
    secrets: () => secrets.play("secrets"),
    setSecret: (name: string, value: string) => secrets.play("setSecret", name, value),
    removeSecret: (name: string) => secrets.play("removeSecret", name),
  };
}

const NEXT: Partial<Record<ToolForView["tool"]["state"], string>> = { shadowed: "give it another name", rejected: "fix its definition: handrail check shows what is wrong" };

function forAgent(qualified: string, declared: string, world: FakeWorld, path: string, agent: string, off: ReadonlySet<string>): ToolForView {
  const { tool } = world.tool(path, qualified);
  const ready = tool.state === "ready";
  const common = { tool, off: off.has(qualified) && tool.state === "disabled" };
  if (agent === "reviewer" && ready && tool.sideEffect) {
    return { ...common, available: false, why: `The agent reviewer may not use it: its allowedTools have "read, grep, glob, listdir, word-count" only.`, where: "agent/reviewer.md:6", next: "change that list if the agent should have it" };
  }
  return { ...common, available: ready, why: tool.reason, where: ready ? "" : declared, next: NEXT[tool.state] ?? "" };
}
