import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { quickBackend, renderPage } from "../testing/render";
import { Code, LiveOutput, Output } from "./code";

it("shows what cannot be seen, and copies what really is there", async () => {
  const copy = vi.fn(() => Promise.resolve());
  const command = "echo \u202Egpj.exe";
  const { user } = renderPage(<Code text={command} label="Command" />, { ...quickBackend(), copy });
  expect(screen.getByText("U+202E").tagName).toBe("MARK");
  await user.click(screen.getByRole("button", { name: "Copy command" }));
  await waitFor(() => expect(copy).toHaveBeenCalledWith(command));
  expect(await screen.findByRole("button", { name: "Copied" })).toBeTruthy();
});

it("says when the clipboard does not take it", async () => {
  const { user } = renderPage(<Code text="x" label="Command" />, { ...quickBackend(), copy: () => Promise.reject(new Error("no")) });
  await user.click(screen.getByRole("button", { name: "Copy command" }));
  expect(await screen.findByRole("button", { name: "Couldn't copy to the clipboard" })).toBeTruthy();
});

it("folds what is long, and unfolds it whole", async () => {
  const text = Array.from({ length: 30 }, (_, i) => `line ${i + 1}`).join("\n");
  const { user } = renderPage(<Code text={text} label="Command" fold={10} />);
  expect(screen.queryByText(/line 11/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Show all 30 lines" }));
  expect(screen.getByLabelText("Command").textContent).toBe(text);
});

it("keeps the text exactly, wherever its lines may break", () => {
  const command = "python3 -m http.server 8080 --directory guide -- -x  two-spaces";
  renderPage(<Code text={command} label="Command" />);
  expect(screen.getByLabelText("Command").textContent).toBe(command);
});

it("colours a difference by line", () => {
  renderPage(<Code text={"--- a\n+++ a\n@@ -1 +1 @@\n-old\n+new\n"} label="Difference" />);
  expect(screen.getByText("-old").className).toContain("text-failed");
  expect(screen.getByText("+new").className).toContain("text-done");
});

it("says how much of the output is not shown", () => {
  renderPage(<Output text="the end" dropped={1234} />);
  expect(screen.getByLabelText("Output").textContent).toContain("1,234 earlier characters not shown");
});

it("shows the last lines of what is still printing", () => {
  renderPage(<LiveOutput text={Array.from({ length: 40 }, (_, i) => `line ${i + 1}\n`).join("")} />);
  const shown = screen.getByLabelText("Live output").textContent;
  expect(shown).toContain("line 40");
  expect(shown).not.toContain("line 28");
});
