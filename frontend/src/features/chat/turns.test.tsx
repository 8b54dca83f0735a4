import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { fixtures } from "../../testing/fixtures";
import type { Turn } from "../../backend/transcript";
import { quickBackend, renderPage } from "../../testing/render";
import { ChatPage } from "./chat-page";
import { TurnBlock } from "./turn";

const HEIGHT = 5000;
const VIEW = 600;

async function open(session = "chat-tests", says = "The unit suite passes now.") {
  const space = fixtures.spaces[0];
  if (!space) throw new Error("There are no fixtures.");
  const backend = quickBackend();
  const page = renderPage(<ChatPage space={space} session={session} chosen="" onInspect={vi.fn()} onOpen={vi.fn()} onModels={vi.fn()} />, backend);
  await screen.findByText(says);
  const log = screen.getByRole("log");
  Object.defineProperties(log, { scrollHeight: { get: () => HEIGHT }, clientHeight: { get: () => VIEW } });
  return { ...page, log };
}

function scrollTo(log: HTMLElement, top: number) {
  log.scrollTop = top;
  log.dispatchEvent(new Event("scroll", { bubbles: true }));
}

it("shows a message that is sent while one reads further up", async () => {
  const { user, log } = await open();
  scrollTo(log, 100);
  await user.type(screen.getByLabelText("Message"), "And the other suite?{Enter}");
  expect(log.scrollTop).toBe(HEIGHT);
});

it("leaves a card where it is when it is opened at the end", async () => {
  const seen: ResizeObserverCallback[] = [];
  vi.stubGlobal("ResizeObserver", class {
    constructor(tell: ResizeObserverCallback) {
      seen.push(tell);
    }
    observe = vi.fn();
    disconnect = vi.fn();
  });
  const { user, log } = await open();
  const grown = () => seen.forEach((tell) => tell([], {} as ResizeObserver));
  const end = HEIGHT - VIEW;
  scrollTo(log, end);
  grown();
  expect(log.scrollTop).toBe(HEIGHT);
  scrollTo(log, end);
  const [card] = within(log).getAllByRole("button", { expanded: false });
  if (card) await user.click(card);
  grown();
  expect(log.scrollTop).toBe(end);
  vi.unstubAllGlobals();
});

it("takes what is typed after a run was cancelled", async () => {
  const { user } = await open("chat-states", "Deploy to Staging");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  const box = screen.getByLabelText<HTMLTextAreaElement>("Message");
  expect(document.activeElement).toBe(box);
  await screen.findByText("You cancelled this run.");
  await user.keyboard("something else");
  expect(box.value).toBe("something else");
});

it("says once that a run was cancelled", () => {
  const turn: Turn = {
    key: "r:1", run: "r", prompt: "Go on", agent: "", model: "", skills: [], aside: "", parentCall: "", time: "2026-11-20T10:00:00Z", parts: [], growing: "",
    state: "cancelled", reason: "it was cancelled", inputTokens: 0, outputTokens: 0,
  };
  renderPage(<TurnBlock space="" turn={turn} changed={undefined} later="" feed="session:s" chosen="" onInspect={vi.fn()} />);
  expect(screen.getAllByText(/cancelled/)).toHaveLength(1);
});
