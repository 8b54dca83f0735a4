import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Backend, MachinesView, PairingView } from "../../backend/backend";
import { texts } from "../../words/machines";
import { quickBackend, renderPage } from "../../testing/render";
import { problemOf } from "./machine-address";
import { Machines } from "./machines";

const open = (backend: Backend = quickBackend()) => renderPage(<Machines />, backend);
const dialog = () => within(screen.getByRole("dialog"));

/** A backend whose machines stand so. */
async function standing(change: Partial<MachinesView>): Promise<Backend> {
  const backend = quickBackend();
  const now = { ...(await backend.machines()), ...change };
  return { ...backend, machines: () => Promise.resolve(now) };
}

it("says what it is for where no server is set, and sets one", async () => {
  const backend = quickBackend({ empty: true });
  const setMachineServer = vi.fn(backend.setMachineServer);
  const { user } = open({ ...backend, setMachineServer });
  await screen.findByText(/NATS server with JetStream/);
  expect(screen.queryByText("Paired machines")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Set a server" }));
  const address = dialog().getByLabelText(/^Address/);
  await user.type(address, "nats://nats.example.com:4222");
  await user.click(dialog().getByRole("button", { name: "Save" }));
  dialog().getByText(texts.form.tlsRule);
  expect(address.getAttribute("aria-invalid")).toBe("true");
  expect(setMachineServer).not.toHaveBeenCalled();
  await user.clear(address);
  await user.type(address, "tls://nats.example.com:4222");
  expect(dialog().getByLabelText("Credentials").className).toContain("text-security");
  await user.type(dialog().getByLabelText("Credentials"), "ada:pw");
  await user.type(dialog().getByLabelText("Certificates"), "nats.pem");
  dialog().getByText(texts.form.caRule);
  await user.clear(dialog().getByLabelText("Certificates"));
  await user.type(dialog().getByLabelText("Name of this machine"), "laptop");
  await user.click(dialog().getByLabelText(texts.form.record));
  await user.click(dialog().getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(setMachineServer).toHaveBeenCalledWith({ url: "tls://nats.example.com:4222", credentials: "ada:pw", open: false, ca: "", name: "laptop", record: true });
  screen.getByText("Connecting");
  await screen.findByText("Connected");
  screen.getByText(texts.none);
});

it("says why the server is not reached, and goes on trying", async () => {
  open(await standing({ link: "failing", reason: "Connect to tls://nats.example.com:4222: no servers available." }));
  expect((await screen.findByRole("alert")).textContent).toContain("no servers available. Handrail tries again. Nothing is lost.");
  screen.getByText("Not connected");
});

it("keeps credentials that are not entered anew, or forgets them", async () => {
  const backend = quickBackend();
  const setMachineServer = vi.fn(backend.setMachineServer);
  const { user } = open({ ...backend, setMachineServer });
  for (const leave of [false, true]) {
    await user.click(await screen.findByRole("button", { name: "Change" }));
    dialog().getByText(texts.form.kept);
    if (leave) await user.click(dialog().getByLabelText(texts.form.open));
    await user.click(dialog().getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(setMachineServer).toHaveBeenLastCalledWith({ url: "tls://nats.example.com:4222", credentials: "", open: leave, ca: "", name: "", record: true });
  }
});

it("shows what Go refuses, and keeps the form", async () => {
  const setMachineServer: Backend["setMachineServer"] = () => Promise.reject(new Error("The keychain is locked."));
  const { user } = open({ ...quickBackend(), setMachineServer });
  await user.click(await screen.findByRole("button", { name: "Change" }));
  await user.click(dialog().getByRole("button", { name: "Save" }));
  await dialog().findByText("The keychain is locked.");
});

it("removes the server after asking", async () => {
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "Remove server" }));
  await user.click(dialog().getByRole("button", { name: "Remove" }));
  await screen.findByText("No server");
  screen.getByText("tower"); // it stays paired
  expect(screen.queryByRole("button", { name: "Pair a machine" })).toBeNull();
});

