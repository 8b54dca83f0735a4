import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { ElsewherePage } from "./elsewhere-page";

const page = (backend = quickBackend()) => renderPage(fixtures.spaces[0] && <ElsewherePage space={fixtures.spaces[0]} />, backend);
const files = async () => {
  const section = (await screen.findByRole("heading", { level: 2, name: "Affected files" })).closest("section");
  if (!section) throw new Error("There are no files.");
  return within(section);
};

it("lists files and paragraphs that may hold it, and leads to the call that wrote one", async () => {
  const { user, ways } = page();
  const list = await files();
  await list.findByText("notes/fair.md");
  list.getByText(/May hold text from a web page of fair.example.org, the server notes/);
  await user.click(list.getByRole("button", { name: "Show the call that wrote notes/fair.md" }));
  expect(ways.inspect.mock.calls).toEqual([["run-01", "run-01-c2"]]);
});

it("takes one paragraph as the person's, and all after it was asked about", async () => {
  const backend = quickBackend();
  const own = vi.fn(backend.own);
  const { user } = page({ ...backend, own });
  const list = await files();
  await user.click(await list.findByRole("button", { name: /^It's mine: MEMORY.md: The fair's page/ }));
  await waitFor(() => expect(list.queryByText("MEMORY.md")).toBeNull());
  expect(own.mock.calls[0]?.slice(1)).toEqual(["/home/ada/welcome/MEMORY.md", expect.stringContaining("The fair's page"), false]);
  expect(list.queryByRole("button", { name: "All of it is mine" })).toBeNull(); // one is left
});

it("takes everything only after it has said what that means", async () => {
  const backend = quickBackend();
  const own = vi.fn(backend.own);
  const { user } = page({ ...backend, own });
  const list = await files();
  await user.click(await list.findByRole("button", { name: "All of it is mine" }));
  list.getByText(/can send what they hold without asking/);
  await user.click(list.getByRole("button", { name: "Cancel" }));
  expect(own).not.toHaveBeenCalled();
  await user.click(list.getByRole("button", { name: "All of it is mine" }));
  await user.click(list.getByRole("button", { name: "Treat all as mine" }));
  await list.findByText(/No file here holds text from elsewhere/);
  expect(own.mock.calls).toEqual([["/home/ada/welcome", "", "", true]]);
});

it("checks past calls, and adds the rule that lets some through", async () => {
  const backend = quickBackend();
  const elsewhere = vi.fn(backend.elsewhere);
  const addRule = vi.fn<typeof backend.addRule>(() => backend.rules("/home/ada/welcome"));
  const { user } = page({ ...backend, elsewhere, addRule });
  await user.click(await screen.findByRole("button", { name: "Check past calls" }));
  await screen.findByText("Text from a web page of fair.example.org → memory_write");
  screen.getByText("4 calls would ask, 3 asked then");
  screen.getByText(/3 calls would ask, but your answers or rules let them through: Always let text from the server notes/);
  await user.click(screen.getByRole("button", { name: "Add an allow rule: memory_write after fair.example.org" }));
  expect(addRule).not.toHaveBeenCalled();
  screen.getByText("The rule “allow memory_write after fair.example.org” then lets such calls run in every space without asking.");
  await user.click(screen.getByRole("button", { name: "Add the rule" }));
  await waitFor(() => expect(elsewhere.mock.calls).toEqual([["/home/ada/welcome", 30], ["/home/ada/welcome", 30]]));
  expect(addRule.mock.calls).toEqual([["/home/ada/welcome", "allow", "memory_write after fair.example.org"]]);
});

it("says what is empty", async () => {
  const { user } = page(quickBackend({ empty: true }));
  await screen.findByText(/No file here holds text from elsewhere/);
  await user.click(screen.getByRole("button", { name: "Check past calls" }));
  await screen.findByText("No agent made a call here in the last 30 days.");
});

it.each([["foreign", "Couldn't list the files."], ["own", "Couldn't save that."], ["elsewhere", "Couldn't check past calls."], ["addRule", "Couldn't add the rule."]])("says that it failed: %s", async (method, text) => {
  const { user } = page(quickBackend({ fail: [method] }));
  if (method === "own") await user.click(await screen.findByRole("button", { name: "It's mine: notes/fair.md" }));
  if (method === "elsewhere" || method === "addRule") await user.click(await screen.findByRole("button", { name: "Check past calls" }));
  if (method === "addRule") {
    await user.click(await screen.findByRole("button", { name: /^Add an allow rule: / }));
    await user.click(screen.getByRole("button", { name: "Add the rule" }));
  }
  expect((await screen.findAllByRole("alert"))[0]?.textContent).toContain(text);
});
