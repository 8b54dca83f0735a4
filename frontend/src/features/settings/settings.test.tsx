import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Backend } from "../../backend/backend";
import { quickBackend, renderPage } from "../../testing/render";
import { problemsOf } from "./add-provider";
import { SettingsPage, type Part } from "./settings-page";

const open = (part: Part, backend: Backend = quickBackend()) => renderPage(<SettingsPage part={part} onPart={vi.fn()} />, backend);

it.each([
  [{ name: "", type: "openai", url: "http://x", key: "" }, ["name"]],
  [{ name: "My Models", type: "openai", url: "http://x", key: "" }, ["name"]],
  [{ name: "a", type: "openai", url: "127.0.0.1:1234", key: "" }, ["url"]],
  [{ name: "a", type: "openai", url: "https://x/v1", key: "" }, []],
  [{ name: "a", type: "anthropic", url: "", key: "" }, ["key"]],
  [{ name: "a-1", type: "anthropic", url: "", key: "k" }, []],
] as const)("knows what %j lacks", (form, lacks) => {
  expect(Object.keys(problemsOf(form))).toEqual(lacks);
});

it("connects a server that was found here", async () => {
  const { user } = open("models");
  await user.click(await screen.findByRole("button", { name: "Connect" }));
  expect(await screen.findByText("lm-studio")).toBeTruthy();
  expect(screen.getByText("1 model server found, all connected.")).toBeTruthy();
});

