import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Backend } from "../../backend/backend";
import { quickBackend, renderPage } from "../../testing/render";
import { Secrets } from "./secrets";

const open = (backend = quickBackend()) => renderPage(<Secrets />, backend);
const row = async (name: string) => within((await screen.findByText(name)).closest("li") ?? document.body);

it("lists names, where they are and what uses them, and no value", async () => {
  open();
  expect((await row("staging-token")).getByText("Used by tool deploy of Welcome, hand tag-release of Welcome")).toBeTruthy();
  (await row("anthropic")).getByText("No value");
  screen.getByText("In this system's keychain.");
  expect(screen.queryByRole("note")).toBeNull();
});

it("warns where there is no keychain", async () => {
  open(quickBackend({ plain: true }));
  expect((await screen.findByRole("note")).textContent).toContain("whoever can read your files can read it and its key");
});

it("takes a value once, hidden, and forgets it", async () => {
  const backend = quickBackend();
  const setSecret = vi.fn(backend.setSecret);
  const { user } = open({ ...backend, setSecret });
  await user.click(await screen.findByRole("button", { name: "Set value of anthropic" }));
  const field = screen.getByLabelText<HTMLInputElement>(/Value/);
  expect(field.type).toBe("password");
  await user.type(field, "k-123{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(setSecret).toHaveBeenCalledWith("anthropic", "k-123");
  (await row("anthropic")).getByText("In the keychain");
  await user.click((await row("anthropic")).getByRole("button", { name: "Replace anthropic" }));
  expect(screen.getByLabelText<HTMLInputElement>(/Value/).value).toBe("");
});

it("keeps no secret without a name or a value", async () => {
  const setSecret = vi.fn();
  const { user } = open({ ...quickBackend(), setSecret });
  await user.click(await screen.findByRole("button", { name: "Add a secret" }));
  await user.type(screen.getByLabelText(/Name/), "two words{Enter}");
  screen.getByText(/Use up to 64 letters, digits/);
  screen.getByText("Enter a value.");
  expect(setSecret).not.toHaveBeenCalled();
});

it("says why a value was not kept, and keeps the form", async () => {
  const setSecret: Backend["setSecret"] = () => Promise.reject(new Error("The keychain is locked. Unlock it and try again."));
  const { user } = open({ ...quickBackend(), setSecret });
  await user.click(await screen.findByRole("button", { name: "Add a secret" }));
  await user.type(screen.getByLabelText(/Name/), "telegram");
  await user.type(screen.getByLabelText(/Value/), "v{Enter}");
  await screen.findByText("The keychain is locked. Unlock it and try again.");
  screen.getByRole("dialog");
});

it("says what breaks before it removes one", async () => {
  const backend = quickBackend();
  const { user } = open(backend);
  await user.click(await screen.findByRole("button", { name: "Remove staging-token" }));
  within(screen.getByRole("dialog")).getByText("hand tag-release of Welcome");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect((await backend.secrets()).secrets.find(({ name }) => name === "staging-token")?.kept).toBe("keyring");
  await user.click(screen.getByRole("button", { name: "Remove staging-token" }));
  await user.click(screen.getByRole("button", { name: "Remove" }));
  await (await row("staging-token")).findByText("No value");
});
