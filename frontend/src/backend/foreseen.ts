// Why a call that has not been made would run or not, in the language of the page.

import { sayDecided, sayReason } from "./clauses";
import type { PreviewView } from "./wire";
import { translation } from "../words/language";

/** Why a call that has not been made would run, ask or be refused: a sentence. */
export function sayForeseen({ why, verdict }: Pick<PreviewView, "why" | "verdict">): string {
  if (!verdict || !translation("reasons")) return why;
  const { reason, because, by, decider } = verdict;
  const [said, decided] = [sayReason(because, reason), sayDecided(decider.kind, decider.name, by)];
  return said && decided ? `${said} (${decided})` : said || decided || why;
}
