// The fake's skills: which a prompt brings up, and a tool that brings a picture.

import type { EventData, EventKind } from "../events";
import type { Note } from "../notes";
import type { PictureView, RunView, SkillView, SpaceView } from "../wire";
import type { FakeJournal } from "./journal";
import { WELCOME } from "./many";
import { PICTURE, PICTURE_SIZE } from "./picture-data";
import type { RecordedSpaces } from "./recorded";

/** What a prompt brings up, and what is told of it. */
export interface Begun {
  skills: string[];
  aside: string;
  notes: Note[];
  /** The line starts a skill, and calls no tool. */
  started: boolean;
}

const BROUGHT: Record<string, string> = { looking: "it brings up browser__open, browser__screenshot", releasing: "it brings up github__create_release, github__list_issues" };
const SEARCHING = "312 tools of 6 servers would take 48,000 tokens: the agent searches for them";

export class FakeSkills {
  constructor(
    /** Where there are skills in every state. */
    private readonly welcome: RecordedSpaces,
    private readonly others: RecordedSpaces,
    private readonly empty: boolean,
  ) {}

  of({ path }: SpaceView): SkillView[] {
    return this.empty ? [] : (path === WELCOME ? this.welcome : this.others).play("skills", path);
  }

  begin(space: SpaceView, text: string): Begun {
    const there = this.of(space).filter(({ state }) => state === "ready" || state === "old");
    const name = /^\/([\w-]+)/.exec(text)?.[1];
    const named = there.find(({ line }) => line === `/${name ?? ""}`);
    if (named) {
      const note = { skill: named.name, text: BROUGHT[named.name] ?? "" };
      return { skills: [named.name], aside: `[Handrail: the person has started the skill ${named.name}, which is up for this turn.\n\n# Skill: ${named.name}\nIt stands in ${named.file}.\n\n${named.description}.]`, notes: [note], started: true };
    }
    const fits = name ? [] : there.flatMap((known) => known.triggers.filter((word) => text.toLowerCase().includes(word)).slice(0, 1).map((word) => ({ known, word })));
    if (fits.length === 0) return { skills: [], aside: "", notes: [], started: false };
    return {
      skills: fits.map(({ known }) => known.name),
      aside: `[Handrail: these skills of the space fit what the person wrote, and are up for this turn. Read one with use_skill before you begin, if it helps:\n${fits.map(({ known }) => `- ${known.name}: ${known.description}`).join("\n")}]`,
      notes: [...fits.map(({ known, word }) => ({ skill: known.name, text: [`you wrote "${word}"`, BROUGHT[known.name]].filter(Boolean).join("; ") })), { skill: "", text: SEARCHING }],
      started: false,
    };
  }

  picture(id: string): PictureView {
    if (id !== "p1") throw new Error("it is not kept any more: pictures are, for a week at most");
    return { mime: "image/png", data: PICTURE, width: 640, height: 400 };
  }
}

/** Plays a call whose result is two pictures, one of which is gone. */
export function takePicture(journal: FakeJournal, run: RunView): void {
  const id = journal.name("call");
  const record = <K extends EventKind>(kind: K, data: Partial<EventData[K]>) => journal.record(run, id, kind, data);
  const meta = { duration_ms: 812, sandbox: "enforced" };
  record("called", { tool: "browser__screenshot", input: { page: "guide/index.html" }, caller: "agent" });
  record("allowed", { by: "mode workspace", reason: "it stays in this space" });
  record("started", { tool: "browser__screenshot", title: "Take a screenshot", detail: 'browser__screenshot {"page":"guide/index.html"}', effects: ["run browser"] });
  record("finished", {
    content: "[image image/png, 2 KB]\n[image image/png, 1 MB]", meta,
    parts: [{ mime: "image/png", size: PICTURE_SIZE, kept: "p1" }, { mime: "image/png", size: 1_204_000, kept: "p2" }],
  });
  record("returned", { same: true, meta });
}
