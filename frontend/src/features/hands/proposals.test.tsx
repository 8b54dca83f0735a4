// Hands that a project's own files suggest: what is said of them, and that none is offered twice.

import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Backend } from "../../backend/backend";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { HandsPage } from "./hands-page";

const WELCOME = "/home/ada/welcome";

function open(hand = "", backend: Backend = quickBackend()) {
  const [space] = fixtures.spaces;
  return renderPage(space && <HandsPage space={space} hand={hand} onOpen={vi.fn()} />, backend);
}

it.each([
  ["hang", "Looking for commands in this folder…"],
  ["fail", "Couldn't look for commands in this folder."],
] as const)("says how it goes to look for hands: %s", async (how, said) => {
  const { user } = open("", quickBackend({ [how]: ["proposeHands"] }));
  await user.click(await screen.findByRole("button", { name: "Suggest hands" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Suggested hands" }));
  await dialog.findByText(said);
  expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Add" }).disabled).toBe(true);
});

it("says that nothing was found to make a hand of, and gives the focus back", async () => {
  const backend = quickBackend();
  const { user } = open("", { ...backend, proposeHands: () => Promise.resolve({ hands: [], notes: ["No package.json was found."] }) });
  const button = await screen.findByRole("button", { name: "Suggest hands" });
  await user.click(button);
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText("No commands found to turn into hands.");
  dialog.getByText("No package.json was found.");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it("offers no proposal twice: a name that is taken cannot be chosen", async () => {
  const backend = quickBackend();
  const proposeHands: Backend["proposeHands"] = async (path) => {
    const found = await backend.proposeHands("/home/ada/notes");
    expect(path).toBe(WELCOME);
    return { ...found, hands: found.hands.slice(0, 1).map((hand) => ({ ...hand, name: "list-files" })) };
  };
  const { user } = open("", { ...backend, proposeHands });
  await user.click(await screen.findByRole("button", { name: "Suggest hands" }));
  expect((await screen.findByRole<HTMLInputElement>("checkbox", { name: "list-files" })).disabled).toBe(true);
  screen.getByText("A hand already has this name.");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Add" }).disabled).toBe(true);
});
