import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { quickBackend, renderPage } from "../../testing/render";
import { CallInspector } from "./call-inspector";
import { RunDetail } from "./run-detail";

const SPACE = "/home/ada/welcome";

const inspect = (call: string) => renderPage(<CallInspector space={SPACE} run="run-01" call={call} onClose={vi.fn()} onRun={undefined} />);

it("shows what a call has changed, each file opening to its difference", async () => {
  const { user } = inspect("run-01-c5");
  await screen.findByText(/^3 new, 3 changed, 1 deleted, 1 renamed, 1 with new permissions/);
  screen.getByText(/Some may be your own doing\. It left something running\./);
  await user.click(await screen.findByRole("button", { name: "notes/done.md was notes/plan.md Renamed" }));
  screen.getByText("It was called notes/plan.md. The contents stay the same.");
  await user.click(await screen.findByRole("button", { name: "src/old.sh Deleted" }));
  expect((await screen.findByLabelText("Difference of src/old.sh")).textContent).toContain("−echo old");
});

it("undoes one call", async () => {
  const { user } = inspect("run-01-c5");
  await user.click(await screen.findByRole("button", { name: "Undo this call" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Undo this call" }));
  expect(await dialog.findByRole("button", { name: "Put back 5 files and 1 folder" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Undo what came after" })).toBeNull();
});

it("undoes what came after a call", async () => {
  const { user } = inspect("run-01-c4");
  await user.click(await screen.findByRole("button", { name: "Undo what came after" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Undo everything after this call" }));
  await dialog.findByRole("button", { name: "Put back 5 files and 1 folder" });
  expect(dialog.queryByRole("button", { name: /^totals.sh/ })).toBeNull();
});

it("counts in the timeline, and undoes the run", async () => {
  const backend = quickBackend();
  const planUndo = vi.fn(backend.planUndo);
  const { user } = renderPage(<RunDetail space={SPACE} id="run-01" chosen="" onOpen={vi.fn()} />, { ...backend, planUndo });
  await screen.findByText("1 changed");
  await user.click(await screen.findByRole("button", { name: "Undo this run" }));
  await screen.findByRole("button", { name: "Put back 6 files and 1 folder" });
  expect(planUndo.mock.calls[0]?.[1]).toMatchObject({ runs: ["run-01"], call: "", after: "" });
});
