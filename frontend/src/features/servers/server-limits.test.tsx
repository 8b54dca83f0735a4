// What is decided of one server: who has its tools, what it may do, and what of it is approved.

import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Backend } from "../../backend/backend";
import { enabled } from "../../testing/enabled";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { ServersPage } from "./servers-page";

const WELCOME = "/home/ada/welcome";
const WHY = /The journal is locked by another program/;

function open(server: string, backend: Backend = quickBackend()) {
  const space = fixtures.spaces[0];
  return renderPage(space && <ServersPage space={space} server={server} onOpen={vi.fn()} onAdd={vi.fn()} onPrograms={vi.fn()} />, backend);
}

async function about(server: string, backend: Backend = quickBackend()) {
  const page = open(server, backend);
  await page.user.click(await screen.findByRole("tab", { name: "About" }));
  await screen.findByText("Details");
  return page;
}

const alert = async (what: string) => expect((await screen.findByText(what)).closest("[role=alert]")?.textContent).toMatch(WHY);

it("gives its tools to skills only, and says why it did not", async () => {
  const backend = quickBackend();
  const setServerInternal = vi.fn(backend.setServerInternal);
  const { user, unmount } = await about("files", { ...backend, setServerInternal });
  await user.click(screen.getByLabelText("Only when a skill needs them"));
  await waitFor(() => expect(setServerInternal).toHaveBeenCalledExactlyOnceWith(WELCOME, "files", true));
  unmount();
  const { user: again } = await about("files", quickBackend({ fail: ["setServerInternal"] }));
  await again.click(screen.getByLabelText("Only when a skill needs them"));
  await alert("Couldn't change the availability of its tools.");
});

it("says why what was refused was not allowed", async () => {
  const { user } = await about("files", quickBackend({ fail: ["allowRefused"] }));
  await user.click(screen.getByRole("button", { name: "Allow: /home/ada/.aws" }));
  await alert("Couldn't allow it.");
});

it("allows exactly what was refused", async () => {
  const backend = quickBackend();
  const allowRefused = vi.fn(backend.allowRefused);
  const { user } = await about("files", { ...backend, allowRefused });
  await user.click(screen.getByRole("button", { name: "Allow: /home/ada/.aws" }));
  await waitFor(() => expect(allowRefused).toHaveBeenCalledExactlyOnceWith(WELCOME, "files", "read", "/home/ada/.aws"));
});

it("saves nothing while a host is wrong, says it at the field, and lets go of it when told", async () => {
  const backend = quickBackend();
  const setServerProfile = vi.fn(backend.setServerProfile);
  const checkNetwork = vi.fn<Backend["checkNetwork"]>(() => Promise.resolve([{ word: "two words", text: "two words is no host." }]));
  const { user } = await about("files", { ...backend, setServerProfile, checkNetwork });
  await user.click(screen.getByRole("button", { name: "Change…" }));
  await user.type(await screen.findByLabelText("These hosts"), "two words");
  await user.click(screen.getByRole("button", { name: "Save and restart" }));
  await screen.findByText("two words is no host.");
  expect(screen.getByLabelText("These hosts").getAttribute("aria-invalid")).toBe("true");
  expect(setServerProfile).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await screen.findByRole("button", { name: "Change…" });
});

it("saves what it may reach, read and change, line by line, and says why it did not", async () => {
  const backend = quickBackend();
  let broken = true;
  const setServerProfile = vi.fn<Backend["setServerProfile"]>((...args) => (broken ? Promise.reject(new Error("The journal is locked by another program.")) : backend.setServerProfile(...args)));
  const { user } = await about("files", { ...backend, setServerProfile });
  await user.click(screen.getByRole("button", { name: "Change…" }));
  await user.click(await screen.findByRole("radio", { name: "Nothing" }));
  await user.type(screen.getByLabelText("Read access outside the space"), "/home/ada/a{Enter}{Enter}  ~/b ");
  await user.click(screen.getByRole("button", { name: "Save and restart" }));
  await alert("Couldn't save its access.");
  expect(setServerProfile).toHaveBeenCalledExactlyOnceWith(WELCOME, "files", ["off"], ["/home/ada/a", "~/b"], []);
  broken = false;
  await user.click(await enabled("button", "Save and restart"));
  await screen.findByRole("button", { name: "Change…" });
});

