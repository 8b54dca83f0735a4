import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { quickBackend, renderPage } from "../../testing/render";
import { UNDECIDED } from "../../backend/decider";
import { CallInspector } from "./call-inspector";

function inspect(run: string, call: string, backend = quickBackend()) {
  const pane = renderPage(<CallInspector space="/home/ada/welcome" run={run} call={call} onClose={vi.fn()} onRun={undefined} />, backend);
  return { ...pane, ...pane.ways };
}

it("shows the whole output of a call that printed more than its result holds, piece by piece", async () => {
  const asked: number[] = [];
  const backend = quickBackend();
  const { output } = backend;
  backend.output = (id, offset) => {
    asked.push(offset);
    return output(id, offset, 100_000);
  };
  const { user } = inspect("run-01", "run-01-c5", backend);
  await user.click(await screen.findByRole("button", { name: "Show full output" }));
  const pane = await screen.findByLabelText("Full output");
  expect(pane.textContent).toMatch(/^ok {4}case 1\n/);
  screen.getByText("100.0 kB of 142.9 kB");
  await user.click(screen.getByRole("button", { name: "Show more" }));
  await screen.findByText("Full output: 142.9 kB");
  expect(pane.textContent).toMatch(/case 9000\n$/);
  expect(asked).toEqual([0, 100_000]);
});

it("says why the whole output is gone", async () => {
  const { user } = inspect("run-01", "run-01-c5", quickBackend({ fail: ["output"] }));
  await user.click(await screen.findByRole("button", { name: "Show full output" }));
  await screen.findByText("Couldn't load the output.");
});

it("says what the walls held, and leads to them from what they stopped", async () => {
  const { user, walls } = inspect("run-05", "run-05-c2");
  await screen.findByText("Sandbox on");
  await user.click(screen.getByRole("button", { name: "Network settings…" }));
  expect(walls).toHaveBeenCalledOnce();
});

it("tells what a call asked on its way", async () => {
  inspect("run-05", "run-05-c4", quickBackend({ registry: true }));
  await screen.findByText(/May builds in welcome reach/);
  await screen.findByText("No answer yet.");
});

it("answers why a call was allowed in one sentence, with every stage it went through", async () => {
  inspect("run-01", "run-01-c4");
  await screen.findByText("Mode workspace allows it: it stays in this space.");
  const stages = within(screen.getByText("Timeline").closest("section") ?? document.body).getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(stages.map((text) => text.replace(/\d.*/, ""))).toEqual(["FoundOK", "Input checkedOK", "Hook beforeOK", "PreparedOK", "CheckedAllowed", "RanOK", "Hook afterOK"]);
  expect(stages[4]).toBe("CheckedAllowed61 µsmode workspace");
});

it("says who said no, where, after how long, and in which words", async () => {
  inspect("run-02", "run-02-c1");
  await screen.findByText("You denied it, in the window: Not before the review is done.");
  await screen.findByText(/Because its author wants you to be asked\. No, from you, in the window, after .*: “Not before the review is done”\./);
});

it("says what is missing of a call that was cut off", async () => {
  inspect("run-03", "run-03-c1");
  await screen.findByText("Outcome unknown");
  await screen.findByText(/the times and the stages are lost/);
  screen.getByText(/^mode workspace: it stays in this space/);
});

it("shows how a hook changed the input", async () => {
  const backend = quickBackend();
  const callRecord: typeof backend.callRecord = async (call) => ({
    ...(await backend.callRecord(call)), input: '{"command":"make"}', changes: [{ by: "hook limit", decider: { kind: "hook", name: "hook limit" }, input: '{"command":"make","timeout":30}' }, { by: "hook hide", decider: UNDECIDED, input: "" }],
  });
  inspect("run-05", "run-05-c4", { ...backend, callRecord });
  expect((await screen.findByLabelText("Input changes by hook limit")).textContent).toContain('+  "timeout": 30');
  screen.getByText(/The new input isn't saved/);
});

it("says why the record could not be read", async () => {
  inspect("run-01", "run-01-c4", quickBackend({ fail: ["callRecord"] }));
  await screen.findByText("Couldn't load the timeline.");
});

it("makes a rule of a call, and offers none to allow that is too wide", async () => {
  const backend = quickBackend();
  const addRule = vi.fn(backend.addRule);
  const { user } = inspect("run-02", "run-02-c4", { ...backend, addRule });
  await user.click(await screen.findByRole("button", { name: "Make a rule…" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(await dialog.findByLabelText("bash"));
  await user.click(dialog.getByRole("radio", { name: "Allow" }));
  expect(dialog.getByLabelText<HTMLInputElement>("bash").disabled).toBe(true);
  expect(dialog.getByLabelText<HTMLInputElement>("bash(sleep 90)").checked).toBe(true);
  await user.click(dialog.getByRole("radio", { name: "Deny" }));
  await user.click(dialog.getByRole("button", { name: "Add rule" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(addRule).toHaveBeenCalledWith("/home/ada/welcome", "deny", "bash");
});

it("says why no rule can be made", async () => {
  const { user } = inspect("run-02", "run-02-c6");
  await user.click(await screen.findByRole("button", { name: "Make a rule…" }));
  await screen.findByText(/refused before it was settled/);
});
