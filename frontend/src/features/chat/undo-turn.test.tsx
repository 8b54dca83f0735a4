import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Backend, TakenBackView, UndoPlanView } from "../../backend/backend";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { ChatPage } from "./chat-page";

function open(session = "chat-tests", backend: Backend = quickBackend()) {
  const [space] = fixtures.spaces;
  if (!space) throw new Error("There are no fixtures.");
  return renderPage(<ChatPage space={space} session={session} chosen="" onInspect={vi.fn()} onOpen={vi.fn()} onModels={vi.fn()} />, backend);
}

async function plan(backend?: Backend) {
  const page = open("chat-tests", backend);
  await page.user.click(await screen.findByRole("button", { name: "Undo this turn" }));
  return { ...page, dialog: within(await screen.findByRole("dialog", { name: "Undo this turn" })) };
}

it("undoes a turn, says so under it, and undoes that", async () => {
  const { user, dialog } = await plan();
  await user.click(await dialog.findByRole("button", { name: "Put back 6 files and 1 folder" }));
  const said = await screen.findByText("You put back 6 files and 1 folder.");
  await user.click(within(said.closest("p") ?? document.body).getByRole("button", { name: "Undo that" }));
  await user.click(await screen.findByRole("button", { name: "Put back 6 files and 1 folder" }));
  await screen.findByText("You restored the changes to 6 files and 1 folder.");
  expect(screen.getAllByRole("button", { name: "Undo that" })).toHaveLength(1);
});

it("puts back what is ticked, and asks Go for just that", async () => {
  const backend = quickBackend();
  const takeBack = vi.fn(backend.takeBack);
  const { user, dialog } = await plan({ ...backend, takeBack });
  await user.click(await dialog.findByRole("checkbox", { name: "Put back src/old.sh" }));
  await user.click(dialog.getByRole("button", { name: /^totals.sh src Change$/ }));
  await user.click(await dialog.findByRole("checkbox", { name: "Part 2 of 2 · line 8" }));
  await user.click(await dialog.findByRole("button", { name: "Put back 5 files and 1 folder" }));
  await screen.findByText("You put back 5 files and 1 folder.");
  const [space, form, digest] = takeBack.mock.calls[0] ?? [];
  expect(space).toBe("/home/ada/welcome");
  expect(form).toEqual({ runs: ["run-01"], call: "", after: "", without: ["/home/ada/welcome/src/old.sh"], over: [], merge: [], parts: [{ item: "/home/ada/welcome/src/totals.sh", parts: [1] }] });
  expect(digest).toBe((await backend.planUndo("/home/ada/welcome", form ?? expect.fail("no form"))).digest);
});

it("keeps what was changed since, until the person decides", async () => {
  const { user, dialog } = await plan();
  const versions = within(await dialog.findByRole("group", { name: "README.md: which version?" }));
  expect(versions.getByRole("radio", { name: /^Now/, checked: true })).toBeTruthy();
  expect(versions.getByLabelText("Would be: README.md").textContent).toContain("+Run test.sh.");
  await user.click(versions.getByRole("radio", { name: /^Would be/ }));
  await dialog.findByRole("button", { name: "Put back 7 files and 1 folder" });
  expect(dialog.getByRole("button", { name: /^README.md Agent's part/ })).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: /^prices.csv Keep now/ }));
  const other = within(await dialog.findByRole("group", { name: "prices.csv: which version?" }));
  expect(other.getByRole("radio", { name: /^Would be/ })).toHaveProperty("disabled", true);
  await user.click(other.getByRole("radio", { name: /^Then/ }));
  await dialog.findByRole("button", { name: "Put back 8 files and 1 folder" });
});

it("says what it does not reach", async () => {
  const { dialog } = await plan();
  await dialog.findByText("1 effect that undo can't reach");
  dialog.getByText("bash could reach registry.example: what it did there stays");
  dialog.getByText(/^Bash \(call run-01-c5\) has left something running|^bash \(call run-01-c5\) has left something running/);
  dialog.getByText("1 folder of generated files left out");
  dialog.getByText("Its content is not kept: it may hold secrets, which are not kept.");
});

it("says why nothing was put back, and compares again", async () => {
  const backend = quickBackend();
  const takeBack = vi.fn(backend.takeBack).mockRejectedValueOnce(new Error("bash still runs in this space: wait for its end, or stop it; then take back"));
  const { user, dialog } = await plan({ ...backend, takeBack });
  await user.click(await dialog.findByRole("button", { name: /^Put back 6/ }));
  expect((await dialog.findByRole("alert")).textContent).toContain("bash still runs in this space");
  await user.click(dialog.getByRole("button", { name: "Compare again" }));
  await waitFor(() => expect(dialog.queryByRole("alert")).toBeNull());
  await user.click(await dialog.findByRole("button", { name: /^Put back 6/ }));
  await screen.findByText("You put back 6 files and 1 folder.");
});

it("says what is left where not all could be put back", async () => {
  const part: TakenBackView = { run: "r", call: "c", time: "", of: "", files: 2, folders: 0, left: ["/a/b.txt: the disk is full"], error: "Not everything could be put back." };
  const { user, dialog } = await plan({ ...quickBackend(), takeBack: () => Promise.resolve(part) });
  await user.click(await dialog.findByRole("button", { name: /^Put back 6/ }));
  const alert = await dialog.findByRole("alert");
  expect(alert.textContent).toContain("Put back 2 files, but not all of them.");
  expect(alert.textContent).toContain("/a/b.txt: the disk is full");
});

const EMPTY: UndoPlanView = { items: [], more: 0, moreReady: 0, elsewhere: [], partial: [], skipped: [], unsure: [], beside: [], digest: "d" };

it.each<[string, UndoPlanView]>([
  ["Nothing to undo", EMPTY],
  ["Already undone", { ...EMPTY, items: [{ id: "a", path: "a", from: "", with: "", kind: "file", what: "change", state: "already", why: "" }] }],
])("has nothing to press where there is nothing to do: %s", async (title, plans) => {
  const { dialog } = await plan({ ...quickBackend(), planUndo: () => Promise.resolve(plans) });
  await dialog.findByText(title);
  expect(dialog.queryByRole("button", { name: /^Put back/ })).toBeNull();
});

it("says that a plan could not be made", async () => {
  const { dialog } = await plan(quickBackend({ fail: ["planUndo"] }));
  expect((await dialog.findByRole("alert")).textContent).toContain("Couldn't compare the files.");
});

it("shows a renamed file as one, and leaves both of its names", async () => {
  const backend = quickBackend();
  const takeBack = vi.fn(backend.takeBack);
  const { user, dialog } = await plan({ ...backend, takeBack });
  await user.click(await dialog.findByRole("button", { name: /^plan.md notes is notes\/done.md now Rename$/ }));
  await dialog.findByText("notes/done.md gets its old name notes/plan.md back. The contents stay the same.");
  await user.click(dialog.getByRole("checkbox", { name: "Put back notes/plan.md" }));
  await user.click(await dialog.findByRole("button", { name: "Put back 5 files and 1 folder" }));
  await waitFor(() => expect(takeBack.mock.calls[0]?.[1].without).toEqual(["/home/ada/welcome/notes/done.md", "/home/ada/welcome/notes/plan.md"]));
});

it("offers nothing where nothing was changed", async () => {
  open("chat-release");
  await screen.findByText("The run was stopped.");
  expect(screen.queryByRole("button", { name: /Undo/ })).toBeNull();
});
