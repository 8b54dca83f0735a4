import { describe, expect, it } from "vitest";
import { CONTENTS } from "../../backend/fake/contents";
import { fixtures } from "../../testing/fixtures";
import { argumentsOf, suggest, suggestNamed } from "./complete";

const tools = fixtures.tools.map((detail) => detail.tool);
const prompts = CONTENTS.flatMap((of) => of.prompts);
const labels = (text: string, caret = text.length) => suggestNamed(text, caret, CONTENTS).map(({ label }) => label);

describe("an @", () => {
  it("offers resources by their words, then by what is said of them", () => {
    expect(labels("@")).toHaveLength(4);
    expect(labels("look at @notes:note://s")).toEqual(["House style"]);
    expect(labels("look at @grows")).toEqual(["Ideas"]);
    expect(labels("first\n@READ")).toEqual(["README.md"]);
  });
  it.each(["", "a@notes", "@notes then", "say @", "@nothing-like-it"])("is about the word at the caret: %j", (text) => {
    expect(labels(text, text === "say @" ? 3 : text.length)).toEqual([]);
  });
  it("is over once the words stand there", () => {
    expect(labels("@notes:note://style")).toEqual([]);
    expect(labels("@notes:note://style ")).toEqual([]);
  });
  it("is taken where it stands, and one writes on behind it", () => {
    expect(suggestNamed("compare @sty with mine", 12, CONTENTS)[0]).toEqual({
      label: "House style", note: "notes:note://style", text: "compare @notes:note://style with mine", caret: 28, kind: "resource",
    });
  });
});

it("offers other chats by their title, behind files and resources, and names them by no word", () => {
  const chats = fixtures.sessions.filter(({ title }) => title.startsWith("Put the branch"));
  const [chat] = chats;
  expect(suggestNamed("as in @stag then", 11, CONTENTS, [], chats)).toEqual([{ label: chat?.title, note: chat?.agent, text: "as in then", caret: 6, kind: "chat", chat }]);
  expect(suggestNamed("@", 1, CONTENTS, [], chats).map(({ kind }) => kind)).toEqual(["resource", "resource", "resource", "resource", "chat"]);
});

describe("a server's prompt", () => {
  it("is offered by its line or by what is said of it", () => {
    expect(suggest("/notes__", tools, [], [], prompts)).toEqual([{ label: "notes__sum_up", note: "Sums up notes about a topic", text: "/notes__sum_up ", kind: "prompt" }]);
    expect(suggest("/topic", tools, [], [], prompts).map(({ label }) => label)).toEqual(["notes__sum_up"]);

  });
  it("says what it needs, the needed first", () => {
    const [prompt] = prompts;
    expect(prompt && suggest("/notes__sum_up ", tools, argumentsOf(prompt), [], prompts).map(({ label, note }) => [label, note])).toEqual([["topic=", "required · What they are about"], ["length=", "In sentences"]]);
  });
});
