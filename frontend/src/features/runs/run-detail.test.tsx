import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { RunView } from "../../backend/backend";
import { quickBackend, renderPage } from "../../testing/render";
import { RunDetail } from "./run-detail";

it("leads from a run to its caller and to its sub-agents", async () => {
  const backend = quickBackend();
  const run = await backend.run("run-01");
  const below: RunView = { ...run, id: "run-below", agent: "reader", title: "Read note.md", parent: "run-01", state: "failed" };
  const onOpen = vi.fn();
  const { user } = renderPage(
    <RunDetail space={run.space} id="run-01" chosen="" onOpen={onOpen} />,
    { ...backend, run: () => Promise.resolve({ ...run, parent: "run-above" }), subagents: (id) => Promise.resolve(id === "run-01" ? [below] : []) },
  );
  await user.click(await screen.findByRole("button", { name: /^reader/ }));
  await user.click(screen.getByRole("button", { name: "Run of its caller" }));
  expect(onOpen.mock.calls).toEqual([["run-below"], ["run-above"]]);
});

it("says nothing of a family that a run does not have", async () => {
  renderPage(<RunDetail space="/home/ada/welcome" id="run-01" chosen="" onOpen={vi.fn()} />);
  await screen.findByLabelText("Events");
  expect(screen.queryByRole("navigation")).toBeNull();
});
