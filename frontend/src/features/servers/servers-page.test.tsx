import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import type { Backend } from "../../backend/backend";
import { fixtures } from "../../testing/fixtures";
import { enabled } from "../../testing/enabled";
import { quickBackend, renderPage } from "../../testing/render";
import { ServersPage } from "./servers-page";

const WELCOME = "/home/ada/welcome";

function Page({ first, at }: { first: string; at: number }) {
  const [server, setServer] = useState(first);
  const space = fixtures.spaces[at];
  return space && <ServersPage space={space} server={server} onOpen={setServer} onAdd={vi.fn()} onPrograms={vi.fn()} />;
}

const open = (first = "", backend: Backend = quickBackend(), at = 0) => renderPage(<Page first={first} at={at} />, backend);
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });

it("says what does not start, and why, before all else", async () => {
  open();
  await screen.findByText("3 of 9 servers failed to start, 1 needs you to sign in, 2 have changes to review.");
  screen.getByText(/^The server "postgres" ended with exit code 1/);
  screen.getByText(/the program "uvx" was not found on PATH/);
  const names = screen.getAllByRole("switch").map((one) => one.getAttribute("aria-label")?.replace("Use the server ", ""));
  expect(names.slice(0, 4)).toEqual(["metrics", "notes", "postgres", "github"]);
  expect(names).toHaveLength(10);
});

it("offers to move keys that are stored in plain text", async () => {
  const backend = quickBackend();
  const plain = { ...(await backend.servers(WELCOME)), plainKeys: 2 };
  vi.spyOn(backend, "servers").mockResolvedValue(plain);
  vi.spyOn(backend, "startServers").mockResolvedValue(plain);
  const secure = vi.spyOn(backend, "secureServers").mockImplementation(async () => {
    const moved = { ...plain, plainKeys: 0 };
    vi.mocked(backend.servers).mockResolvedValue(moved);
    return Promise.resolve(moved);
  });
  const { user } = open("", backend);
  await screen.findByText("2 keys are stored in plain text.");
  await user.click(button("Move them to your keychain"));
  await waitFor(() => expect(screen.queryByText(/stored in plain text/)).toBeNull());
  expect(secure).toHaveBeenCalledWith(WELCOME);
});

it("tries one again, and shows that it goes on", async () => {
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "Try again: notes" }));
  await screen.findByText(/4 of 9|2 of 9/);
  await screen.findByText(/3 of 9/);
});

it("turns a server off, and says why if it could not", async () => {
  const backend = quickBackend();
  const { user, unmount } = open("", backend);
  await user.click(await screen.findByRole("switch", { name: "Use the server docs" }));
  await waitFor(() => expect(screen.getByRole("switch", { name: "Use the server docs" }).getAttribute("aria-checked")).toBe("false"));
  expect((await backend.servers(WELCOME)).servers.find(({ name }) => name === "docs")?.state).toBe("off");
  unmount();
  const { user: again } = open("", quickBackend({ fail: ["setServerEnabled"] }));
  await again.click(await screen.findByRole("switch", { name: "Use the server docs" }));
  await screen.findByText("Couldn't do that.");
});

it("switches a tool, has the person asked, and tries it", async () => {
  const backend = quickBackend();
  const { user } = open("files", backend);
  await user.click(await screen.findByRole("option", { name: /Read text file/ }));
  await screen.findByText("Preview");
  await user.click(screen.getByRole("switch", { name: "Ask me every time: read_text_file" }));
  await waitFor(async () => expect((await backend.server(WELCOME, "files")).tools[0]).toMatchObject({ ask: true, state: "ready" }));
  await user.click(await enabled("switch", "Agents may use read_text_file"));
  await waitFor(async () => expect((await backend.server(WELCOME, "files")).tools[0]?.state).toBe("off"));
});

it("says what was left out of a server, and why", async () => {
  const { user } = open("docs");
  await user.click(await screen.findByText("1 item left out"));
  screen.getByText("the tool number 3: it has no name");
});

it("shows what changed of a tool before it is approved", async () => {
  const { user } = open("files");
  await user.click(await screen.findByRole("option", { name: /Read media file/ }));
  expect((await screen.findByLabelText("Changes in read_media_file")).textContent).toContain("id_ed25519");
  expect(screen.queryByText("Preview")).toBeNull();
  await user.click(button("Approve: read_media_file"));
  await screen.findByText("Preview");
});

it("shows all that changed of a server, and approves just that in one go", async () => {
  const backend = quickBackend();
  const approve = vi.fn(backend.approveServerTools);
  const changes = (await backend.server(WELCOME, "files")).tools.filter(({ change }) => change !== "").map(({ name, digest }) => [name, digest]);
  expect(changes).toHaveLength(2);
  const { user } = open("files", { ...backend, approveServerTools: approve });
  await user.click(await screen.findByRole("button", { name: "Review all…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Changes in files" }));
  expect(dialog.getByLabelText("Changes in read_media_file").textContent).toContain("id_ed25519");
  await user.click(dialog.getByRole("button", { name: "Approve 2 tools" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(approve).toHaveBeenCalledWith(WELCOME, "files", Object.fromEntries(changes));
  await waitFor(() => expect(screen.queryByText(/new or changed/)).toBeNull());
});

it("opens what was refused, and changes what a server may do", async () => {
  const backend = quickBackend();
  const { user } = open("files", backend);
  await user.click(await screen.findByRole("tab", { name: "About" }));
  await user.click(await screen.findByRole("button", { name: "Allow: telemetry.example.com" }));
  await screen.findByText(/It can reach the package registries and telemetry.example.com,/);
  await user.click(button("Change…"));
  await user.type(screen.getByLabelText("Write access outside the space"), "/home/ada/data");
  await user.click(button("Save and restart"));
  await screen.findByText(/its own data folder, and \/home\/ada\/data/);
  expect((await backend.server(WELCOME, "files")).profile.write).toEqual(["/home/ada/data"]);
});

it("says step by step how far one gets that does not start", async () => {
  const { user } = open("postgres");
  await user.click(await screen.findByRole("button", { name: "Run test" }));
  await screen.findByText(/^Test failed after/);
  const steps = within(screen.getByRole("list")).getAllByRole("listitem").map((one) => one.textContent);
  expect(steps).toHaveLength(4);
  expect(steps[3]).toMatch(/^FailedAnsweredThe server "postgres" ended with exit code 1.*12 ms$/);
  screen.getByLabelText("Output");
});

it("hides values of secrets", async () => {
  const { user } = open("postgres");
  await user.click(await screen.findByRole("tab", { name: "About" }));
  await screen.findByText("secret postgres.PGPASSWORD in your keychain");
  screen.getByText("ada");
});

it("removes a server once it is asked again, and goes back to the list", async () => {
  const backend = quickBackend();
  const { user } = open("memory", backend);
  await user.click(await screen.findByRole("button", { name: "More actions for memory" }));
  await user.click(await screen.findByRole("menuitem", { name: "Remove…" }));
  await user.click(await screen.findByRole("button", { name: "Remove" }));
  await screen.findByText(/of 9 servers|of 8 servers/);
  expect((await backend.servers(WELCOME)).servers.some(({ name }) => name === "memory")).toBe(false);
});

it("says what servers are where there are none, and that one is gone", async () => {
  const { unmount } = open("", quickBackend(), 3);
  await screen.findByText("No servers yet");
  unmount();
  open("nobody");
  await screen.findByText("Server not found");
});