it("lists machines, unpairs one in one click, and saves the record of one that tells it", async () => {
  const { user } = open();
  const row = within((await screen.findByText("tower")).closest("li") ?? document.body);
  row.getByText(/^Last heard from .* · Paired /);
  expect(screen.queryByRole("button", { name: "Save record of attic" })).toBeNull();
  await user.click(row.getByRole("button", { name: "Save record of tower" }));
  await row.findByText(/^Saved to \/home\/ada\//);
  await user.click(screen.getByRole("button", { name: "Unpair attic" }));
  await screen.findByText(/^Unpaired attic\./);
  expect(screen.queryByText("attic")).toBeNull();
});

it("pairs by a number that is shown here and a code that both show", async () => {
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "Pair a machine" }));
  await user.click(dialog().getByRole("button", { name: "Continue" }));
  await dialog().findByText("4821 9930");
  dialog().getByText("handrail machines pair 48219930");
  await dialog().findByText("402 817");
  dialog().getByText(texts.pairing.comparing("workshop"));
  await user.click(dialog().getByRole("button", { name: "It's the same" }));
  await dialog().findByText("Paired with workshop.");
  await user.click(dialog().getByRole("button", { name: "Done" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  screen.getByText("workshop");
});

it("pairs by the number of the other machine, and pairs nothing if the code differs", async () => {
  const backend = quickBackend();
  const pairMachine = vi.fn(backend.pairMachine);
  const { user } = open({ ...backend, pairMachine });
  await user.click(await screen.findByRole("button", { name: "Pair a machine" }));
  await user.click(dialog().getByRole("radio", { name: "Enter a number" }));
  await user.type(dialog().getByRole("textbox", { name: /^Number/ }), "4821{Enter}");
  dialog().getByText(texts.pairing.numberRule);
  await user.type(dialog().getByRole("textbox", { name: /^Number/ }), " 9930{Enter}");
  await dialog().findByText("402 817");
  expect(pairMachine).toHaveBeenCalledExactlyOnceWith("48219930");
  await user.click(dialog().getByRole("button", { name: "It's different" }));
  await dialog().findByText("Nothing was paired.");
  await user.click(dialog().getByRole("button", { name: "Try again" }));
  await dialog().findByRole("radio", { name: "Enter a number" });
});

it("cancels a pairing when its dialog is closed", async () => {
  const backend = quickBackend();
  const stopPairing = vi.fn(backend.stopPairing);
  const { user } = open({ ...backend, stopPairing });
  await user.click(await screen.findByRole("button", { name: "Pair a machine" }));
  await user.click(dialog().getByRole("button", { name: "Continue" }));
  await dialog().findByText(texts.pairing.waiting);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(stopPairing).toHaveBeenCalledOnce();
});

it.each<[PairingView["stage"], string]>([
  ["reaching", texts.pairing.reaching], ["joining", texts.pairing.waiting], ["confirmed", texts.pairing.confirmed("tower")], ["failed", "The other machine has not come."],
])("shows a pairing that is %s, also one from before", async (stage, text) => {
  open(await standing({ pairing: { stage, number: "", code: "", other: "tower", reason: stage === "failed" ? "The other machine has not come." : "" } }));
  expect((await within(await screen.findByRole("dialog")).findByText(text)).textContent).toBe(text);
});

describe("an address", () => {
  it.each([
    ["", texts.form.addressRule], ["nats.example.com", texts.form.addressRule], ["https://nats.example.com", texts.form.addressRule],
    ["tls://ada:pw@nats.example.com", texts.form.passwordRule], ["nats://10.0.0.7:4222", texts.form.tlsRule], ["ws://nats.example.com", texts.form.tlsRule],
    ["nats://127.0.0.1:4222", ""], ["ws://localhost:8080", ""], ["nats://[::1]:4222", ""], [" tls://nats.example.com:4222 ", ""], ["wss://nats.example.com", ""],
  ])("%j", (address, problem) => {
    expect(problemOf(address)).toBe(problem);
  });
});
