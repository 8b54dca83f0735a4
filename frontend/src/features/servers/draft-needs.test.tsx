import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import type { ServerDraftView } from "../../backend/backend";
import { ALL, choiceOf, DraftRows, type Chosen } from "./draft-rows";

const draft: ServerDraftView = {
  id: "1", digest: "d", name: "github", taken: "", same: "", kind: "program", argv: ["npx", "-y", "@modelcontextprotocol/server-github"], url: "", folder: "", env: [], headers: [], disabled: false, profile: [], found: "/usr/bin/npx", warnings: [], refused: "",
  asks: [{ secret: "github.TOKEN", prompt: "TOKEN: a token", value: "" }],
  needs: [{ id: "reach:api.github.com", words: "reach api.github.com (GitHub's API)" }, { id: "reach:github.com", words: "reach github.com (its pages)" }],
};

function Rows({ onChosen }: { onChosen: (chosen: Chosen) => void }) {
  const [chosen, setChosen] = useState(ALL);
  return (
    <DraftRows
      drafts={[draft]}
      chosen={() => chosen}
      onChange={(_, next) => {
        setChosen(next);
        onChosen(next);
      }}
    />
  );
}

it("shows what a well-known server needs, ticked, and takes only what stays so", async () => {
  const user = userEvent.setup();
  let last = ALL;
  render(<Rows onChosen={(chosen) => (last = chosen)} />);
  screen.getByRole("group", { name: "To work, github usually needs to:" });
  const [first, second] = [screen.getByRole("checkbox", { name: /api\.github\.com/ }), screen.getByRole("checkbox", { name: /its pages/ })];
  expect([first, second].map((box) => (box as HTMLInputElement).checked)).toEqual([true, true]);
  expect(choiceOf(draft, last, false).take).toEqual(["reach:api.github.com", "reach:github.com"]);
  await user.click(second);
  expect(choiceOf(draft, last, false).take).toEqual(["reach:api.github.com"]);
  await user.click(second);
  expect(choiceOf(draft, last, false).take).toHaveLength(2);
  await user.click(screen.getByRole("checkbox", { name: "github" }));
  expect(screen.queryByRole("group")).toBeNull();
});
