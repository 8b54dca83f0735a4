import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Backend, ProxyView } from "../../backend/backend";
import { quickBackend, renderPage } from "../../testing/render";
import { SettingsPage } from "./settings-page";

const open = (backend: Backend = quickBackend()) => renderPage(<SettingsPage part="proxy" onPart={vi.fn()} />, backend);
const radio = (name: string) => screen.findByRole<HTMLInputElement>("radio", { name });
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const SET: ProxyView = { source: "settings", address: "http://proxy.example:3128", login: true, plain: false, direct: [".inside.example"], problem: "" };

it("sets a proxy, whose password never comes back", async () => {
  const backend = quickBackend();
  const { user } = open(backend);
  expect((await radio("As your system says")).checked).toBe(true);
  screen.getByText(/They name no proxy/);
  await user.click(await radio("This proxy"));
  await user.click(button("Save"));
  await screen.findByText(/Use an address such as/);
  await user.type(screen.getByLabelText(/^Address/), "proxy.example:3128");
  await user.type(screen.getByLabelText("User and password"), "kim:pw-12345");
  await user.type(screen.getByLabelText("Reached without it"), ".inside.example");
  await user.click(button("Save"));
  await screen.findByText(/A user and password are saved/);
  expect(screen.getByLabelText<HTMLInputElement>(/^Address/).value).toBe("http://proxy.example:3128");
  expect(document.body.innerHTML).not.toContain("pw-12345");
  expect(await backend.proxy()).toEqual(SET);
});

it("goes back to no proxy, and to what the system says", async () => {
  const backend = quickBackend();
  await backend.setProxy({ source: "settings", url: "proxy.example:3128", login: "kim:pw-12345", open: false, direct: [".inside.example"] });
  await backend.setProxy({ source: "settings", url: "http://proxy.example:3128", login: "", open: false, direct: [] });
  const { user } = open(backend);
  await user.click(await radio("No proxy"));
  await user.click(button("Save"));
  await waitFor(async () => expect((await backend.proxy()).source).toBe("direct"));
  await user.click(await radio("As your system says"));
  await user.click(button("Save"));
  await waitFor(async () => expect((await backend.proxy()).source).toBe("environment"));
});

it("moves a password that lies open, and drops one", async () => {
  const setProxy = vi.fn<Backend["setProxy"]>(() => Promise.resolve(SET));
  const { user } = open({ ...quickBackend(), proxy: () => Promise.resolve({ ...SET, plain: true }), setProxy });
  await screen.findByText(/where other programs can read them/);
  await user.click(button("Save"));
  await screen.findByText(/A user and password are saved/);
  await user.click(screen.getByRole("checkbox", { name: "The proxy asks for no password" }));
  await user.click(button("Save"));
  const sent = { source: "settings", url: SET.address, login: "", direct: SET.direct };
  await waitFor(() => expect(setProxy.mock.calls).toEqual([[{ ...sent, open: false }], [{ ...sent, open: true }]]));
});

it("says why nothing is reached, what Go refuses, and how a test went", async () => {
  const backend = quickBackend();
  const { user } = open({ ...backend, proxy: () => Promise.resolve({ ...SET, problem: "the secret x is not set" }), testProxy: (to) => (to === "https://far.example" ? Promise.resolve(SET.address) : Promise.reject(new Error("the proxy is not reached"))) });
  expect((await screen.findByText(/The secret x is not set/)).closest("[role=alert]")?.textContent).toContain("Handrail can't reach anything outside this machine.");
  await user.click(button("Test"));
  await screen.findByText("The proxy is not reached.");
  await user.type(screen.getByLabelText("Test with an address"), "https://far.example{Enter}");
  await screen.findByText("https://far.example is reached through http://proxy.example:3128.");
  const address = screen.getByLabelText(/^Address/);
  await user.clear(address);
  await user.type(address, "ftp://proxy.example");
  await user.click(screen.getByLabelText("User and password"));
  await user.click(button("Save"));
  await screen.findByText("Couldn't save it.");
});
