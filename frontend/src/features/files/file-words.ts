import type { DefinitionKind } from "../../backend/backend";
import { texts } from "../../words/files";

export const kindWord = (kind: DefinitionKind): string => texts.kinds[kind];

/** A file as it stands in a list: greet of agent/tools/greet.md, release of skills/release/SKILL.md. */
export function nameOf(file: string): string {
  const parts = file.split("/");
  const last = parts.at(-1) ?? file;
  if (last === "SKILL.md") return parts.at(-2) ?? last;
  return last.replace(/\.(md|json)$/, "");
}
