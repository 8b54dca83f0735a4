import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { ReplayPage } from "./replay-page";

function open(backend = quickBackend()) {
  const [space] = fixtures.spaces;
  return renderPage(space && <ReplayPage space={space} chosen="" onBack={vi.fn()} />, backend);
}

it("replays nothing unasked, and then without the hooks unless they are wanted", async () => {
  const backend = quickBackend();
  const replay = vi.fn(backend.replay);
  const { user } = open({ ...backend, replay });
  screen.getByText("Test your changes on past calls");
  expect(replay).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Replay" }));
  await waitFor(() => expect(screen.getByRole("status").textContent).toContain("using rules only"));
  expect(replay).toHaveBeenLastCalledWith("/home/ada/welcome", 100, false);
  await user.click(screen.getByLabelText("Run hooks too"));
  await user.click(screen.getByRole("button", { name: "Replay" }));
  await screen.findByText("Would be blocked");
  expect(replay).toHaveBeenLastCalledWith("/home/ada/welcome", 100, true);
});

it("lists what would change, by what and from where, and leads to the call", async () => {
  const { user, ways } = open();
  await user.click(screen.getByRole("button", { name: "Replay" }));
  const row = (await screen.findByRole("button", { name: /^curl/ })).closest("li");
  expect(row?.textContent).toMatch(/rule bash\(curl \*\) in settings settings\.json:6: a rule denies it\..*Ran→nowWould be denied$/);
  await user.click(within(row ?? document.body).getByRole("button"));
  expect(ways.inspect).toHaveBeenCalledWith("run-05", "run-05-c2");
  screen.getByText("A hook had refused it before it was judged, and hooks are not replayed");
  screen.getByText(/You were asked then: it was expired/);
});

it("says that there is nothing to replay", async () => {
  const backend = quickBackend();
  const replay: typeof backend.replay = async (...asked) => ({ ...(await backend.replay(...asked)), calls: 0 });
  const { user } = open({ ...backend, replay });
  await user.click(screen.getByRole("button", { name: "Replay" }));
  await screen.findByText("No calls yet");
});

it("says why they were not replayed", async () => {
  const { user } = open(quickBackend({ fail: ["replay"] }));
  await user.click(screen.getByRole("button", { name: "Replay" }));
  await screen.findByText("Couldn't replay the calls.");
});
