// What the state of a server means, in words (docs/spec/08-mcp.md).

import type { AddedServerView, ProgramView, ServerDraftView, ServerToolView, ServerView } from "../../backend/backend";
import { sayTime, type Said } from "../../backend/words";
import { number } from "../../words/format";
import { texts } from "../../words/server";
import { texts as list } from "../../words/servers";

export function sayServer({ state, kind, next }: Pick<ServerView, "state" | "kind" | "next">): Said {
  switch (state) {
    case "ready":
      return { tone: "done", word: texts.state.ready };
    case "idle":
      return { tone: "quiet", word: kind === "remote" ? texts.state.connectsLater : texts.state.startsLater };
    case "connecting":
      return { tone: "running", word: kind === "remote" ? texts.state.connecting : texts.state.starting };
    case "failed":
      return { tone: "failed", word: kind === "remote" ? texts.state.notReached : texts.state.notStarted };
    case "waiting":
      return { tone: "failed", word: next ? texts.state.retries(sayTime(next, new Date())) : texts.state.retriesSoon };
    case "sign-in":
      return { tone: "warning", word: texts.state.signIn };
    case "stopped":
      return { tone: "quiet", word: texts.state.stopped };
    case "off":
      return { tone: "quiet", word: texts.state.off };
    case "held-back":
      return { tone: "warning", word: texts.state.heldBack };
    case "shadowed":
      return { tone: "quiet", word: texts.state.shadowed };
    case "broken":
      return { tone: "failed", word: texts.state.broken };
  }
}

/** It does not start, although it should. */
export function isBroken({ state }: Pick<ServerView, "state">): boolean {
  return state === "failed" || state === "waiting" || state === "broken";
}

/** It wants the person. */
export function needsLook(server: Pick<ServerView, "state" | "held">): boolean {
  return isBroken(server) || server.state === "sign-in" || server.state === "held-back" || server.held > 0;
}

/** "2 of 9 servers failed to start." and what else waits for the person; "" = all is well. */
export function sayTrouble(servers: readonly ServerView[]): string {
  const counted = servers.filter(({ state }) => state !== "off" && state !== "shadowed");
  const count = (fits: (server: ServerView) => boolean) => counted.filter(fits).length;
  const broken = count(isBroken);
  const signIn = count(({ state }) => state === "sign-in");
  const held = count(({ state, held: tools }) => state === "held-back" || tools > 0);
  const parts = [
    broken > 0 && list.trouble.broken(broken, counted.length),
    signIn > 0 && list.trouble.signIn(signIn, broken === 0),
    held > 0 && list.trouble.held(held, broken + signIn === 0),
  ].filter((part) => part !== false);
  return parts.length === 0 ? "" : `${parts.join(", ")}.`;
}

/** Where it is from, as a row says it. */
export function sayFrom({ from, file }: Pick<ServerView, "from" | "file">): string {
  return from === "settings" ? list.from.settings : list.from.space(file);
}

export function sayServerTool({ state, ask, change }: Pick<ServerToolView, "state" | "ask" | "change">): Said {
  switch (state) {
    case "ready":
      if (change === "new") return { tone: "warning", word: texts.toolState.new };
      return ask ? { tone: "asking", word: texts.toolState.asks } : { tone: "done", word: texts.toolState.on };
    case "off":
      return { tone: "quiet", word: texts.toolState.off };
    case "held-back":
      return { tone: "warning", word: texts.toolState.heldBack };
    case "rejected":
      return { tone: "failed", word: texts.toolState.rejected };
    case "unavailable":
      return { tone: "quiet", word: texts.toolState.unavailable };
  }
}

export function sayAdded({ outcome }: Pick<AddedServerView, "outcome">): Said {
  switch (outcome) {
    case "added":
      return { tone: "done", word: list.outcome.added };
    case "changed":
      return { tone: "done", word: list.outcome.changed };
    case "same":
      return { tone: "quiet", word: list.outcome.same };
    case "refused":
      return { tone: "failed", word: list.outcome.refused };
  }
}

export function sayProgram({ state }: Pick<ProgramView, "state">): Said {
  switch (state) {
    case "connected":
      return { tone: "done", word: list.program.connected };
    case "gone":
      return { tone: "failed", word: list.program.gone };
    case "foreign":
      return { tone: "warning", word: list.program.foreign };
    case "not-connected":
      return { tone: "quiet", word: list.program.notConnected };
    case "not-found":
      return { tone: "quiet", word: list.program.notFound };
    case "broken":
      return { tone: "failed", word: list.program.broken };
  }
}

/** It can be added as it is. */
export function canAdd({ refused, same }: Pick<ServerDraftView, "refused" | "same">): boolean {
  return refused === "" && same === "";
}

/** An argv as a line: what has spaces is quoted, so that words stay apart. */
export function lineOf(argv: readonly string[]): string {
  return argv.map((word) => (word === "" || /[\s"'\\]/.test(word) ? JSON.stringify(word) : word)).join(" ");
}

/** Tools in which all of the words are. */
export function filterServerTools(tools: readonly ServerToolView[], words: string, state: string): ServerToolView[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return tools.filter((tool) => {
    if (state === "look" ? tool.state === "ready" : state !== "all" && tool.state !== state) return false;
    const text = `${tool.name} ${tool.title} ${tool.description}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** "1,240", or what is said where nobody has counted. */
export function sayTokens(tokens: number): string {
  return tokens < 1000 ? number(tokens) : `${tokens < 10_000 ? number(tokens / 1000, 1, 1) : number(tokens / 1000, 0)}k`;
}
