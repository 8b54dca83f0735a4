// The states of "Use Handrail in other programs", and why something was not done there.

import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Backend } from "../../backend/backend";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { ProgramsPage } from "./programs-page";

const WELCOME = "/home/ada/welcome";
const WHY = /The journal is locked by another program/;
const onServers = vi.fn();

function open(backend: Backend = quickBackend()) {
  const [space] = fixtures.spaces;
  return renderPage(space && <ProgramsPage space={space} onServers={onServers} />, backend);
}

const alert = async (what: string) => expect((await screen.findByText(what)).closest("[role=alert]")?.textContent).toMatch(WHY);

it.each([
  ["programs", "Looking for other programs…", "Couldn't look for other programs."],
  ["clients", "Loading connected programs…", "Couldn't load the connected programs."],
])("says what it waits for, and what could not be read: %s", async (name, waiting, failed) => {
  const { unmount } = open(quickBackend({ hang: [name] }));
  await screen.findByText(waiting);
  unmount();
  open(quickBackend({ fail: [name] }));
  await alert(failed);
});

it("says what to do where no program is found and nobody is connected", async () => {
  open(quickBackend({ empty: true }));
  await screen.findByText(/^Handrail found no programs it knows on this machine\./);
  await screen.findByText("No programs connected.");
  screen.getByText(/^No tokens yet\./);
});

it("looks again, and goes back to the servers", async () => {
  const backend = quickBackend();
  const programs = vi.fn(backend.programs);
  const { user } = open({ ...backend, programs });
  await screen.findByRole("button", { name: "Connect Claude Desktop" });
  const before = programs.mock.calls.length;
  await user.click(screen.getByRole("button", { name: "Refresh" }));
  await waitFor(() => expect(programs.mock.calls.length).toBeGreaterThan(before));
  await user.click(screen.getByRole("button", { name: "Back to all servers" }));
  expect(onServers).toHaveBeenCalledOnce();
});

it("writes nothing while it is not known what would be written", async () => {
  const backend = quickBackend();
  const connect = vi.fn(backend.connect);
  const { user } = open({ ...backend, connect, previewConnect: () => Promise.reject(new Error("The journal is locked by another program.")) });
  await user.click(await screen.findByRole("button", { name: "Connect Claude Desktop" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Connect Claude Desktop" }));
  await dialog.findByText("Couldn't read its file.");
  expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Connect" }).disabled).toBe(true);
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Connect Claude Desktop" }));
  expect(connect).not.toHaveBeenCalled();
});

it("says why it was not connected, and connects with the digest of what was shown", async () => {
  const backend = quickBackend();
  const program = (await backend.programs(WELCOME)).find(({ title }) => title === "Claude Desktop");
  const { digest } = await backend.previewConnect(WELCOME, program?.id ?? "", "connect");
  let broken = true;
  const connect = vi.fn<Backend["connect"]>((...args) => (broken ? Promise.reject(new Error("The journal is locked by another program.")) : backend.connect(...args)));
  const { user } = open({ ...backend, connect });
  await user.click(await screen.findByRole("button", { name: "Connect Claude Desktop" }));
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByLabelText("Change to its file");
  await user.click(dialog.getByRole("button", { name: "Connect" }));
  await alert("Couldn't change the file.");
  broken = false;
  await user.click(dialog.getByRole("button", { name: "Connect" }));
  await dialog.findByText("Connected.");
  const shown = [WELCOME, program?.id, "connect", digest];
  expect(connect.mock.calls).toEqual([shown, shown]);
});

it("shows what would be written now where the file has changed meanwhile", async () => {
  const backend = quickBackend();
  const connect: Backend["connect"] = async (space, id, act) => ({ ...(await backend.previewConnect(space, id, act)), done: false, why: "the file has changed meanwhile", difference: "+ another entry" });
  const { user } = open({ ...backend, connect });
  await user.click(await screen.findByRole("button", { name: "Connect Claude Desktop" }));
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByLabelText("Change to its file");
  await user.click(dialog.getByRole("button", { name: "Connect" }));
  expect((await dialog.findByRole("alert")).textContent).toContain("The preview shows the change Handrail would make now.");
  await waitFor(() => expect(dialog.getByLabelText("Change to its file").textContent).toContain("another entry"));
});

it("ends what a client does, the one that was chosen", async () => {
  const backend = quickBackend();
  const { connected } = await backend.clients();
  const [first] = connected;
  if (!first) throw new Error("Nobody is connected in the fixtures.");
  const disconnectClient = vi.fn(backend.disconnectClient);
  const { user } = open({ ...backend, disconnectClient });
  await user.click(await screen.findByRole("button", { name: `End ${first.name}'s session` }));
  await waitFor(() => expect(disconnectClient).toHaveBeenCalledExactlyOnceWith(first.id));
});

it("makes no token without a name for it, and says why one was not made", async () => {
  const backend = quickBackend();
  const addClientToken = vi.fn<Backend["addClientToken"]>(() => Promise.reject(new Error("The journal is locked by another program.")));
  const { user } = open({ ...backend, addClientToken });
  await user.click(await screen.findByRole("button", { name: "Create a token" }));
  const name = await screen.findByLabelText(/^Name/);
  await user.type(name, "two words{Enter}");
  await screen.findByText("Use up to 64 letters, digits, dots, dashes and underscores.");
  expect(name.getAttribute("aria-invalid")).toBe("true");
  expect(addClientToken).not.toHaveBeenCalled();
  await user.clear(name);
  await user.type(name, "editor{Enter}");
  await alert("Couldn't create the token.");
  expect(addClientToken).toHaveBeenCalledExactlyOnceWith("editor");
});

it("revokes nothing that is kept, and says why a token was not revoked", async () => {
  const backend = quickBackend();
  const { tokens } = await backend.clients();
  const token = tokens[0]?.name ?? "";
  const revokeClientToken = vi.fn<Backend["revokeClientToken"]>(() => Promise.reject(new Error("The journal is locked by another program.")));
  const { user } = open({ ...backend, revokeClientToken });
  await user.click(await screen.findByRole("button", { name: `Revoke ${token}` }));
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(revokeClientToken).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: `Revoke ${token}` }));
  await user.click(await screen.findByRole("button", { name: "Revoke" }));
  await alert("Couldn't revoke it.");
  expect(revokeClientToken).toHaveBeenCalledExactlyOnceWith(token);
});
