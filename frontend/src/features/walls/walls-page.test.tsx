import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Backend } from "../../backend/backend";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { reachOf, sameWords, wordsOf } from "../../backend/network-words";
import { WallsPage } from "./walls-page";

const WELCOME = "/home/ada/welcome";

function open(backend: Backend = quickBackend(), at = 0) {
  const space = fixtures.spaces[at];
  return renderPage(space && <WallsPage space={space} />, backend);
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

it("says what is held, what is not and what to do about it, and every gap", async () => {
  open(quickBackend(), 3);
  const list = (await screen.findByText("Protections")).closest("section");
  const rows = within(list ?? document.body).getAllByRole("listitem").map((row) => row.textContent);
  expect(rows).toHaveLength(5);
  expect(rows[0]).toMatch(/^OKFiles/);
  expect(rows[2]).toMatch(/^Not enforcedLimits.*Allow user namespaces/);
  expect(rows[4]).toMatch(/^Known limitation.*hard link/);
  screen.getByText("4 GiB in total");
  expect(screen.getByLabelText("Readable folders").textContent).toContain(".gitconfig");
});

it("shows what is set, and changes nothing before it is saved", async () => {
  const backend = quickBackend();
  const { user } = open(backend);
  expect((await screen.findByLabelText<HTMLInputElement>("Only these")).checked).toBe(true);
  expect(screen.getByLabelText<HTMLTextAreaElement>("These hosts").value).toBe("docs.example.com");
  expect(button("Save").disabled).toBe(true);
  await user.click(screen.getByLabelText("Everything"));
  screen.getByText(/Not saved yet/);
  expect((await backend.walls(WELCOME)).network.words).toEqual(["docs.example.com", "loopback"]);
  await user.click(button("Discard changes"));
  expect(screen.getByLabelText<HTMLInputElement>("Only these").checked).toBe(true);
  await user.click(screen.getByLabelText("Everything"));
  await user.click(button("Save"));
  await screen.findByText("Set for this space. Other spaces: nothing.");
  expect((await backend.walls(WELCOME)).network.words).toEqual(["on"]);
});

it("says beside the field which host cannot be, with the reason from Go, and saves nothing", async () => {
  const backend = quickBackend();
  const { user } = open(backend);
  const hosts = await screen.findByLabelText<HTMLTextAreaElement>("These hosts");
  await user.type(hosts, "\nhttps://example.com/x");
  await user.click(button("Save"));
  const problem = await screen.findByText(/"https:\/\/example.com\/x" is not a host/);
  expect(hosts.getAttribute("aria-invalid")).toBe("true");
  expect(hosts.getAttribute("aria-describedby")).toContain(problem.parentElement?.id ?? "none");
  expect((await backend.walls(WELCOME)).network.words).toEqual(["docs.example.com", "loopback"]);
  await user.type(hosts, "{Backspace}");
  expect(screen.queryByText(/is not a host/)).toBeNull();
});

it("follows what all spaces have again, and says that nothing is ticked", async () => {
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "Use the setting for all spaces" }));
  await screen.findByText(/Same as all spaces/);
  await user.click(screen.getByLabelText("Only these"));
  screen.getByText("Choose at least one, or choose “Nothing”.");
  expect(button("Save").disabled).toBe(true);
});

it("takes back what was answered and granted", async () => {
  const backend = quickBackend();
  const { user } = open(backend);
  await user.click(await screen.findByRole("button", { name: "Revoke: the answer about package registries" }));
  await waitFor(() => expect(screen.queryByText(/registries: allowed/)).toBeNull());
  await user.click(button("Revoke: /home/ada/Documents/budget.ods"));
  await screen.findByText(/^Nothing yet/);
  const now = await backend.walls(WELCOME);
  expect([now.network.answer, now.granted]).toEqual(["", []]);
});

it("says why nothing was saved or taken back", async () => {
  const { user } = open(quickBackend({ fail: ["setNetwork", "revokeGrant"] }));
  await user.click(await screen.findByLabelText("Everything"));
  await user.click(button("Save"));
  await screen.findByText("Couldn't save the network settings.");
  await user.click(button("Revoke: /home/ada/Documents/budget.ods"));
  await screen.findByText("Couldn't revoke it.");
});

it.each([[["off"]], [["on"]], [["loopback"]], [["registry"]], [["a.example.com", "b.example.com:8443", "loopback", "registry"]]])("shows %j and gives it back", (words) => {
  expect(sameWords(wordsOf(reachOf(words)), words)).toBe(true);
});

it("has a word of its own for the web, or follows all spaces", async () => {
  const backend = quickBackend();
  const { user } = open(backend);
  const checked = (name: string) => screen.getByRole("radio", { name }).getAttribute("aria-checked");
  await user.click(await screen.findByRole("radio", { name: "Off" }));
  await waitFor(() => expect(checked("Off")).toBe("true"));
  expect((await backend.web(WELCOME)).own).toBe("off");
  await user.click(screen.getByRole("radio", { name: "Same as all spaces (on)" }));
  await waitFor(() => expect(checked("Same as all spaces (on)")).toBe("true"));
  expect((await backend.web(WELCOME)).own).toBe("");
});

it("says why the web is not there in a space that has it on", async () => {
  const backend = quickBackend();
  open({ ...backend, web: async (space) => ({ ...(await backend.web(space)), why: "This space is not trusted. Review what it can run and trust it on the Trust page." }) });
  await screen.findByText(/trust it on the Trust page/);
});
