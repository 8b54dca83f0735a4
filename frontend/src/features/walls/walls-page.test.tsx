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
  const list = (await screen.findByText("What stands around programs")).closest("section");
  const rows = within(list ?? document.body).getAllByRole("listitem").map((row) => row.textContent);
  expect(rows).toHaveLength(5);
  expect(rows[0]).toMatch(/^HeldFiles/);
  expect(rows[2]).toMatch(/^Not heldLimits.*Allow user namespaces/);
  expect(rows[4]).toMatch(/^A gap.*hard link/);
  screen.getByText("4 GiB, all programs of one call together");
  expect(screen.getByLabelText("What programs can read").textContent).toContain(".gitconfig");
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
  await user.click(button("Undo"));
  expect(screen.getByLabelText<HTMLInputElement>("Only these").checked).toBe(true);
  await user.click(screen.getByLabelText("Everything"));
  await user.click(button("Save"));
  await screen.findByText("Set for this space. All spaces: nothing.");
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
  await user.click(await screen.findByRole("button", { name: "Do as all spaces do" }));
  await screen.findByText(/As it is for all spaces/);
  await user.click(screen.getByLabelText("Only these"));
  screen.getByText("Tick or name something, or choose Nothing.");
  expect(button("Save").disabled).toBe(true);
});

it("takes back what was answered and granted", async () => {
  const backend = quickBackend();
  const { user } = open(backend);
  await user.click(await screen.findByRole("button", { name: "Take it back: the answer about package registries" }));
  await waitFor(() => expect(screen.queryByText(/you allowed them/)).toBeNull());
  await user.click(button("Take it back: /home/ada/Documents/budget.ods"));
  await screen.findByText(/^Nothing yet/);
  const now = await backend.walls(WELCOME);
  expect([now.network.answer, now.granted]).toEqual(["", []]);
});

it("says why nothing was saved or taken back", async () => {
  const { user } = open(quickBackend({ fail: ["setNetwork", "revokeGrant"] }));
  await user.click(await screen.findByLabelText("Everything"));
  await user.click(button("Save"));
  await screen.findByText("It was not saved.");
  await user.click(button("Take it back: /home/ada/Documents/budget.ods"));
  await screen.findByText("It was not taken back.");
});

it.each([[["off"]], [["on"]], [["loopback"]], [["registry"]], [["a.example.com", "b.example.com:8443", "loopback", "registry"]]])("shows %j and gives it back", (words) => {
  expect(sameWords(wordsOf(reachOf(words)), words)).toBe(true);
});
