// The states of the servers page, and what each of its buttons asks of Go.

import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import type { Backend, ServerDetailView, ServersView, ServerView } from "../../backend/backend";
import { enabled } from "../../testing/enabled";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { Added } from "./added";
import { ServersPage } from "./servers-page";

const WELCOME = "/home/ada/welcome";
const WHY = /The journal is locked by another program/;

const onAdd = vi.fn();
const onPrograms = vi.fn();

function Page({ first }: { first: string }) {
  const [server, setServer] = useState(first);
  const space = fixtures.spaces[0];
  return space && <ServersPage space={space} server={server} onOpen={setServer} onAdd={onAdd} onPrograms={onPrograms} />;
}

const open = (first = "", backend: Backend = quickBackend()) => renderPage(<Page first={first} />, backend);
const alert = async (what: string) => expect((await screen.findByText(what)).closest("[role=alert]")?.textContent).toMatch(WHY);

/** A backend of which one thing about servers, or about the server itself, is otherwise. */
function changed(name: string, server: Partial<ServerView>, detail: Partial<ServerDetailView> = {}): Backend {
  const backend = quickBackend();
  const list = async (given: Promise<ServersView>) => {
    const found = await given;
    return { ...found, servers: found.servers.map((one) => (one.name === name ? { ...one, ...server } : one)) };
  };
  return {
    ...backend,
    servers: (path) => list(backend.servers(path)),
    startServers: (path) => list(backend.startServers(path)),
    server: async (path, wanted) => {
      const found = await backend.server(path, wanted);
      return wanted === name ? { ...found, ...detail, server: { ...found.server, ...server } } : found;
    },
  };
}

it.each([
  ["", "servers", "Loading servers…"],
  ["files", "servers", "Loading servers…"],
  ["files", "server", "Loading this server…"],
])("says what it waits for: %j, %s", async (server, hang, waiting) => {
  open(server, quickBackend({ hang: [hang, "startServers"] }));
  await screen.findByText(waiting);
  expect(screen.queryByRole("alert")).toBeNull();
});

it.each([
  ["", "servers", "Couldn't load the servers."],
  ["files", "server", "Couldn't load this server."],
] as const)("says that it could not be read, and reads it when asked again: %j", async (server, name, what) => {
  const backend = quickBackend();
  let broken = true;
  const real = backend[name] as (...args: string[]) => Promise<unknown>;
  const answer = vi.fn((...args: string[]) => (broken ? Promise.reject(new Error("The journal is locked by another program.")) : real(...args)));
  const { user } = open(server, { ...backend, [name]: answer, startServers: () => new Promise(() => undefined) });
  await alert(what);
  broken = false;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  expect(answer.mock.calls.length).toBeGreaterThan(1);
});

it("starts what can be used when somebody looks, once", async () => {
  const backend = quickBackend();
  const startServers = vi.fn(backend.startServers);
  open("", { ...backend, startServers });
  await screen.findByRole("switch", { name: "Use the server files" });
  expect(startServers).toHaveBeenCalledExactlyOnceWith(WELCOME);
});

it("reads the list again, and leads to adding and to other programs", async () => {
  const backend = quickBackend();
  const servers = vi.fn(backend.servers);
  const { user } = open("", { ...backend, servers });
  await screen.findByRole("switch", { name: "Use the server files" });
  const before = servers.mock.calls.length;
  await user.click(await enabled("button", "Refresh"));
  await waitFor(() => expect(servers.mock.calls.length).toBeGreaterThan(before));
  await user.click(screen.getByRole("button", { name: "Add servers" }));
  expect(onAdd).toHaveBeenCalledOnce();
  await user.click(screen.getByRole("button", { name: "Use in other programs…" }));
  expect(onPrograms).toHaveBeenCalledOnce();
});

it.each([
  [1, "Your server is OK."],
  [3, "All 3 servers are OK."],
])("says that all is well: %i", async (count, said) => {
  const backend = quickBackend();
  const { servers } = await backend.servers(WELCOME);
  const well = { ...(await backend.servers(WELCOME)), servers: servers.filter(({ state, held }) => (state === "ready" || state === "idle" || state === "stopped" || state === "connecting") && held === 0).slice(0, count) };
  open("", { ...backend, servers: () => Promise.resolve(well), startServers: () => Promise.resolve(well) });
  await screen.findByText(said);
});

