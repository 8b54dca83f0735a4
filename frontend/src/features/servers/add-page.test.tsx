import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import type { Backend } from "../../backend/backend";
import { fixtures } from "../../testing/fixtures";
import { enabled } from "../../testing/enabled";
import { quickBackend, renderPage } from "../../testing/render";
import { AddPage } from "./add-page";
import type { AddWay } from "./add-way";
import { ProgramsPage } from "./programs-page";

const WELCOME = "/home/ada/welcome";
const onOpen = vi.fn();

function Page({ first }: { first: AddWay }) {
  const [way, setWay] = useState(first);
  const space = fixtures.spaces[0];
  return space && <AddPage space={space} way={way} onWay={setWay} onOpen={onOpen} onPrograms={vi.fn()} />;
}

const open = (first: AddWay, backend: Backend = quickBackend()) => renderPage(<Page first={first} />, backend);
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });
const named = async (backend: Backend, wanted: string) => (await backend.servers(WELCOME)).servers.find(({ name }) => name === wanted);

it("brings servers over from other programs, and says who does not start and why", async () => {
  const backend = quickBackend();
  const { user } = open("import", backend);
  const tick = await screen.findByRole<HTMLInputElement>("checkbox", { name: "files" });
  expect(tick.disabled).toBe(true);
  screen.getByText("Already added");
  screen.getByText("Couldn't read this file.");
  await user.click(screen.getByRole("checkbox", { name: "sqlite" }));
  await user.type(screen.getByLabelText("The token of your ticket system"), "s3cret");
  await user.click(button("Import 5 servers"));
  await screen.findByText("5 servers added. 1 failed to start.");
  const row = screen.getByText("fetch").closest("li");
  expect(row?.textContent).toContain("Failed to start");
  expect(await named(backend, "sqlite")).toBeUndefined();
  expect(await named(backend, "docs-2")).toBeDefined();
});

it("says what to do where no program has a server, or where they cannot be looked at", async () => {
  const { user, unmount } = open("import", quickBackend({ empty: true }));
  await screen.findByText("No servers found");
  await user.click(button("Paste JSON"));
  await screen.findByLabelText("JSON");
  unmount();
  open("import", quickBackend({ fail: ["foundServers"] }));
  await screen.findByText("Couldn't look for servers in other programs.");
});

it("shows what was understood of a text, and where it is wrong", async () => {
  const backend = quickBackend();
  const { user } = open("paste", backend);
  const text = screen.getByLabelText("JSON");
  await user.click(text);
  await user.paste('{"mcpServers": {"one" 1}}');
  await screen.findByText(/^Line 1, column 23: It is not valid JSON/);
  await user.clear(text);
  await user.click(text);
  await user.paste('{"mcpServers": {"one": {"command": "node", "args": ["a b.mjs"], "env": {"API_KEY": "x"}}, "two": {}}}');
  await screen.findByText('node "a b.mjs"');
  await screen.findByText(/^It has neither a command nor a url/);
  await user.click(screen.getByRole("radio", { name: "Only when a skill needs them" }));
  await user.click(button("Add 1 server"));
  await screen.findByText("Server added.");
  expect(await named(backend, "one")).toMatchObject({ internal: true });
});

it("adds one by hand: arguments one a line, a secret that is never shown again", async () => {
  const backend = quickBackend();
  const { user } = open("form", backend);
  await user.click(await screen.findByRole("button", { name: "Add server" }));
  screen.getByText("Enter a name.");
  await user.type(screen.getByLabelText(/^Name/), "shop");
  await user.type(screen.getByLabelText(/^Command/), "node");
  await user.type(screen.getByLabelText("Arguments"), "server.mjs{Enter}--data dir");
  await user.click(button("Add variable"));
  await user.type(screen.getByLabelText("Name of variable 1"), "SHOP_TOKEN");
  await user.type(screen.getByLabelText("Value of variable 1"), "t0ken");
  await waitFor(() => expect(within(screen.getByLabelText("Command", { selector: "ol" })).getAllByRole("listitem").map((one) => one.textContent)).toEqual(["0node", "1server.mjs", "2--data dir"]));
  await user.click(button("Add server"));
  await screen.findByText("Server added.");
  expect((await backend.server(WELCOME, "shop")).env).toEqual([{ name: "SHOP_TOKEN", value: "", hidden: true, secret: "shop.SHOP_TOKEN" }]);
});

it("connects another program only after its difference was seen, and can undo it", async () => {
  const backend = quickBackend();
  const space = fixtures.spaces[0];
  const { user } = renderPage(space && <ProgramsPage space={space} onServers={vi.fn()} />, backend);
  await user.click(await screen.findByRole("button", { name: "Connect Claude Desktop" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect((await dialog.findByLabelText("Change to its file")).textContent).toContain('"handrail"');
  await user.click(dialog.getByRole("button", { name: "Connect" }));
  await dialog.findByText("Connected.");
  await user.click(dialog.getByRole("button", { name: "Done" }));
  expect((await backend.programs(WELCOME))[0]).toMatchObject({ state: "connected", space: WELCOME });
  await user.click(await screen.findByRole("button", { name: "Undo: Claude Desktop" }));
  await user.click(await enabled("button", "Undo change"));
  await screen.findByText("Change undone.");
});

it("shows a token this one time, and forgets it", async () => {
  const space = fixtures.spaces[0];
  const { user } = renderPage(space && <ProgramsPage space={space} onServers={vi.fn()} />);
  await user.click(await screen.findByRole("button", { name: "Create a token" }));
  await user.type(await screen.findByLabelText(/^Name/), "editor");
  await user.click(button("Create"));
  await screen.findByText("Copy it now — you won't see it again.");
  await user.click(button("Done"));
  await waitFor(() => expect(screen.queryByText(/handrail_5Y/)).toBeNull());
  await user.click(await screen.findByRole("button", { name: "Revoke editor" }));
  await user.click(button("Revoke"));
  await waitFor(() => expect(screen.queryByText("editor")).toBeNull());
});

it("connects all programs in one go, after all differences were seen, and says which was not", async () => {
  const backend = quickBackend();
  const connect = vi.fn((space: string, id: string, act: "connect" | "disconnect" | "undo", digest: string) => (id === "codex" ? Promise.reject(new Error("The file cannot be written: it is read-only.")) : backend.connect(space, id, act, digest)));
  const space = fixtures.spaces[0];
  const { user } = renderPage(space && <ProgramsPage space={space} onServers={vi.fn()} />, { ...backend, connect });
  await user.click(await screen.findByRole("button", { name: "Connect both…" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect((await dialog.findByLabelText("Change to the file of Claude Desktop")).textContent).toContain('"handrail"');
  expect(connect).not.toHaveBeenCalled();
  await user.click(dialog.getByRole("button", { name: /^Connect \d programs$/ }));
  await dialog.findByText("The file cannot be written: it is read-only.");
  expect(dialog.getAllByText("Connected").length).toBe(connect.mock.calls.length - 1);
  await user.click(dialog.getByRole("button", { name: "Done" }));
  expect((await backend.programs(WELCOME))[0]).toMatchObject({ state: "connected", space: WELCOME });
});

it("takes a space in a command, and none around it", async () => {
  const { user } = open("form");
  const command = await screen.findByLabelText<HTMLInputElement>(/^Command/);
  await user.type(command, " /opt/my tools/serve ");
  expect(command.value).toBe("/opt/my tools/serve ");
  await user.tab();
  expect(command.value).toBe("/opt/my tools/serve");
});
