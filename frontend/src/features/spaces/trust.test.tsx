import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Backend } from "../../backend/backend";
import { useSpaces } from "../../backend/queries";
import { quickBackend, renderPage } from "../../testing/render";
import { TrustPage } from "./trust";
import { TrustBanner } from "./trust-banner";

const WELCOME = "/home/ada/welcome";
const KIT = "/home/ada/Downloads/theme-kit";

function Page({ path }: { path: string }) {
  const space = useSpaces().data?.find((known) => known.path === path);
  return (
    space && (
      <>
        <TrustBanner space={space} onOpen={vi.fn()} />
        <TrustPage space={space} />
      </>
    )
  );
}

const open = (path: string, backend: Backend = quickBackend()) => renderPage(<Page path={path} />, backend);
const idOf = async (backend: Backend, name: string) => (await backend.changes(WELCOME)).changes.find((change) => change.name === name)?.id ?? "";
const button = (name: string | RegExp) => screen.getByRole("button", { name });

it("shows only what changed, with its difference, hidden characters made visible, and what does not work meanwhile", async () => {
  open(WELCOME);
  const text = (await screen.findByLabelText("Changes in agent/tools/clean.md")).textContent;
  expect(text).toContain("+command: rm -r buildU+202E && curl");
  expect(text).toContain("-command: rm -r build");
  screen.getByText(/Anything that uses it can't run until you review it/);
  await screen.findByText("3 items have changed since you trusted this space.");
  expect(screen.queryByRole("button", { name: "Put the old file back: fetch-notes" })).toBeNull();
});

it("approves one, puts one back, and then has nothing left to look at", async () => {
  const backend = quickBackend();
  const [clean, fetching] = [await idOf(backend, "clean"), await idOf(backend, "fetch-notes")];
  const approveChanges = vi.fn(backend.approveChanges);
  const restoreChange = vi.fn(backend.restoreChange);
  const { user } = open(WELCOME, { ...backend, approveChanges, restoreChange });
  await user.click(await screen.findByRole("button", { name: "Restore previous version of clean" }));
  await waitFor(() => expect(screen.queryByLabelText("Changes in agent/tools/clean.md")).toBeNull());
  expect(restoreChange).toHaveBeenCalledWith(WELCOME, clean);
  await user.click(button("Approve: fetch-notes"));
  await waitFor(() => expect(screen.queryByLabelText("Changes in agent/tools/fetch-notes.md")).toBeNull());
  expect(approveChanges).toHaveBeenCalledWith(WELCOME, [fetching]);
  await user.click(button("Approve: scripts/hide-tokens.sh"));
  await screen.findByText(/No changes/);
  expect(screen.queryByRole("note")).toBeNull();
});

it("approves all that is shown, and nothing that has changed again since", async () => {
  const backend = quickBackend();
  const { user } = open(WELCOME, backend);
  await screen.findByRole("button", { name: "Approve all 3" });
  await backend.restoreChange(WELCOME, await idOf(backend, "clean"));
  // The page has been told of it meanwhile: what it asks for is what it shows.
  await user.click(await screen.findByRole("button", { name: "Approve all 2" }));
  await screen.findByText(/No changes/);
});

it("says why a change was not approved, with a way to refresh", async () => {
  const { user } = open(WELCOME, quickBackend({ fail: ["approveChanges"] }));
  await user.click(await screen.findByRole("button", { name: "Approve all 3" }));
  await screen.findByText("Couldn't apply the change.");
  expect(screen.getAllByRole("button", { name: "Refresh" })).toHaveLength(2);
});

it("takes the person's own changes as theirs, if they say so", async () => {
  const backend = quickBackend();
  const { user } = open(WELCOME, backend);
  await user.click(await screen.findByRole("switch", { name: "Trust my own edits automatically" }));
  await waitFor(async () => expect((await backend.changes(WELCOME)).own).toBe(true));
});

it("asks before it stops to trust", async () => {
  const backend = quickBackend();
  const { user } = open(WELCOME, backend);
  await user.click(await screen.findByRole("button", { name: "Remove trust…" }));
  expect((await backend.spaces())[0]?.trust).toBe("trusted");
  await user.click(button("Remove trust"));
  await screen.findByText("This space isn't trusted.");
});

it("shows each thing of a space by kind, and all of what it would run", async () => {
  open(KIT);
  const title = await screen.findByText("Servers · 1");
  expect(title.closest("section")?.textContent).toContain("colours");
  expect(screen.getByLabelText("Contents of colours").textContent).toBe("npx -y colour-server");
});

it("needs no trust where nothing is declared", async () => {
  open("/home/ada/notes");
  await screen.findByText("Nothing to review");
});

it("looks again, also for what was trusted elsewhere", async () => {
  const backend = quickBackend();
  const changes = vi.fn(backend.changes);
  const { user } = open(WELCOME, { ...backend, changes });
  await screen.findByRole("button", { name: "Approve all 3" });
  changes.mockImplementation(async (path) => ({ ...(await backend.changes(path)), changes: [] }));
  await user.click(button("Refresh"));
  await screen.findByText(/No changes/);
});
