import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { MemoryPage } from "./memory";

function open(place = 0, backend = quickBackend()) {
  const space = fixtures.spaces[place];
  if (!space) throw new Error("There are no fixtures.");
  const onRun = vi.fn();
  return { ...renderPage(<MemoryPage space={space} onRun={onRun} />, backend), onRun };
}

const notes = () => screen.findAllByRole("listitem");

it("shows what is remembered, and when and in which run it was noted", async () => {
  const { user, onRun } = open();
  const [first, , last] = await notes();
  expect(first?.textContent).toContain("Ada wants amounts rounded half up");
  expect(first?.textContent).toMatch(/Noted .*2 Mar.* by Guide/);
  expect(last?.textContent).toContain("Written by hand, or too long ago to tell");
  expect(within(last ?? document.body).queryByRole("button", { name: "See the run" })).toBeNull();
  await user.click(within(first ?? document.body).getByRole("button", { name: "See the run" }));
  expect(onRun).toHaveBeenCalledWith("run-01");
  expect(screen.getByText(/of the 33 kB agents can fill/)).toBeTruthy();
});

it("changes a note, forgets one, and adds one", async () => {
  const { user } = open();
  const [first, second] = await notes();
  await user.click(within(second ?? document.body).getByRole("button", { name: "Forget…" }));
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await notes()).toHaveLength(3);
  await user.click(within(second ?? document.body).getByRole("button", { name: "Forget…" }));
  await user.click(screen.getByRole("button", { name: "Forget" }));
  await expect.poll(async () => (await notes()).length).toBe(2);
  await user.click(within(first ?? document.body).getByRole("button", { name: "Edit" }));
  const field = screen.getByLabelText("Note");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
  await user.clear(field);
  await user.type(field, "Ada wants cents.");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Ada wants cents.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Add a note" }));
  await user.type(screen.getByLabelText("Note"), "Buy paint.");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Buy paint.")).toBeTruthy();
  expect(await notes()).toHaveLength(3);
});

it("keeps what was written where the memory has changed meanwhile, and says so", async () => {
  const backend = { ...quickBackend(), saveMemory: () => Promise.reject(new Error("the memory has changed since it was read: look at it again, then decide")) };
  const { user } = open(0, backend);
  await notes();
  await user.click(screen.getByRole("button", { name: "Edit everything" }));
  await user.type(screen.getByLabelText("The whole memory"), "More.");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect((await screen.findByRole("alert")).textContent).toContain("the memory has changed since it was read");
  expect(screen.getByLabelText<HTMLTextAreaElement>("The whole memory").value).toContain("More.");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("alert")).toBeNull();
});

it("says how something comes to be remembered where nothing is", async () => {
  const { user } = open(3);
  expect(await screen.findByText("Nothing remembered yet")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Add a note" }));
  await user.type(screen.getByLabelText("Note"), "First.");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("First.")).toBeTruthy();
});
