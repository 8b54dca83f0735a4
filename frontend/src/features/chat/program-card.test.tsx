import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { newCall, type Call } from "../../backend/call";
import { renderPage } from "../../testing/render";
import { ToolCard } from "./tool-card";

function bash(result: { exit: number; stdout?: string; stderr?: string }): Call {
  const { exit, stdout = "", stderr = "" } = result;
  return {
    ...newCall({ seq: 1, run: "r", call: "c", time: "2026-11-20T10:00:00Z", kind: "called", data: {} }),
    tool: "bash", title: "Run: make check", detail: "make check", own: true, status: "complete", started: "2026-11-20T10:00:00Z", finished: "2026-11-20T10:00:01Z",
    content: JSON.stringify({ exit_code: exit, stdout, stderr, duration_ms: 1014 }), meta: { exit_code: exit, duration_ms: 1014 },
  };
}

const show = (call: Call) => renderPage(<ToolCard call={call} chosen={false} onInspect={vi.fn()} />);

it("shows what a program printed, its complaints apart, and no JSON", () => {
  show(bash({ exit: 0, stdout: "1\n2\n", stderr: "slow disk\n" }));
  expect(screen.getByLabelText("Output").textContent).toBe("1\n2\n");
  expect(screen.getByLabelText("Errors (stderr)").textContent).toBe("slow disk\n");
  expect(screen.queryByText(/exit_code|duration_ms/)).toBeNull();
});

it("shows a failure as one, with the exit code", () => {
  show(bash({ exit: 3 }));
  const card = screen.getByRole("article", { name: "Run: make check: Failed, exit 3" });
  expect(within(card).getByText("Failed, exit 3").parentElement?.className).toContain("text-failed");
  expect(within(card).queryByText("Done")).toBeNull();
  expect(within(card).getByText("It printed nothing.")).toBeTruthy();
});

it("says the command once, open or closed", async () => {
  const { user } = show(bash({ exit: 0 }));
  expect(screen.getAllByText(/make check/)).toHaveLength(1);
  await user.click(screen.getByRole("button", { expanded: true }));
  expect(screen.getAllByText(/make check/)).toHaveLength(1);
});

it("draws a hundred thousand lines, or one line of them, as little as ten", async () => {
  const lines = Array.from({ length: 100_000 }, (_, i) => `line ${i + 1}`).join("\n");
  const { user, container, unmount } = show(bash({ exit: 0, stdout: lines }));
  const drawn = () => container.querySelectorAll("*").length;
  const folded = drawn();
  expect(container.textContent.length).toBeLessThan(6000);
  await user.click(screen.getByRole("button", { name: "Show all 100,000 lines" }));
  expect(drawn()).toBeLessThan(folded + 200);
  expect(container.textContent.length).toBeLessThan(100_000);
  expect(screen.getByLabelText("Output").textContent).toContain("line 50");
  unmount();
  show({ ...bash({ exit: 0 }), content: "x".repeat(600_000) });
  expect(document.body.textContent.length).toBeLessThan(6000);
  await user.click(screen.getByRole("button", { name: "Show all 600 kB" }));
  expect(document.body.textContent.length).toBeLessThan(100_000);
});
