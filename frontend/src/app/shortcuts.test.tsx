import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { quickBackend, renderPage } from "../testing/render";
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
  for (const key of ["Ctrl K", "Ctrl N", "Ctrl J", "Ctrl .", "Ctrl B", "Ctrl ,", "Ctrl /", "Ctrl +", "Ctrl -", "Ctrl 0", "Esc", "Alt D"]) expect(within(dialog).getByText(key)).toBeTruthy();
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

it("shows everything larger and smaller, by steps, and as large as usual again", async () => {
  const backend = quickBackend();
  const setZoom = vi.fn(backend.setZoom);
  window.location.hash = `#/space/${WELCOME}/runs`;
  const { user } = renderPage(<Shell />, { ...backend, setZoom });
  await screen.findByRole("button", { name: /^Runs/ });
  const zoom = () => document.documentElement.style.zoom;
  await user.keyboard("{Control>}={/Control}");
  await waitFor(() => expect(zoom()).toBe("1.1"));
  await user.keyboard("{Control>}{Shift>}+{/Shift}+{/Control}");
  await waitFor(() => expect(zoom()).toBe("1.5"));
  await user.keyboard("{Control>}-{/Control}");
  await waitFor(() => expect(zoom()).toBe("1.25"));
  await user.keyboard("{Control>}0{/Control}");
  await waitFor(() => expect(zoom()).toBe(""));
  expect(setZoom.mock.calls).toEqual([[110], [125], [150], [125], [100]]);
  await user.keyboard("{Control>}0---{/Control}");
  await waitFor(() => expect(zoom()).toBe("0.8"));
  await waitFor(async () => expect((await backend.settings()).zoom).toBe(80));
});

it("leaves the size to a window that shows it by itself, and goes back where it is not kept", async () => {
  const backend = quickBackend();
  const settings = async () => ({ ...(await backend.settings()), zooms: true });
  const setZoom = vi.fn(() => Promise.reject(new Error("The disk is full.")));
  window.location.hash = "#/settings/look";
  const { user } = renderPage(<Shell />, { ...backend, settings, setZoom });
  await user.click(await screen.findByRole("combobox", { name: "Text size" }));
  await user.click(await screen.findByRole("option", { name: "150%" }));
  await screen.findByText("The disk is full.");
  await waitFor(() => expect(screen.getByRole("combobox", { name: "Text size" }).textContent).toBe("100%"));
  expect(document.documentElement.style.zoom).toBe("");
});

it("opens the settings", async () => {
  const { user } = open();
  await screen.findByRole("button", { name: /^Runs/ });
  await user.keyboard("{Control>},{/Control}");
  await waitFor(() => expect(window.location.hash).toContain("settings"));
});
