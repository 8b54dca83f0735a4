import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Backend, SearchForm, WebView } from "../../backend/backend";
import { quickBackend, renderPage } from "../../testing/render";
import { problemsOf, startOf } from "./search-form";
import { SettingsPage } from "./settings-page";

const open = (backend: Backend = quickBackend()) => renderPage(<SettingsPage part="web" onPart={vi.fn()} />, backend);
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
type User = ReturnType<typeof open>["user"];

async function choose(user: User, provider: string) {
  await user.click(await screen.findByRole("combobox", { name: "Provider" }));
  await user.click(await screen.findByRole("option", { name: provider }));
}

async function saveSearXNG(user: User) {
  await choose(user, "SearXNG");
  await user.type(screen.getByLabelText(/^Address/), "http://127.0.0.1:8080");
  await user.click(button("Save"));
  return screen.findByLabelText("Search for");
}

it("turns the web off and on for all spaces", async () => {
  const backend = quickBackend();
  const { user } = open(backend);
  const on = await screen.findByRole("switch", { name: "Agents may use the web" });
  expect(on.getAttribute("aria-checked")).toBe("true");
  await user.click(on);
  await screen.findByText(/Agents can't fetch pages or search, except/);
  expect((await backend.web("")).on).toBe(false);
  await user.click(on);
  await waitFor(() => expect(on.getAttribute("aria-checked")).toBe("true"));
});

it("says why the web can't be used although it is on", async () => {
  const backend = quickBackend();
  open({ ...backend, web: async (space) => ({ ...(await backend.web(space)), why: "The network is off in the settings." }) });
  expect((await screen.findByText("The network is off in the settings.")).closest("[role=note]")?.textContent).toContain("Not available");
});

it("puts hosts on the list and takes them from it", async () => {
  const { user } = open();
  await screen.findByText("None.");
  for (const host of ["wiki.example", "192.168.1.7:8080"]) {
    await user.type(screen.getByLabelText("Host"), `${host}{Enter}`);
    await screen.findByRole("button", { name: `Remove ${host}` });
    expect(screen.getByLabelText<HTMLInputElement>("Host").value).toBe("");
  }
  await user.click(button("Remove wiki.example"));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Remove wiki.example" })).toBeNull());
  expect(button("Remove 192.168.1.7:8080")).toBeTruthy();
});

it("says beside the field what is no host, with the reason from Go, and keeps what was typed", async () => {
  const { user } = open();
  const host = await screen.findByLabelText<HTMLInputElement>("Host");
  await user.click(button("Add"));
  await screen.findByText("Enter a host.");
  await user.type(host, "http://wiki.example/x{Enter}");
  const problem = await screen.findByText(/"http:\/\/wiki.example\/x" is no host/);
  expect(host.getAttribute("aria-invalid")).toBe("true");
  expect(host.getAttribute("aria-describedby")).toContain(problem.parentElement?.id ?? "none");
  expect(host.value).toBe("http://wiki.example/x");
  await user.type(host, "{Backspace}");
  expect(screen.queryByText(/is no host/)).toBeNull();
});

it("says what is wrong with a list that was written by hand, and lets it be removed", async () => {
  const backend = quickBackend();
  open({ ...backend, web: async (space) => ({ ...(await backend.web(space)), hosts: ["*.wrong"], hostsProblem: '"*.wrong" is no host' }) });
  expect((await screen.findByRole("alert")).textContent).toContain('"*.wrong" is no host.');
  expect(button("Remove *.wrong")).toBeTruthy();
});

it("shows only the fields that a provider needs", async () => {
  const { user } = open();
  const fields = () => ["Address", "Key"].filter((name) => screen.queryByLabelText(new RegExp(`^${name}`)) !== null);
  for (const [provider, has] of [["SearXNG", ["Address"]], ["Brave", ["Key"]], ["Another address", ["Address", "Key"]], ["None: agents can't search", []]] as const) {
    await choose(user, provider);
    expect([provider, fields()]).toEqual([provider, [...has]]);
  }
});

it("takes a key once, hidden, and names the secret that holds it", async () => {
  const backend = quickBackend();
  const setSearch = vi.fn(backend.setSearch);
  const { user } = open({ ...backend, setSearch });
  await choose(user, "Brave");
  const key = screen.getByLabelText<HTMLInputElement>(/^Key/);
  expect(key.type).toBe("password");
  await user.click(button("Save"));
  screen.getByText("Enter a key.");
  expect(setSearch).not.toHaveBeenCalled();
  await user.type(key, "k-123456{Enter}");
  await screen.findByText(/Uses the secret web-search-brave/);
  expect(setSearch).toHaveBeenCalledWith({ provider: "brave", url: "", secret: "", key: "k-123456" });
  expect(screen.getByLabelText<HTMLInputElement>(/^Key/).value).toBe("");
  await choose(user, "None: agents can't search");
  await user.click(button("Save"));
  await waitFor(() => expect(screen.queryByLabelText("Search for")).toBeNull());
  expect((await backend.web("")).search.provider).toBe("");
});

it("saves nothing without an address, and says why Go refuses a form", async () => {
  const refuse: Backend["setSearch"] = () => Promise.reject(new Error("the keychain is locked: unlock it, then try again"));
  const { user } = open({ ...quickBackend(), setSearch: refuse });
  await choose(user, "SearXNG");
  await user.type(screen.getByLabelText(/^Address/), "127.0.0.1:8080{Enter}");
  screen.getByText(/Use an address that begins with http/);
  await user.clear(screen.getByLabelText(/^Address/));
  await user.type(screen.getByLabelText(/^Address/), "http://127.0.0.1:8080{Enter}");
  expect((await screen.findByRole("alert")).textContent).toContain("The keychain is locked");
  await user.click(button("Discard changes"));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.queryByLabelText(/^Address/)).toBeNull();
});