/** Where a button stands, what it is called, and what it asks. */
const ACTS: [server: string, menu: boolean, button: string, method: keyof Backend, args: unknown[], now?: Partial<ServerView>][] = [
  ["", false, "Sign in: github", "signInServer", [WELCOME, "github"]],
  ["", false, "Try again: postgres", "restartServer", [WELCOME, "postgres"]],
  ["", false, "Start: memory", "restartServer", [WELCOME, "memory"]],
  ["files", false, "Restart", "restartServer", [WELCOME, "files"]],
  ["files", true, "Stop", "stopServer", [WELCOME, "files"]],
  ["files", true, "Turn off", "setServerEnabled", [WELCOME, "files", false]],
  ["memory", false, "Start", "restartServer", [WELCOME, "memory"]],
  ["weather", false, "Turn on", "setServerEnabled", [WELCOME, "weather", true]],
  ["github", false, "Sign in", "signInServer", [WELCOME, "github"]],
  ["docs", true, "Sign out", "signOutServer", [WELCOME, "docs"]],
];

it.each(ACTS)("%j: the button asks for one thing, and says why it was not done (in a menu: %s): %s", async (server, menu, name, method, args) => {
  const backend = changed("docs", {}, { signedIn: true });
  let broken = false;
  const asked = vi.fn(() => (broken ? Promise.reject(new Error("The journal is locked by another program.")) : backend.servers(WELCOME)));
  const { user } = open(server, { ...backend, [method]: asked });
  const press = async () => {
    if (menu) await user.click(await enabled("button", `More actions for ${server}`));
    await user.click(menu ? await screen.findByRole("menuitem", { name }) : await enabled("button", name));
  };
  await press();
  await waitFor(() => expect(asked).toHaveBeenCalledExactlyOnceWith(...args));
  expect(screen.queryByRole("alert")).toBeNull();
  broken = true;
  await press();
  const said = (await screen.findByText(WHY)).closest<HTMLElement>("[role=alert]");
  await user.click(within(said ?? document.body).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByText(WHY)).toBeNull());
});

it("leads from the list to what changed, and to why one does not start", async () => {
  const { user, ways } = open();
  await user.click(await screen.findByRole("button", { name: "Review changes: tracker" }));
  expect(ways.trust).toHaveBeenCalledOnce();
  await user.click(screen.getByRole("button", { name: "See why: postgres" }));
  await screen.findByRole("button", { name: "Run test" });
  await user.click(screen.getByRole("button", { name: "Back to all servers" }));
  await screen.findByRole("button", { name: "See why: postgres" });
});

it("opens a server with the keys alone, and goes through its parts", async () => {
  const { user } = open();
  (await screen.findByRole("button", { name: "files" })).focus();
  await user.keyboard("{Enter}");
  const tools = await screen.findByRole("tab", { name: /^Tools/ });
  tools.focus();
  for (const name of ["About", "Log", "Test"]) {
    await user.keyboard("{ArrowRight}");
    await waitFor(() => expect(screen.getByRole("tab", { name }).getAttribute("aria-selected")).toBe("true"));
  }
});

it("keeps what is typed of its access while it comes to another state", async () => {
  const { user } = open("files");
  await user.click(await screen.findByRole("tab", { name: "About" }));
  await screen.findByText("48211");
  await user.click(screen.getByRole("button", { name: "Change…" }));
  await user.type(await screen.findByLabelText("Write access outside the space"), "/home/ada/data");
  await user.click(screen.getByRole("button", { name: "More actions for files" }));
  await user.click(await screen.findByRole("menuitem", { name: "Stop" }));
  await screen.findByText("It was stopped.");
  await waitFor(() => expect(screen.queryByText("48211")).toBeNull());
  expect(screen.getByLabelText<HTMLTextAreaElement>("Write access outside the space").value).toBe("/home/ada/data");
});

