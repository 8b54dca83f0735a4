// What the page may ask of Go about hooks, the record, trust and secrets. A part of Backend; its rules hold.

import type { HookTestView, HooksView, ReplayView } from "./hook-views";
import type { CallRecordView, RuleProposalView, ToolForView } from "./record-views";
import type { SecretsView } from "./secret-views";
import type { ChangesView } from "./trust-views";
import type { SpaceView } from "./views";

export interface Safeguards {
  hooks(space: string): Promise<HooksView>;
  /** Switches a hook on or off. Counted from the next call on. */
  setHookEnabled(space: string, hook: string, enabled: boolean): Promise<HooksView>;
  /** Runs one hook against a call, and no tool. input: a JSON object as text; content: what the tool gave back, for
   *  hooks that run after it. */
  testHook(space: string, hook: string, tool: string, input: string, content: string): Promise<HookTestView>;
  /** Judges the newest recorded calls by the rules as they are now, and, if asked to, by the hooks. */
  replay(space: string, count: number, hooks: boolean): Promise<ReplayView>;

  /** How a call was decided, also while it goes on. */
  callRecord(call: string): Promise<CallRecordView>;
  /** What a recorded call could be made into a rule as, narrowest first. Rejects one that cannot be. */
  ruleFromCall(call: string): Promise<RuleProposalView[]>;
  /** The tools of a space as an agent has them. agent "" = as the person has. */
  toolsFor(space: string, agent: string): Promise<ToolForView[]>;
  /** Takes a tool from every agent, in every space, or gives it back. */
  setToolOff(space: string, tool: string, off: boolean): Promise<void>;

  changes(space: string): Promise<ChangesView>;
  /** Trusts these as they are now. Refused if one is no longer what its id names. */
  approveChanges(space: string, ids: string[]): Promise<ChangesView>;
  /** Puts back what was trusted. */
  restoreChange(space: string, id: string): Promise<ChangesView>;
  /** Reads the space again, also what was trusted of it in a terminal. */
  reloadSpace(space: string): Promise<SpaceView>;
  distrustSpace(space: string): Promise<SpaceView>;
  setOwnSpace(space: string, own: boolean): Promise<ChangesView>;

  secrets(): Promise<SecretsView>;
  setSecret(name: string, value: string): Promise<SecretsView>;
  removeSecret(name: string): Promise<SecretsView>;
}
