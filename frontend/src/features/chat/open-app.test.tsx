import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { newCall, type Call } from "../../backend/call";
import { renderPage } from "../../testing/render";
import { ToolCard } from "./tool-card";

const call: Call = {
  ...newCall({ seq: 1, run: "r", call: "c_1", time: "2026-11-20T10:00:00Z", kind: "called", data: {} }),
  tool: "clock__time", title: "Get Time (clock)", own: true, status: "complete", started: "2026-11-20T10:00:00Z", finished: "2026-11-20T10:00:01Z", content: "ten",
};

const show = (meta: Call["meta"]) => renderPage(<ToolCard call={{ ...call, meta }} chosen={false} onInspect={vi.fn()} />);

it("opens the app by which a server shows a result, and says why it could not", async () => {
  const { backend, live, user } = show({ app: "ui://clock/app.html" });
  const notify = vi.spyOn(live, "notify");
  const open = vi.spyOn(backend, "openApp").mockRejectedValueOnce(new Error("the server has answered with something else than its app"));
  await user.click(screen.getByRole("button", { name: "Open app" }));
  expect(open).toHaveBeenCalledWith("c_1");
  await waitFor(() => {
    expect(notify).toHaveBeenCalledWith(expect.objectContaining({ level: "error", text: expect.stringContaining("something else than its app") as string }));
  });
});

it("has no such button for a result without an app", () => {
  show({});
  expect(screen.queryByRole("button", { name: "Open app" })).toBeNull();
});