it("goes back to what a server needs by itself", async () => {
  const backend = quickBackend();
  const setServerProfile = vi.fn(backend.setServerProfile);
  const { user } = await about("notes", { ...backend, setServerProfile });
  await user.click(screen.getByRole("button", { name: "Change…" }));
  await user.click(await screen.findByRole("button", { name: "Use defaults" }));
  await waitFor(() => expect(setServerProfile).toHaveBeenCalledExactlyOnceWith(WELCOME, "notes", [], [], []));
});

it("warns of a server that may reach everything, and offers no limits for one that runs elsewhere", async () => {
  const { user, unmount } = await about("files");
  await user.click(screen.getByRole("button", { name: "Change…" }));
  await user.click(await screen.findByRole("radio", { name: "Everything" }));
  await screen.findByText("It can then send anything it can read to any host.");
  unmount();
  await about("docs");
  expect(screen.queryByRole("button", { name: "Change…" })).toBeNull();
});

it.each([
  ["github", "Sign in to list its tools."],
  ["browser", "Its tools appear here after it starts for the first time."],
  ["metrics", "Its tools appear here after it starts for the first time."],
])("says why it has no tools yet: %s", async (server, why) => {
  const { user } = open(server);
  await user.click(await screen.findByRole("tab", { name: "Tools" }));
  await screen.findByText(why);
  expect(within(screen.getByRole("tabpanel")).queryByRole("button", { name: "Start" })).toBeNull();
});

it("says of a server without tools where to look", async () => {
  const backend = quickBackend();
  const server: Backend["server"] = async (path, name) => ({ ...(await backend.server(path, name)), tools: [] });
  const { user } = open("memory", { ...backend, server });
  await user.click(await screen.findByRole("tab", { name: /^Tools/ }));
  await screen.findByText("No tools");
});

it("finds a tool by words and state, and shows all again when none fits", async () => {
  const { user } = open("files");
  const list = () => within(screen.getByRole("listbox", { name: "Tools of this server" })).getAllByRole("option");
  await screen.findByRole("listbox", { name: "Tools of this server" });
  expect(list()).toHaveLength(8);
  await user.type(screen.getByRole("searchbox"), "media");
  expect(list()).toHaveLength(1);
  await user.click(screen.getByRole("radio", { name: /^Off/ }));
  await user.click(await screen.findByRole("button", { name: "Show all tools" }));
  expect(list()).toHaveLength(8);
});

it.each([
  ["setToolOff", "Agents may use read_text_file"],
  ["setServerToolAsk", "Ask me every time: read_text_file"],
])("says why a tool was not switched: %s", async (method, name) => {
  const { user } = open("files", quickBackend({ fail: [method] }));
  await user.click(await screen.findByRole("option", { name: /Read text file/ }));
  await user.click(await screen.findByRole("switch", { name }));
  await alert("Couldn't change this tool.");
});

it("approves nothing that was not approved, one or all, and says why", async () => {
  const { user } = open("files", quickBackend({ fail: ["approveServerTools"] }));
  await user.click(await screen.findByRole("option", { name: /Read media file/ }));
  await user.click(await screen.findByRole("button", { name: "Approve: read_media_file" }));
  await alert("Couldn't change this tool.");
  await user.click(screen.getByRole("button", { name: "Review all…" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Approve 2 tools" }));
  expect((await dialog.findByRole("alert")).textContent).toMatch(WHY);
  await user.click(dialog.getByRole("button", { name: "Not now" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Review all…" }));
});
