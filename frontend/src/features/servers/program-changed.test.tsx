// What the person sees of a program that an agent could have changed, and how they let it run.

import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Backend } from "../../backend/backend";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { ServersPage } from "./servers-page";

const WELCOME = "/home/ada/welcome";
const ignored = vi.fn();

/** The page of a server of which these files have changed. */
function open(files: string[], approve: Backend["approveServerProgram"]) {
  const backend = quickBackend();
  const space = fixtures.spaces[0];
  if (!space) throw new Error("no space");
  const failed: Backend = {
    ...backend,
    approveServerProgram: approve,
    servers: async (path) => {
      const found = await backend.servers(path);
      return { ...found, servers: found.servers.map((one) => (one.name === "files" ? { ...one, state: "failed" as const, reason: "It was not started" } : one)) };
    },
    server: async (path, name) => ({ ...(await backend.server(path, name)), program: { files, digest: "d1" } }),
  };
  return renderPage(<ServersPage space={space} server="files" onOpen={ignored} onAdd={ignored} onPrograms={ignored} />, failed);
}

it("names what changed, and starts the server once that is approved", async () => {
  const backend = quickBackend();
  const approve = vi.fn(backend.approveServerProgram);
  const files = Array.from({ length: 14 }, (_, at) => `${WELCOME}/srv/a${at}.py`);
  const { user } = open([...files, "/elsewhere/b.py"], approve);
  const section = await screen.findByRole("region", { name: "Its program changed." });
  const listed = within(section).getByRole("list", { name: "Changed files" });
  expect(within(listed).getByText("srv/a0.py")).toBeTruthy();
  expect(within(listed).getByText("and 3 more")).toBeTruthy();
  expect(screen.queryByText("The server failed to start.")).toBeNull();
  await user.click(within(section).getByRole("button", { name: "Approve and start" }));
  await waitFor(() => expect(approve).toHaveBeenCalledWith(WELCOME, "files", "d1"));
});

it("says why it could not be approved, and lists what is there by then", async () => {
  const { user } = open(["/elsewhere/b.py"], () => Promise.reject(new Error("The program of files has changed since you were shown it")));
  await user.click(await screen.findByRole("button", { name: "Approve and start" }));
  expect((await screen.findByText("Couldn't approve the program.")).closest("[role=alert]")?.textContent).toMatch(/since you were shown it/);
  expect(screen.getByText("/elsewhere/b.py")).toBeTruthy();
});
