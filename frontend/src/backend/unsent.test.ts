import { expect, it, onTestFinished, vi } from "vitest";
import { quickBackend } from "../testing/render";
import { Live } from "./live";
import { keepUnsent } from "./unsent";

function begin(kept: { session: string; draft: string; queue: string[] }[] = []) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const backend = quickBackend();
  backend.unsent = () => Promise.resolve(kept);
  const keep = vi.spyOn(backend, "keepUnsent").mockResolvedValue();
  const live = new Live(backend);
  const stop = keepUnsent(backend, live);
  return { live, keep, stop };
}

it("keeps what is written when the person pauses, and forgets it when it is sent", async () => {
  const { live, keep } = begin();
  await vi.advanceTimersByTimeAsync(0);
  live.outgoing.setDraft("s_1", "He");
  live.outgoing.setDraft("s_1", "Hello");
  await vi.advanceTimersByTimeAsync(1000);
  expect(keep.mock.calls).toEqual([["s_1", "Hello", []]]);
  live.outgoing.queue("s_1", "r_1", { text: "later", attached: [] });
  live.outgoing.clear("s_1");
  await vi.advanceTimersByTimeAsync(1000);
  expect(keep.mock.calls.at(-1)).toEqual(["s_1", "", ["later"]]);
});

it("takes back what was kept, and holds messages that waited", async () => {
  const { live, keep } = begin([{ session: "s_1", draft: "a draft", queue: ["one", "two"] }]);
  await vi.advanceTimersByTimeAsync(1000);
  const { drafts, queues } = live.store.getState();
  expect(drafts.s_1).toBe("a draft");
  expect(queues.s_1?.held).toBe(true);
  expect(queues.s_1?.items.map(({ text }) => text)).toEqual(["one", "two"]);
  expect(keep).not.toHaveBeenCalled();
});

it("keeps the last words when the window goes", async () => {
  const { live, keep, stop } = begin();
  await vi.advanceTimersByTimeAsync(0);
  live.outgoing.setDraft("s_1", "last");
  window.dispatchEvent(new Event("pagehide"));
  expect(keep).toHaveBeenCalledWith("s_1", "last", []);
  stop();
});
