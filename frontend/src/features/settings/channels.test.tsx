import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Backend } from "../../backend/backend";
import { quickBackend, renderPage } from "../../testing/render";
import { Channels } from "./channels";

const open = (backend = quickBackend()) => renderPage(<Channels />, backend);

it("lists channels, says what is wrong with one, and shows no secret", async () => {
  open();
  expect(await screen.findByText("Telegram · -1001")).toBeTruthy();
  screen.getByText(/Its type is "pigeon"/);
  screen.getByText("Can't be used");
});

it("says what became of the last message, and where a webhook leads", async () => {
  const { user } = open();
  await screen.findByText("Webhook · hooks.example.com");
  const row = (name: string) => within(screen.getByText(name).closest("li") ?? document.body);
  row("deploys").getByText(/^Last message not sent .* · Webhook answered with status 403$/);
  expect(row("deploys").getByText("Not sent").parentElement?.className).toContain("text-failed");
  row("ops").getByText(/^Last message may have been sent .* · The connection ended/);
  expect(row("ops").getByText("May have been sent").parentElement?.className).toContain("text-asking");
  await user.click(screen.getByRole("button", { name: "Send test by ops" }));
  await row("ops").findByText("Ready");
  row("ops").getByText(/^Last message sent /);
});

it("adds a channel; its secret is hidden and goes to Go once", async () => {
  const backend = quickBackend({ empty: true });
  const saveChannel = vi.fn(backend.saveChannel);
  const { user } = open({ ...backend, saveChannel });
  await user.click(await screen.findByRole("button", { name: "Add a channel" }));
  const dialog = within(screen.getByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  dialog.getByText(/Use up to 32 small letters/);
  expect(dialog.getAllByText("Enter a value.")).toHaveLength(2);
  expect(saveChannel).not.toHaveBeenCalled();
  await user.type(dialog.getByLabelText(/^Name/), "ops");
  expect(dialog.getByLabelText<HTMLInputElement>(/^Token/).type).toBe("password");
  await user.type(dialog.getByLabelText(/^Token/), "7:abc");
  await user.type(dialog.getByLabelText(/^Goes to/), "-1{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(saveChannel).toHaveBeenCalledWith({ name: "ops", type: "telegram", fields: { token: "7:abc", chat_id: "-1", server: "" }, chatIds: [] });
  screen.getByText("Telegram · -1");
});

it("changes a channel without its secret, which stays", async () => {
  const backend = quickBackend();
  const saveChannel = vi.fn(backend.saveChannel);
  const { user } = open({ ...backend, saveChannel });
  await user.click(await screen.findByRole("button", { name: "Edit ops" }));
  const dialog = within(screen.getByRole("dialog"));
  dialog.getByText("Kept with your secrets. Leave empty to keep it.");
  await user.clear(dialog.getByLabelText(/^Goes to/));
  await user.type(dialog.getByLabelText(/^Goes to/), "-9{Enter}");
  await screen.findByText("Telegram · -9");
  expect(saveChannel).toHaveBeenCalledWith({ name: "ops", type: "telegram", fields: { token: "", chat_id: "-9", server: "" }, chatIds: ["-2002"] });
});

it("says why a channel was not saved, and keeps the form", async () => {
  const saveChannel: Backend["saveChannel"] = () => Promise.reject(new Error("The keychain is locked."));
  const { user } = open({ ...quickBackend(), saveChannel });
  await user.click(await screen.findByRole("button", { name: "Edit ops" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("The keychain is locked.");
  screen.getByRole("dialog");
});

it("sends a test and says what came of it", async () => {
  const backend = quickBackend();
  const { user } = open(backend);
  await user.click(await screen.findByRole("button", { name: "Send test by ops" }));
  expect((await screen.findByRole("status")).textContent).toBe("Test message sent.");
});

it("says that a test was not sent, or may have been", async () => {
  const testChannel = vi.fn<Backend["testChannel"]>()
    .mockResolvedValueOnce({ sent: false, unknown: false, reason: "Telegram answered with status 401" })
    .mockResolvedValueOnce({ sent: false, unknown: true, reason: "The connection ended" });
  const { user } = open({ ...quickBackend(), testChannel });
  const test = await screen.findByRole("button", { name: "Send test by ops" });
  await user.click(test);
  expect((await screen.findByRole("alert")).textContent).toContain("Telegram answered with status 401");
  await user.click(test);
  const doubt = await screen.findByText(/may have been sent\./);
  expect(doubt.closest("[role=alert]")?.className).toContain("border-asking");
});

it("removes a channel after asking", async () => {
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "Remove ops" }));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(screen.queryByText("Telegram · -1001")).toBeNull());
});

it("retries and drops messages that wait", async () => {
  const { user } = open();
  const outbox = within((await screen.findByRole("heading", { name: "Outbox" })).closest("section") ?? document.body);
  outbox.getByText("May have been sent");
  await user.click(screen.getByRole("button", { name: "Retry m_2b3c4d5e6f" }));
  await waitFor(() => expect(outbox.queryByText("May have been sent")).toBeNull());
  await user.click(screen.getByRole("button", { name: "Drop m_2b3c4d5e6f" }));
  await user.click(screen.getByRole("button", { name: "Drop m_1a2b3c4d5e" }));
  await waitFor(() => expect(outbox.getAllByRole("listitem")).toHaveLength(1));
});

it("shows what waits on another machine, and asks that one", async () => {
  const { user } = open();
  const row = within((await screen.findByText("The backup is older than a day.")).closest("li") ?? document.body);
  row.getByText(/^alerts on tower · /);
  await user.click(row.getByRole("button", { name: "Drop m_3c4d5e6f70" }));
  await row.findByText("Dropped when tower is reached");
  expect(row.getByRole<HTMLButtonElement>("button", { name: "Retry m_3c4d5e6f70" }).disabled).toBe(true);
});

it("says that no messages wait, or how many more do", async () => {
  const { unmount } = open(quickBackend({ empty: true }));
  await screen.findByText("No messages wait.");
  unmount();
  const backend = quickBackend();
  const found = await backend.channels();
  open({ ...backend, channels: () => Promise.resolve({ ...found, more: 1200 }) });
  await screen.findByText("1,200 more wait on your other machines.");
});