it("stays at the part that the person uses when its tools become known", async () => {
  const weather: Partial<ServerView> = {};
  const { user } = open("weather", changed("weather", weather));
  await user.click(await screen.findByRole("button", { name: "Change…" }));
  await user.type(await screen.findByLabelText("Write access outside the space"), "/home/ada/data");
  Object.assign(weather, { known: true, tools: 3 });
  await user.click(screen.getByRole("button", { name: "Turn on" }));
  await screen.findByRole("tab", { name: "Tools · 3" });
  expect(screen.getByLabelText<HTMLTextAreaElement>("Write access outside the space").value).toBe("/home/ada/data");
});

it("says of a server of the space that it is changed in its file, and cannot be edited here", async () => {
  const { user, ways } = open("tracker");
  await user.click(await screen.findByRole("button", { name: "Review changes" }));
  expect(ways.trust).toHaveBeenCalledOnce();
  expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "More actions for tracker" }));
  expect((await screen.findByRole("menu")).textContent).toContain(".mcp.json:3");
  expect(screen.queryByRole("menuitem", { name: "Remove…" })).toBeNull();
});

it("removes nothing that is kept, and gives the focus back", async () => {
  const backend = quickBackend();
  const removeServer = vi.fn(backend.removeServer);
  const { user } = open("memory", { ...backend, removeServer });
  await user.click(await screen.findByRole("button", { name: "More actions for memory" }));
  await user.click(await screen.findByRole("menuitem", { name: "Remove…" }));
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "More actions for memory" })));
  expect(removeServer).not.toHaveBeenCalled();
});

it("shows what a server has printed, and reads it again", async () => {
  const quiet = changed("memory", {}, { log: [] });
  const server = vi.fn(quiet.server);
  const { user, unmount } = open("memory", { ...quiet, server });
  await user.click(await screen.findByRole("tab", { name: "Log" }));
  await screen.findByText("No output yet");
  const before = server.mock.calls.length;
  await user.click(screen.getByRole("button", { name: "Refresh" }));
  await waitFor(() => expect(server.mock.calls.length).toBeGreaterThan(before));
  unmount();
  const { user: again } = open("files");
  await again.click(await screen.findByRole("tab", { name: "Log" }));
  expect((await screen.findByLabelText("Log", { selector: "pre" })).textContent).toContain("Secure MCP Filesystem Server");
  screen.getByText("Last 2 lines of output");
});

it.each([
  ["postgres", "Starting (up to 30 seconds)…"],
  ["github", "Connecting (up to 30 seconds)…"],
])("says that a test goes on: %s", async (server, waiting) => {
  const { user } = open(server, quickBackend({ hang: ["testServer"] }));
  await user.click(await screen.findByRole("tab", { name: "Test" }));
  await user.click(await screen.findByRole("button", { name: "Run test" }));
  await screen.findByText(waiting);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Run test" }).disabled).toBe(true);
});

it("says why a test could not be made", async () => {
  const { user } = open("postgres", quickBackend({ fail: ["testServer"] }));
  await user.click(await screen.findByRole("button", { name: "Run test" }));
  await alert("Couldn't run the test.");
});

it("says above what was added who wants a sign-in, beside who does not start", async () => {
  const space = fixtures.spaces[0];
  const backend = quickBackend();
  const all = (await backend.servers(WELCOME)).servers.slice(0, 2);
  const [one, two] = all;
  if (!space || !one || !two) throw new Error("no servers are recorded");
  const added = all.map(({ name }) => ({ id: name, name, outcome: "added" as const, why: "", secrets: [], missing: [] }));
  const servers: Backend["servers"] = (path) => backend.servers(path).then((found) => ({ ...found, servers: [{ ...one, state: "failed", reason: "it is gone" }, { ...two, state: "sign-in", reason: "" }] }));
  renderPage(<Added space={space} added={added} onOpen={vi.fn()} onMore={vi.fn()} onPrograms={vi.fn()} />, { ...backend, servers });
  await screen.findByText("2 servers added. 1 failed to start. 1 needs you to sign in.");
});
