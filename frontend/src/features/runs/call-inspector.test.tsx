import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { WaysProvider } from "../../backend/ways";
import { quickBackend, renderPage } from "../../testing/render";
import { CallInspector } from "./call-inspector";

function inspect(run: string, call: string, backend = quickBackend()) {
  const ways = { walls: vi.fn(), rules: vi.fn(), job: vi.fn(), trust: vi.fn(), hook: vi.fn() };
  const pane = (
    <WaysProvider ways={ways}>
      <CallInspector space="/home/ada/welcome" run={run} call={call} onClose={vi.fn()} onRun={undefined} />
    </WaysProvider>
  );
  return { ...renderPage(pane, backend), ...ways };
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
  await user.click(await screen.findByRole("button", { name: "Show the whole output" }));
  const pane = await screen.findByLabelText("The whole output");
  expect(pane.textContent).toMatch(/^ok {4}case 1\n/);
  screen.getByText("100.0 kB of 142.9 kB");
  await user.click(screen.getByRole("button", { name: "Show more" }));
  await screen.findByText("All of it: 142.9 kB");
  expect(pane.textContent).toMatch(/case 9000\n$/);
  expect(asked).toEqual([0, 100_000]);
});

it("says why the whole output is gone", async () => {
  const { user } = inspect("run-01", "run-01-c5", quickBackend({ fail: ["output"] }));
  await user.click(await screen.findByRole("button", { name: "Show the whole output" }));
  await screen.findByText("It cannot be shown.");
});

it("says what the walls held, and leads to them from what they stopped", async () => {
  const { user, walls } = inspect("run-05", "run-05-c2");
  await screen.findByText("All of them held");
  await user.click(screen.getByRole("button", { name: "Network of this space…" }));
  expect(walls).toHaveBeenCalledOnce();
});

it("tells what a call asked on its way", async () => {
  inspect("run-05", "run-05-c4", quickBackend({ registry: true }));
  await screen.findByText(/May builds in welcome reach/);
  await screen.findByText("No answer yet.");
});
