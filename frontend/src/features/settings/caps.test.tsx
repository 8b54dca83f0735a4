import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { quickBackend, renderPage } from "../../testing/render";
import { Caps } from "./caps";

const table = async (at: number) => {
  const [everywhere, own] = await screen.findAllByRole("table");
  const found = at === 0 ? everywhere : own;
  if (!found) throw new Error("There is no such table.");
  return within(found);
};
const everywhere = () => table(0);

it("shows what is set and what was used today", async () => {
  renderPage(<Caps />, quickBackend());
  const table = await everywhere();
  expect(table.getByLabelText<HTMLInputElement>("Cost (US$), each day").value).toBe("10");
  expect(table.getByLabelText<HTMLInputElement>("Calls, each run").value).toBe("");
  table.getByText("1,204,331");
});

it("saves a cap when its field is left, and removes it when it is emptied", async () => {
  const backend = quickBackend();
  const setCap = vi.fn(backend.setCap);
  const { user } = renderPage(<Caps />, { ...backend, setCap });
  const table = await everywhere();
  await user.type(table.getByLabelText("Calls, each run"), "1,200");
  await user.tab();
  await waitFor(() => expect(setCap.mock.calls).toEqual([["", "run.calls", 1200]]));
  await user.clear(table.getByLabelText("Cost (US$), each day"));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(setCap.mock.calls.at(-1)).toEqual(["", "day.cost", 0]));
});

it("sets a cap of one space", async () => {
  const backend = quickBackend();
  const setCap = vi.fn(backend.setCap);
  const { user } = renderPage(<Caps />, { ...backend, setCap });
  await waitFor(() => expect(screen.getAllByRole("table").length).toBe(2));
  const own = await table(1);
  await user.type(own.getByLabelText("Tokens, each day"), "500000{Enter}");
  await waitFor(() => expect(setCap.mock.calls).toEqual([["/home/ada/welcome", "day.tokens", 500_000]]));
});

it("says what is no number, and saves nothing", async () => {
  const backend = quickBackend();
  const setCap = vi.fn(backend.setCap);
  const { user } = renderPage(<Caps />, { ...backend, setCap });
  await user.type((await everywhere()).getByLabelText("Calls, each run"), "many{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("Enter a number, or leave the field empty for no cap.");
  expect(setCap).not.toHaveBeenCalled();
});

it.each([["caps", "Couldn't load caps."], ["setCap", "Couldn't save this cap."]])("says that it failed: %s", async (method, text) => {
  const { user } = renderPage(<Caps />, quickBackend({ fail: [method] }));
  if (method === "setCap") await user.type((await everywhere()).getByLabelText("Calls, each run"), "5{Enter}");
  expect((await screen.findAllByRole("alert"))[0]?.textContent).toContain(text);
});
