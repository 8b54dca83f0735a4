import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import type { Backend } from "../../backend/backend";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { ServersPage } from "./servers-page";

const WELCOME = "/home/ada/welcome";

function Page({ first }: { first: string }) {
  const [server, setServer] = useState(first);
  const space = fixtures.spaces[0];
  return space && <ServersPage space={space} server={server} onOpen={setServer} onAdd={vi.fn()} onPrograms={vi.fn()} />;
}

const open = (first: string, backend: Backend = quickBackend()) => renderPage(<Page first={first} />, backend);
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });

// What would be saved has a list of that name.
const commandField = () => screen.getByLabelText<HTMLInputElement>(/^Command/, { selector: "input" });

async function edit(first: string, backend: Backend = quickBackend()) {
  const page = open(first, backend);
  await page.user.click(await screen.findByRole("button", { name: "Edit" }));
  await screen.findByRole("button", { name: "Save" });
  return { ...page, backend };
}

it("changes a server: the form holds what was saved, and its secret stays", async () => {
  const { user, backend } = await edit("postgres");
  expect(commandField().value).toBe("npx");
  expect(screen.getByLabelText<HTMLTextAreaElement>("Arguments").value).toBe("-y\nserver-postgres\npostgresql://localhost/shop");
  expect(screen.getByLabelText<HTMLInputElement>("Working folder").value).toBe("/home/ada/welcome");
  expect(screen.getByLabelText<HTMLInputElement>("Value of variable 1").value).toBe("");
  screen.getByText("postgres.PGPASSWORD");
  await screen.findByText("No changes yet.");
  expect(button("Save").disabled).toBe(true);
  expect(screen.queryByLabelText(/^Name/, { selector: "#server-name" })).toBeNull();

  await user.clear(commandField());
  await user.type(commandField(), "node");
  await user.type(screen.getByLabelText("Timeout"), "90");
  await screen.findByText(/make it a different server: your approvals are removed/);
  await screen.findByText("(keeps the secret postgres.PGPASSWORD)");
  await user.click(button("Save"));
  await screen.findByRole("tab", { name: "About" });
  expect(document.activeElement).toBe(button("Edit"));
  expect(await backend.server(WELCOME, "postgres")).toMatchObject({
    argv: ["node", "-y", "server-postgres", "postgresql://localhost/shop"],
    env: [{ name: "PGPASSWORD", hidden: true, secret: "postgres.PGPASSWORD" }, { name: "PGUSER", value: "ada" }],
  });
  expect((await backend.savedServer(WELCOME, "postgres")).timeoutSeconds).toBe(90);
});

it("keeps a new value as a secret, and sends none that was not typed", async () => {
  const backend = quickBackend();
  const change = vi.fn(backend.changeServer);
  const { user } = await edit("docs", { ...backend, changeServer: change });
  await screen.findByText("docs.Authorization");
  await user.type(screen.getByLabelText("Value of header 1"), "n3w");
  await screen.findByText("Handrail saves the new value as a new secret and uses it as Bearer …");
  await user.click(screen.getByRole("radio", { name: "Auto-detect" }));
  await user.click(button("Save"));
  await screen.findByRole("tab", { name: "About" });
  expect(change).toHaveBeenCalledWith(WELCOME, expect.objectContaining({
    name: "docs", url: "https://docs.example.com/mcp", transport: "", headers: [{ name: "Authorization", value: "n3w", secret: true, keeps: "Authorization", kept: "docs.Authorization", around: "Bearer …" }],
  }));
});

it("says why a change cannot be, and what is missing", async () => {
  const { user } = await edit("memory");
  await user.clear(commandField());
  await user.click(button("Save"));
  await screen.findByText("Enter a command.");
  await user.type(commandField(), "npx");
  await user.type(screen.getByLabelText("Timeout"), "soon");
  await screen.findByText(/^Enter 0 to 86,400 seconds/);
  await user.clear(screen.getByLabelText("Timeout"));
  await user.click(screen.getByRole("radio", { name: "Server at an address" }));
  await user.type(screen.getByLabelText(/^Address/, { selector: "input" }), "nope");
  await screen.findByText("Can't save these changes.");
  expect(button("Save").disabled).toBe(true);
  await user.click(button("Cancel"));
  await screen.findByRole("tab", { name: "About" });
});

it("does not overwrite what was changed meanwhile, and fills the form anew", async () => {
  const backend = quickBackend();
  const { user } = await edit("memory", backend);
  await user.type(screen.getByLabelText("Working folder"), "/srv");
  await waitFor(() => expect(button("Save").disabled).toBe(false));
  await backend.setServerInternal(WELCOME, "memory", true);
  await user.click(button("Save"));
  const alert = within(await screen.findByRole("alert"));
  alert.getByText(/changed while you were editing/);
  expect((await backend.server(WELCOME, "memory")).folder).toBe("");
  await user.click(button("Reload"));
  await waitFor(() => expect(screen.getByRole("radio", { name: "Only when a skill needs them" }).getAttribute("aria-checked")).toBe("true"));
  expect(screen.getByLabelText<HTMLInputElement>("Working folder").value).toBe("");
});

it("sends arguments back as they were where they cannot be shown one a line", async () => {
  const backend = quickBackend();
  const saved = await backend.savedServer(WELCOME, "memory");
  const args = ["-c", "first\nsecond", ""];
  const draft = vi.fn(backend.draftChange);
  await edit("memory", { ...backend, savedServer: () => Promise.resolve({ ...saved, args }), draftChange: draft });
  expect(screen.getByLabelText<HTMLTextAreaElement>("Arguments").readOnly).toBe(true);
  await waitFor(() => expect(draft).toHaveBeenCalledWith(WELCOME, expect.objectContaining({ args })));
});

it("says where a server of the space is changed", async () => {
  const { user } = open("tracker");
  await user.click(await screen.findByRole("button", { name: "More actions for tracker" }));
  await screen.findByText("Declared in .mcp.json:3 in this space. Edit or remove it there.");
  expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
});
