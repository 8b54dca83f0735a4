// What crosses for skills, and for the pictures of results (docs/spec/03-spaces.md, docs/spec/08-mcp.md). The rules of
// views.ts hold.

/** A skill of a space, or a file that cannot be one. */
export interface SkillView {
  /** Of one that cannot be read: its file. */
  name: string;
  description: string;
  version: string;
  /** Words and phrases of the person's that bring it up. */
  triggers: string[];
  /** Tools of internal servers that it brings up, as patterns. */
  allowedTools: string[];
  variables: SkillVariableView[];
  /** Relative to the space. */
  file: string;
  /** Of its text, in bytes. */
  size: number;
  /** old: agents read it as it was trusted. held-back, gone, untrusted, broken: no agent reads it. */
  state: "ready" | "old" | "held-back" | "gone" | "untrusted" | "broken";
  /** Why it does not count as its file has it; "" = it does. */
  why: string;
  /** What is odd about it, though it counts. */
  notes: string[];
  /** What starts it in a chat: "/releasing"; "" = nothing does, and noLine says why. */
  line: string;
  noLine: string;
  /** Ids of the agents that have it. */
  agents: string[];
}

export interface SkillVariableView {
  name: string;
  /** What it is where nobody says; "" = nothing. */
  value: string;
}

/** A picture of a result, as the events name it. */
export interface PictureView {
  /** By what it is: image/png, image/jpeg, image/gif, image/webp. */
  mime: string;
  /** Base64. */
  data: string;
  width: number;
  height: number;
}
