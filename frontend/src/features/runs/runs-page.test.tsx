import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { quickBackend, renderPage } from "../../testing/render";
import { RunsPage } from "./runs-page";

it("lists the runs of sub-agents below the one that gave them their task, and names in full who started it", async () => {
  const backend = quickBackend();
  const space = (await backend.spaces())[0];
  if (!space) throw new Error("no space");
  const [run] = (await backend.runs(space.path, "", 1)).runs;
  if (!run) throw new Error("no run");
  const long = "a program with a rather long name of its own";
  const runs = [
    { ...run, id: "r-top", agent: long, title: "Tidy up" },
    { ...run, id: "r-below", parent: "r-top", agent: "researcher", title: "Look at the inbox" },
    { ...run, id: "r-deep", parent: "r-below", agent: "reader", title: "Read one letter" },
    { ...run, id: "r-other", agent: "", origin: "cli" as const, title: "call read" },
  ];
  const onOpen = vi.fn();
  const { user } = renderPage(<RunsPage space={space} run="" chosen="" onOpen={onOpen} />, { ...backend, runs: () => Promise.resolve({ runs, next: "" }) });
  const top = await screen.findByRole("button", { name: "Tidy up" });
  const indent = (name: string) => screen.getByRole("button", { name }).style.paddingLeft;
  expect([indent("Tidy up"), indent("researcher: Look at the inbox"), indent("reader: Read one letter"), indent("call read")]).toEqual(["0rem", "1.25rem", "2.5rem", "0rem"]);
  const who = within(top.closest("tr") ?? document.body).getAllByText(long).at(-1);
  expect(who?.className).not.toContain("truncate");
  within(screen.getByRole("button", { name: "reader: Read one letter" }).closest("tr") ?? document.body).getAllByText("researcher");
  await user.click(screen.getByRole("button", { name: "reader: Read one letter" }));
  expect(onOpen).toHaveBeenCalledWith("r-deep");
});
