import { act, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Call } from "../../backend/call";
import type { SessionView } from "../../backend/backend";
import { quickBackend, renderPage } from "../../testing/render";
import { RunNow } from "./run-now";
import { useSeen } from "./seen";

const CALL = { id: "c1", tool: "bash", input: { command: "echo one\necho two" }, code: "expired" } as unknown as Call;

it("runs what nobody answered as the person's own call, once", async () => {
  const backend = quickBackend();
  const send = vi.fn<typeof backend.send>(() => new Promise(() => undefined));
  const { user } = renderPage(<RunNow call={CALL} session="s1" />, { ...backend, send });
  await user.click(screen.getByRole("button", { name: "Run it now" }));
  expect(send.mock.calls).toEqual([["s1", '/bash {"command":"echo one\\necho two"}']]);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Run it now" }).disabled).toBe(true);
});

it("says why it could not be run", async () => {
  const { user } = renderPage(<RunNow call={CALL} session="s1" />, { ...quickBackend(), send: () => Promise.reject(new Error("The agent is at work.")) });
  await user.click(screen.getByRole("button", { name: "Run it now" }));
  expect((await screen.findByRole("alert")).textContent).toContain("The agent is at work.");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Run it now" }).disabled).toBe(false);
});

function Looked({ session }: { session: SessionView }) {
  useSeen(session);
  return null;
}

it("takes the mark of a missed question only when the person is there", async () => {
  const session = { id: "s1", missed: true } as SessionView;
  const seeChat = vi.fn(() => Promise.resolve(session));
  const focus = vi.spyOn(document, "hasFocus").mockReturnValue(false);
  renderPage(<Looked session={session} />, { ...quickBackend(), seeChat });
  expect(seeChat).not.toHaveBeenCalled();
  focus.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event("focus")));
  await waitFor(() => expect(seeChat).toHaveBeenCalledExactlyOnceWith("s1"));
});