it("adds a provider by form, and keeps the form while something is wrong with it", async () => {
  const { user } = open("models");
  await user.click(await screen.findByRole("button", { name: "Add a provider" }));
  const dialog = screen.getByRole("dialog");
  await user.click(within(dialog).getByRole("button", { name: "Connect" }));
  expect(within(dialog).getByText(/Use lower-case letters, digits and dashes/)).toBeTruthy();
  await user.type(within(dialog).getByLabelText(/Name/), "far");
  await user.type(within(dialog).getByLabelText(/Address/), "https://models.example.com/v1{Enter}");
  expect((await within(dialog).findByRole("alert")).textContent).toContain("did not answer");
  await user.clear(within(dialog).getByLabelText(/Address/));
  await user.type(within(dialog).getByLabelText(/Address/), "http://127.0.0.1:9999/v1{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByText("far")).toBeTruthy();
});

it("fills in a known provider, and says where its key is made", async () => {
  const backend = quickBackend();
  const openURL = vi.fn(() => Promise.resolve());
  const addProvider = vi.fn(backend.addProvider);
  const { user } = open("models", { ...backend, openURL, addProvider });
  await user.click(await screen.findByRole("button", { name: "Add a provider" }));
  const dialog = within(screen.getByRole("dialog"));
  await user.click(await dialog.findByRole("button", { name: "OpenRouter" }));
  await user.click(dialog.getByRole("button", { name: "Get a key from OpenRouter" }));
  expect(openURL.mock.calls).toEqual([["https://openrouter.ai/settings/keys"]]);
  await user.click(dialog.getByRole("button", { name: "Connect" }));
  expect(dialog.getByText("This provider needs a key.")).toBeTruthy();
  await user.type(dialog.getByLabelText(/^Key/), "k{Enter}");
  await waitFor(() => expect(addProvider.mock.calls).toEqual([[{ name: "openrouter", type: "openai", url: "https://openrouter.ai/api/v1", key: "k" }]]));
});

it("gives a second one of a kind a name of its own", async () => {
  const { user } = open("models");
  await user.click(await screen.findByRole("button", { name: "Add a provider" }));
  const dialog = within(screen.getByRole("dialog"));
  await user.click(await dialog.findByRole("button", { name: "Anthropic", pressed: false }));
  expect(dialog.getByLabelText<HTMLInputElement>(/^Name/).value).toBe("anthropic-2");
  await user.clear(dialog.getByLabelText(/^Name/));
  await user.type(dialog.getByLabelText(/^Name/), "anthropic{Enter}");
  expect(dialog.getByText("There is a provider with this name already.")).toBeTruthy();
});

it("puts an address right whose end was left out", async () => {
  const { user } = open("models");
  await user.click(await screen.findByRole("button", { name: "Add a provider" }));
  const dialog = within(screen.getByRole("dialog"));
  await user.type(dialog.getByLabelText(/Name/), "mine");
  await user.type(dialog.getByLabelText(/Address/), "http://127.0.0.2:9999{Enter}");
  await user.click(await dialog.findByRole("button", { name: "Use that address" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByText("http://127.0.0.2:9999/v1")).toBeTruthy();
});

it("changes a provider that is ready, and asks it for a word", async () => {
  const backend = quickBackend();
  await backend.addProvider({ name: "here", type: "openai", url: "http://127.0.0.1:5/v1", key: "" });
  const { user } = open("models", backend);
  await user.click(await screen.findByRole("button", { name: "Test here" }));
  expect(await screen.findByText("here/model-1 answered “ready” after 0.8 s.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Change here" }));
  const dialog = within(screen.getByRole("dialog"));
  await user.clear(dialog.getByLabelText(/Address/));
  await user.type(dialog.getByLabelText(/Address/), "http://127.0.0.1:6/v1{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByText("http://127.0.0.1:6/v1")).toBeTruthy();
});

it("never shows a key", async () => {
  const { user } = open("models");
  await user.click(await screen.findByRole("button", { name: "Add key" }));
  expect(screen.getByLabelText<HTMLInputElement>(/Key/).type).toBe("password");
});

it("takes a provider away, once that is confirmed", async () => {
  const { user } = open("models");
  await user.click(await screen.findByRole("button", { name: "Remove anthropic" }));
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(screen.getByText("anthropic")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Remove anthropic" }));
  await user.click(await screen.findByRole("button", { name: "Remove" }));
  await waitFor(() => expect(screen.queryByText("anthropic")).toBeNull());
});

it("is honest where nothing is connected", async () => {
  open("models", quickBackend({ empty: true }));
  expect(await screen.findByText(/No providers yet/)).toBeTruthy();
  expect(screen.getByText(/it can't answer questions/)).toBeTruthy();
  expect(await screen.findByText(/No model servers found/)).toBeTruthy();
});

it("keeps the theme", async () => {
  const backend = quickBackend();
  const { user } = open("look", backend);
  await user.click(await screen.findByRole("radio", { name: "Dark" }));
  await waitFor(async () => expect((await backend.settings()).theme).toBe("dark"));
});

it("says that settings.json is broken and was left alone", async () => {
  const backend = quickBackend();
  const settings: Backend["settings"] = async () => ({ ...(await backend.settings()), problem: "line 4, column 2: a comma is missing" });
  open("models", { ...backend, settings });
  expect((await screen.findByRole("alert")).textContent).toContain("line 4, column 2");
});

it("opens settings.json, and reads it again when the person comes back", async () => {
  const backend = quickBackend();
  const openSettings = vi.fn(backend.openSettings);
  let zoom = 100;
  const { user } = open("look", { ...backend, openSettings, settings: async () => ({ ...(await backend.settings()), zoom }) });
  await screen.findByRole("combobox", { name: "Text size" });
  await user.click(screen.getByRole("button", { name: "Open settings.json" }));
  await waitFor(() => expect(openSettings).toHaveBeenCalledOnce());
  expect(screen.queryByRole("alert")).toBeNull();
  zoom = 137;
  window.dispatchEvent(new Event("focus"));
  await waitFor(() => expect(screen.getByRole("combobox", { name: "Text size" }).textContent).toContain("137%"));
});

it("says where settings.json lies when it cannot be opened", async () => {
  const backend = quickBackend();
  const copy = vi.fn(() => Promise.resolve());
  const openSettings = vi.fn(() => Promise.reject(new Error("xdg-open ended with code 3; there may be no program for it")));
  const { user } = open("about", { ...backend, copy, openSettings });
  const { file } = await backend.settings();
  await user.click(await screen.findByRole("button", { name: "Open settings.json" }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Couldn't open settings.json.");
  expect(alert.textContent).toContain("ended with code 3");
  expect(alert.textContent).toContain(file);
  await user.click(within(alert).getByRole("button", { name: "Copy path" }));
  expect(copy.mock.calls).toEqual([[file]]);
  openSettings.mockResolvedValueOnce(undefined as never);
  await user.click(screen.getByRole("button", { name: "Open settings.json" }));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

it("says what is enforced on this machine, and what to do about the rest", async () => {
  open("doctor");
  expect(await screen.findByText(/sudo apt install zenity/)).toBeTruthy();
  expect(screen.getAllByText("Needs attention").length).toBeGreaterThan(1);
});

it("says what this is", async () => {
  open("about");
  expect(await screen.findByText("0.1.0 (0123abc)")).toBeTruthy();
});

it("asks on for a provider that takes its time, and says so meanwhile", async () => {
  const backend = quickBackend();
  const slow = (state: "checking" | "ready") => backend.settings().then((now) => ({ ...now, providers: now.providers.map((one) => (one.name === "anthropic" ? { ...one, state, reason: "", models: ["claude"] } : one)) }));
  let asked = 0;
  open("models", { ...backend, settings: () => slow(asked++ === 0 ? "checking" : "ready") });
  await screen.findByText("Checking…");
  await waitFor(() => expect(screen.queryByText("Checking…")).toBeNull());
  expect(asked).toBeGreaterThan(1);
});

it("hides where text comes from in chats", async () => {
  const backend = quickBackend();
  const setHideFrom = vi.fn(backend.setHideFrom);
  const { user } = open("look", { ...backend, setHideFrom });
  await user.click(await screen.findByRole("checkbox", { name: "Show where text comes from", checked: true }));
  await screen.findByRole("checkbox", { name: "Show where text comes from", checked: false });
  expect(setHideFrom.mock.calls).toEqual([[true]]);
});

it("calls chats by their first words where the person wants that", async () => {
  const backend = quickBackend();
  const setPlainTitles = vi.fn(backend.setPlainTitles);
  const { user } = open("look", { ...backend, setPlainTitles });
  const plain = await screen.findByRole("checkbox", { name: /Plain titles/ });
  expect((plain as HTMLInputElement).checked).toBe(false);
  await user.click(plain);
  await waitFor(() => expect((plain as HTMLInputElement).checked).toBe(true));
  expect(setPlainTitles.mock.calls).toEqual([[true]]);
});

it("lets the person choose where they are asked", async () => {
  const backend = quickBackend();
  const setDialogs = vi.fn(backend.setDialogs);
  const { user } = open("asking", { ...backend, setDialogs });
  await screen.findByRole("radio", { name: "As it fits", checked: true });
  await user.click(screen.getByRole("radio", { name: "Only in the window" }));
  await screen.findByRole("radio", { name: "Only in the window", checked: true });
  expect(setDialogs.mock.calls).toEqual([["never"]]);
});