it("tests the provider and shows literally what strangers wrote", async () => {
  const { user } = open();
  const query = await saveSearXNG(user);
  screen.getByText("Sent to http://127.0.0.1:8080/search.");
  expect(button("Test").disabled).toBe(true);
  await user.type(query, "likes rails{Enter}");
  const results = within(await screen.findByRole("list", { name: "Results" })).getAllByRole("listitem").map((row) => row.textContent);
  expect(results).toEqual(["Handrails <b>of</b> stairshttps://stairs.example/handrails", "https://wiki.example/railshttps://wiki.example/rails"]);
  screen.getByText(/The provider says: engines that did not answer/);
  await user.clear(query);
  await user.type(query, "nothing{Enter}");
  await screen.findByText("The provider answered, but found nothing.");
  await user.type(screen.getByLabelText(/^Address/), "/x");
  expect(screen.queryByLabelText("Search for")).toBeNull();
});

it("says why a search failed", async () => {
  const { user } = open();
  await choose(user, "Another address");
  await user.type(screen.getByLabelText(/^Address/), "http://127.0.0.1:8080/locked");
  await user.type(screen.getByLabelText(/^Key/), "k-wrong-1{Enter}");
  await user.type(await screen.findByLabelText("Search for"), "likes rails{Enter}");
  expect((await screen.findByRole("alert")).textContent).toContain("does not take the key (401)");
  await user.click(button("Don't use a key"));
  await user.click(button("Save"));
  await waitFor(() => expect(screen.queryByText(/Uses the secret/)).toBeNull());
  expect(screen.queryByRole("alert")).toBeNull();
});

it("loses no key that stands in the settings", async () => {
  const now: WebView = { ...(await quickBackend().web("")), search: { provider: "endpoint", address: "http://a.example/", url: "http://a.example/", secret: "", plain: true, problem: "" } };
  const form: SearchForm = { ...startOf("endpoint", now), url: "http://b.example/" };
  expect(Object.keys(problemsOf(form, now))).toEqual(["key"]);
  expect(problemsOf({ ...form, key: "k" }, now)).toEqual({});
  expect(problemsOf(startOf("", now), now)).toEqual({});
});

it("says why what is set can't be used", async () => {
  const backend = quickBackend();
  const search = { provider: "brave", address: "https://a.example/", url: "", secret: "gone", plain: false, problem: "The secret gone, which holds its key, is not set" } as const;
  open({ ...backend, web: async (space) => ({ ...(await backend.web(space)), search }) });
  expect((await screen.findByRole("alert")).textContent).toContain("The secret gone, which holds its key, is not set.");
  expect(screen.queryByLabelText("Search for")).toBeNull();
});

it("says why nothing was changed", async () => {
  const { user } = open(quickBackend({ fail: ["turnWeb"] }));
  const on = await screen.findByRole("switch", { name: "Agents may use the web" });
  await user.click(on);
  await screen.findByText("Couldn't save it.");
  expect(on.getAttribute("aria-checked")).toBe("true");
});
