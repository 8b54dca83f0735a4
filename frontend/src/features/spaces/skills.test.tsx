import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Backend, SkillView } from "../../backend/backend";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { SkillsPage } from "./skills";

function open({ at = 0, backend = quickBackend() }: { at?: number; backend?: Backend } = {}) {
  const space = fixtures.spaces[at];
  return renderPage(space && <SkillsPage space={space} />, backend);
}

/** A skill's whole text, once its line is there. */
async function row(name: string) {
  const found = (await screen.findByText(name, { selector: "summary span" })).closest("li");
  if (!found) throw new Error(`${name} is in no list.`);
  return within(found);
}

it("says of each skill what it is for, what starts it and what it brings up", async () => {
  open();
  const releasing = await row("releasing");
  expect(releasing.getAllByText("How a release is made here, step by step")).toHaveLength(2);
  releasing.getByText("/releasing kind=minor notes=…");
  releasing.getByText("“release”, “new version”");
  releasing.getByText("github__create_*");
  releasing.getByText("kind (minor by default), notes");
  releasing.getByText("agent/skills/releasing.md");
  expect(releasing.queryByText("Agents")).toBeNull();
  (await row("house-style")).getByText("Guide");
});

it("says why one does not count as it stands, and leads to what changed", async () => {
  const { user, ways } = open();
  const releasing = await row("releasing");
  releasing.getByText("Changed");
  await user.click(releasing.getByRole("button", { name: "Review changes" }));
  const mirror = await row("mirror");
  mirror.getByText("Held back");
  await user.click(mirror.getByRole("button", { name: "Review new skill" }));
  expect(ways.trust).toHaveBeenCalledTimes(2);
  const draft = await row("agent/skills/draft.md");
  draft.getByText("Can't be read");
  draft.getByText(/^Has no front matter/);
  (await row("looking")).getByText(/fits no tool/);
});

it("says in a space that is not trusted that no agent reads them", async () => {
  const { user, ways } = open({ at: 2 });
  const theming = await row("theming");
  theming.getByText("Not trusted");
  await user.click(theming.getByRole("button", { name: "Review this space" }));
  expect(ways.trust).toHaveBeenCalled();
});

it("says what a skill is and where its file goes, where there is none", async () => {
  open({ at: 1 });
  await screen.findByText("No skills yet");
  screen.getByText("1. Write it in agent/skills/releasing.md");
});

it("finds one among many, by name, description or trigger", async () => {
  const backend = quickBackend();
  const many = Array.from({ length: 12 }, (_, i): SkillView => ({
    name: `skill-${i}`, description: "d", version: "", triggers: i === 7 ? ["launch"] : [], allowedTools: [], variables: [], file: `agent/skills/${i}.md`, size: 1, state: "ready", why: "",
    notes: [], line: `/skill-${i}`, noLine: "", agents: [],
  }));
  const { user } = open({ backend: { ...backend, skills: () => Promise.resolve(many) } });
  const field = await screen.findByRole("searchbox", { name: "Search skills" });
  await user.type(field, "Launch");
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
  await row("skill-7");
  await user.type(field, "x");
  await user.click(screen.getByRole("button", { name: "Show all skills" }));
  expect(screen.getAllByRole("listitem")).toHaveLength(12);
});

it("says so where they cannot be read", async () => {
  open({ backend: quickBackend({ fail: ["skills"] }) });
  await screen.findByText("Couldn't load the skills.");
});
