// Where the window is, as the part of the address after "#", so that going back works.

import { useSyncExternalStore } from "react";
import type { DeciderView, SpaceView } from "../backend/backend";
import { deciderOf } from "../backend/decider";

export type SettingsPart = "models" | "defaults" | "channels" | "secrets" | "web" | "proxy" | "machines" | "storage" | "caps" | "asking" | "look" | "doctor" | "about";

/** How a server is added. */
export type AddWay = "form" | "paste" | "import";

export type Page =
  | { at: "start" }
  /** session "" = none is chosen yet */
  | { at: "chat"; space: string; session: string }
  | { at: "tools"; space: string; tool: string }
  | { at: "hands"; space: string; hand: string }
  /** Files that define what the space has. file "" = none is open; line 0 = from its start */
  | { at: "files"; space: string; file: string; line: number }
  /** A new file, and what it begins with; "" = the person chooses. */
  | { at: "new-file"; space: string; start: string }
  | { at: "runs"; space: string; run: string }
  | { at: "walls"; space: string }
  /** Text that agents read from strangers. */
  | { at: "elsewhere"; space: string }
  | { at: "skills"; space: string }
  /** All chats, and searching them. */
  | { at: "chats"; space: string }
  | { at: "memory"; space: string }
  | { at: "pages"; space: string }
  /** decider: of the call that the person comes from; UNDECIDED = none */
  | { at: "rules"; space: string; decider: DeciderView }
  /** hook "" = all of them */
  | { at: "hooks"; space: string; hook: string }
  | { at: "replay"; space: string }
  /** server "" = all of them */
  | { at: "servers"; space: string; server: string }
  | { at: "add-servers"; space: string; way: AddWay }
  /** Other programs that use Handrail's tools. */
  | { at: "programs"; space: string }
  | { at: "trust"; space: string }
  /** job "" = the newest */
  | { at: "jobs"; space: string; job: string }
  | { at: "problems"; space: string }
  | { at: "settings"; part: SettingsPart };

/** The third pane. */
export type Aside = { show: "nothing" } | { show: "waiting" } | { show: "call"; run: string; call: string };

export interface Route {
  page: Page;
  aside: Aside;
}

const PARTS: readonly string[] = ["models", "defaults", "channels", "secrets", "web", "proxy", "machines", "storage", "caps", "asking", "look", "doctor", "about"] satisfies SettingsPart[];

const WAYS: readonly string[] = ["form", "paste", "import"] satisfies AddWay[];

export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#/, "").split("?");
  const [, first, ...rest] = path.split("/").map(decode);
  const asked = new URLSearchParams(query);
  const call = asked.get("call");
  let aside: Aside = { show: "nothing" };
  if (call) aside = { show: "call", run: asked.get("run") ?? "", call };
  else if (asked.has("waiting")) aside = { show: "waiting" };
  return { page: parsePage(first ?? "", rest), aside };
}

function parsePage(first: string, [a = "", at = "", b = "", c = ""]: string[]): Page {
  if (first === "settings") return { at: "settings", part: PARTS.includes(a) ? (a as SettingsPart) : "models" };
  if (first !== "space" || a === "") return { at: "start" };
  switch (at) {
    case "tools":
      return { at, space: a, tool: b };
    case "hands":
      return { at, space: a, hand: b };
    case "files":
      return { at, space: a, file: b, line: Number(c) || 0 };
    case "new-file":
      return { at, space: a, start: b };
    case "runs":
      return { at, space: a, run: b };
    case "rules":
      return { at, space: a, decider: deciderOf(b, c) };
    case "jobs":
      return { at, space: a, job: b };
    case "hooks":
      return { at, space: a, hook: b };
    case "servers":
      return { at, space: a, server: b };
    case "add-servers":
      return { at, space: a, way: WAYS.includes(b) ? (b as AddWay) : "import" };
    case "walls":
    case "elsewhere":
    case "skills":
    case "chats":
    case "memory":
    case "pages":
    case "replay":
    case "trust":
    case "programs":
    case "problems":
      return { at, space: a };
    default:
      return { at: "chat", space: a, session: b };
  }
}

export function printRoute({ page, aside }: Route): string {
  let query = "";
  if (aside.show === "call") query = `?${new URLSearchParams({ run: aside.run, call: aside.call }).toString()}`;
  if (aside.show === "waiting") query = "?waiting";
  return `#/${stepsOf(page).filter(Boolean).map(encodeURIComponent).join("/")}${query}`;
}

function stepsOf(page: Page): string[] {
  switch (page.at) {
    case "start":
      return [];
    case "settings":
      return ["settings", page.part];
    case "chat":
      return ["space", page.space, "chat", page.session];
    case "tools":
      return ["space", page.space, "tools", page.tool];
    case "hands":
      return ["space", page.space, "hands", page.hand];
    case "files":
      return ["space", page.space, "files", page.file, page.line > 0 ? String(page.line) : ""];
    case "new-file":
      return ["space", page.space, "new-file", page.start];
    case "runs":
      return ["space", page.space, "runs", page.run];
    case "rules":
      return ["space", page.space, "rules", page.decider.kind, page.decider.name];
    case "jobs":
      return ["space", page.space, "jobs", page.job];
    case "hooks":
      return ["space", page.space, "hooks", page.hook];
    case "servers":
      return ["space", page.space, "servers", page.server];
    case "add-servers":
      return ["space", page.space, "add-servers", page.way];
    case "walls":
    case "elsewhere":
    case "skills":
    case "chats":
    case "memory":
    case "pages":
    case "replay":
    case "trust":
    case "programs":
    case "problems":
      return ["space", page.space, page.at];
  }
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

export function spaceOf(page: Page): string {
  return "space" in page ? page.space : "";
}

export function go(page: Page, aside: Aside = { show: "nothing" }): void {
  window.location.hash = printRoute({ page, aside });
}

export function showAside(aside: Aside): void {
  go(parseRoute(window.location.hash).page, aside);
}

export function useRoute(): Route {
  return parseRoute(useSyncExternalStore(onHash, () => window.location.hash));
}

export function onHash(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}

/** Opens the details of a call beside the page. */
export const inspect = (run: string, call: string): void => showAside({ show: "call", run, call });

/** Where a window begins: at what it showed last, else in the first space of the list; undefined: there is none. */
export function firstPage(last: string, spaces: readonly SpaceView[]): Page | undefined {
  const first = spaces[0];
  if (!first) return undefined;
  return last ? parseRoute(last).page : { at: "chat", space: first.path, session: "" };
}
