import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPage } from "../testing/render";
import { Shell } from "./shell";

const WELCOME = encodeURIComponent("/home/ada/welcome");

function open() {
  window.location.hash = `#/space/${WELCOME}/runs`;
  return renderPage(<Shell />);
}

it("lists every key, and closes by a key", async () => {
  const { user } = open();
  await screen.findByRole("button", { name: /^Runs/ });
  await user.keyboard("{Control>}/{/Control}");
  const dialog = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  for (const key of ["Ctrl K", "Ctrl N", "Ctrl J", "Ctrl .", "Ctrl B", "Ctrl ,", "Ctrl /", "Esc", "Alt D"]) expect(within(dialog).getByText(key)).toBeTruthy();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("begins a chat from anywhere", async () => {
  const { user } = open();
  await screen.findByRole("button", { name: /^Runs/ });
  await user.keyboard("{Control>}n{/Control}");
  await waitFor(() => expect(window.location.hash).toContain("/chat/"));
  await screen.findByRole("textbox", { name: "Message" });
});

it("opens the settings", async () => {
  const { user } = open();
  await screen.findByRole("button", { name: /^Runs/ });
  await user.keyboard("{Control>},{/Control}");
  await waitFor(() => expect(window.location.hash).toContain("settings"));
});
