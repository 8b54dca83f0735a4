import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import type { Backend } from "../../backend/backend";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { JobsPage } from "./jobs-page";

function Page({ at, first }: { at: number; first: string }) {
  const [job, setJob] = useState(first);
  const space = fixtures.spaces[at];
  return space && <JobsPage space={space} job={job} onOpen={setJob} />;
}

const open = (backend: Backend = quickBackend(), at = 0, first = "") => renderPage(<Page at={at} first={first} />, backend);

it("lists jobs, the newest first and chosen, with the end of what it prints", async () => {
  open();
  const list = await screen.findByRole("listbox", { name: "Jobs" });
  expect(within(list).getAllByRole("option").map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^npm run dev -- --port 5173Running/), expect.stringMatching(/watch\.jsLeft running/), expect.stringMatching(/8010Stopped/), expect.stringMatching(/--onceFailed/), expect.stringMatching(/watchEnded/),
  ]);
  expect((await screen.findByLabelText("Output")).textContent).toContain("page 60 reloaded");
});

it("stops a job, and says what became of it", async () => {
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "Stop job" }));
  await within(screen.getByRole("region", { name: /npm run dev/ })).findByText("Stopped");
  expect(screen.queryByRole("button", { name: "Stop job" })).toBeNull();
});

it("ends what a finished call has left running", async () => {
  const { user } = open(quickBackend(), 0, "left-1");
  await screen.findByText(/A call has finished and left this running/);
  expect(screen.queryByLabelText("Output")).toBeNull();
  await user.click(screen.getByRole("button", { name: "End" }));
  await screen.findByText("This job is no longer listed");
});

it("follows what a job prints until it ends", async () => {
  const backend = quickBackend();
  let text = "one\n";
  let running = true;
  backend.output = (_, offset, limit) => {
    const piece = text.slice(offset, offset + limit);
    return Promise.resolve({ text: piece, next: offset + piece.length, size: text.length, open: running });
  };
  open(backend);
  const pane = await screen.findByLabelText("Output");
  expect(pane.textContent).toBe("one\n");
  text += "two\n";
  running = false;
  await waitFor(() => expect(pane.textContent).toBe("one\ntwo\n"));
});

it("shows the end of what is long from a whole line on, and all of it from the beginning", async () => {
  const backend = quickBackend();
  const text = Array.from({ length: 60_000 }, (_, i) => `line ${i}\n`).join("");
  backend.output = (_, offset, limit) => {
    const piece = text.slice(offset, offset + limit);
    return Promise.resolve({ text: piece, next: offset + piece.length, size: text.length, open: false });
  };
  const { user } = open(backend);
  const pane = await screen.findByLabelText("Output");
  expect(pane.textContent).toMatch(/^line \d+\nline/);
  expect(pane.textContent).toMatch(/line 59999\n$/);
  screen.getByText("Earlier output isn't shown here.");
  await user.click(screen.getByRole("radio", { name: "From the start" }));
  const whole = await screen.findByLabelText("Full output");
  expect(whole.textContent).toMatch(/^line 0\n/);
  for (let more = 0; more < 2; more += 1) {
    await user.click(await screen.findByRole("button", { name: "Show more" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Show more" })?.hasAttribute("disabled") ?? false).toBe(false));
  }
  await waitFor(() => expect(whole.textContent).toBe(text));
});

it("says what jobs are where there are none, and when one is forgotten", async () => {
  const { unmount } = open(quickBackend(), 3);
  await screen.findByText("No jobs");
  unmount();
  open(quickBackend(), 0, "job-0");
  await screen.findByText("This job is no longer listed");
});

it("says why a job was not stopped, and why its output is gone", async () => {
  const { user, live } = open(quickBackend({ fail: ["stopJob", "output"] }));
  await screen.findByText("Couldn't load the output.");
  await user.click(screen.getByRole("button", { name: "Stop job" }));
  await waitFor(() => expect(live.store.getState().notices).toHaveLength(1));
});
