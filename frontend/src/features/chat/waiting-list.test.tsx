import { act, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { expect, it, onTestFinished, vi } from "vitest";
import type { AppEvent, Backend, QuestionView } from "../../backend/backend";
import { useLiveState } from "../../backend/context";
import { holdArming } from "../../testing/arming";
import { quickBackend, renderPage } from "../../testing/render";
import { UNDECIDED, type Decided } from "../../backend/decider";
import { PERSON } from "../../backend/fake/door";
import { WaitingList } from "./waiting-list";

/** The list as somebody opens it who was told of the questions before. */
function Opened({ onClose }: { onClose: () => void }) {
  const [opened, setOpened] = useState(false);
  const told = useLiveState((state) => state.questions.length > 0);
  if (told && !opened) setOpened(true);
  return opened && <WaitingList onClose={onClose} />;
}

/** A list on questions of the test's own, whose news the test sends. */
function open(questions: QuestionView[], own: Partial<Backend> = {}) {
  let send: (event: AppEvent) => void = () => undefined;
  const answer = vi.fn(() => Promise.resolve());
  const onClose = vi.fn();
  const backend: Backend = {
    ...quickBackend({ empty: true }), questions: () => Promise.resolve(questions), questionShown: () => new Promise(() => undefined), answer, ...own,
    listen: (hear) => {
      const before = send;
      send = (event) => {
        before(event);
        hear(event);
      };
      return () => undefined;
    },
  };
  const rendered = renderPage(<Opened onClose={onClose} />, backend);
  const tell = (event: AppEvent) => act(() => send(event));
  return { ...rendered, tell, answer, onClose };
}

function ask(id: string, as: Partial<QuestionView> = {}): QuestionView {
  return {
    id, run: "r", call: id, session: "s1", space: "/s", spaceName: "Welcome", agent: 'The agent "guide"', tool: "bash", title: `Title ${id}`, detail: `command ${id}`, folder: "", effects: [],
    why: "a rule says to ask", by: "", decider: UNDECIDED, file: "", yes: "", digest: id, input: "", rehearses: false, chat: "", caller: { kind: "agent", name: "guide", token: "", calledBy: "" }, deeds: [], because: [], would: [], marked: [], dialog: "", came: [], offers: [], asked: `2026-11-20T12:00:0${id}Z`, expires: "", state: "waiting", ended: "", ...as,
  };
}

const THREE = [ask("1"), ask("2", { session: "s2", spaceName: "Notes", space: "/n" }), ask("3")];
const shows = (act: string) => waitFor(() => expect(screen.getByLabelText("Preview").textContent).toBe(act));
const deny = () => screen.getByRole("button", { name: "Deny" });
const verdict = (call: string, kind: string, decided: Decided): AppEvent => ({
  kind: "journal", space: "/s", session: "s1", journal: { seq: 1, run: "r", call, time: "2026-11-20T12:01:00Z", kind, data: JSON.stringify(decided) },
});

it("lists those of one chat together, the one that waits longest first, and begins with it on Deny", async () => {
  open([...THREE].reverse());
  await screen.findByText("Waiting for you: 1 of 3");
  const groups = screen.getAllByRole("group").map((region) => [region.getAttribute("aria-label"), within(region).getAllByRole("listitem").map((row) => row.textContent)]);
  expect(groups).toEqual([['Welcome · The agent "guide"', ["Title 1command 1", "Title 3command 3"]], ['Notes · The agent "guide"', ["Title 2command 2"]]]);
  await shows("command 1");
  await waitFor(() => expect(document.activeElement).toBe(deny()));
});

it("goes on and back by keys and by buttons, in a circle", async () => {
  const { user } = open(THREE);
  await screen.findByText("Waiting for you: 1 of 3");
  await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
  await shows("command 3");
  await user.click(screen.getByRole("button", { name: /^Next/ }));
  await shows("command 2");
  await user.click(screen.getByRole("button", { name: /^Next/ }));
  await shows("command 1");
  await user.keyboard("{Alt>}{ArrowUp}{/Alt}");
  await shows("command 2");
});

it("goes to the next after an answer, on Deny, and runs nothing by the same key", async () => {
  holdArming();
  const { user, tell, answer } = open(THREE);
  await screen.findByText("Waiting for you: 1 of 3");
  await waitFor(() => expect(document.activeElement).toBe(deny()));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(answer).toHaveBeenCalledExactlyOnceWith("1", expect.objectContaining({ run: false })));
  tell({ kind: "question", question: ask("1", { state: "declined" }) });
  await shows("command 2");
  await waitFor(() => expect(document.activeElement).toBe(deny()));
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Run once" }).disabled).toBe(true);
});

it("does not put the focus on a button of another question when the one that had it was answered elsewhere", async () => {
  const { tell } = open(THREE);
  await waitFor(() => expect(document.activeElement).toBe(deny()));
  tell({ kind: "question", question: ask("1", { state: "withdrawn" }) });
  await shows("command 2");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("alertdialog")));
});

it("leaves the focus where somebody writes", async () => {
  const { tell } = open([ask("1")]);
  await waitFor(() => expect(document.activeElement).toBe(deny()));
  const field = document.body.appendChild(document.createElement("input"));
  onTestFinished(() => field.remove());
  field.focus();
  tell({ kind: "question", question: ask("1", { state: "withdrawn" }) });
  tell({ kind: "question", question: ask("2") });
  await shows("command 2");
  expect(document.activeElement).toBe(field);
});

it("asks again what has become another act, though it has the same id", async () => {
  const { tell } = open([ask("1")]);
  await screen.findByText("Title 1");
  tell({ kind: "question", question: ask("1", { state: "allowed" }) });
  await screen.findByText("Nothing waiting");
  tell({ kind: "question", question: ask("1", { asked: "2026-11-20T12:05:00Z", detail: "another act" }) });
  await shows("another act");
});

it.each<[QuestionView["state"], string, Decided, RegExp]>([
  ["withdrawn", "allowed", { by: "your grant: Always allow exactly this, in this space", decider: { kind: "grant", name: "Always allow exactly this, in this space" } }, /^ReleasedTitle 1 in Welcome.*By your grant: Always allow exactly this, in this space\.$/],
  ["withdrawn", "declined", { by: "the person, in the dialog", decider: { kind: "person", name: "dialog" } }, /^DeniedTitle 1 in Welcome.*By you, in the dialog\.$/],
  ["allowed", "allowed", PERSON, /^AllowedTitle 1 in Welcome.*By you, in the window\.$/],
  ["expired", "expired", { by: "nobody", decider: { kind: "nobody", name: "" } }, /^Not answeredTitle 1 in Welcome.*Nobody answered in time, so it didn't run\.$/],
  ["withdrawn", "blocked", { by: "rule bash in settings", decider: { kind: "rule", name: "bash" } }, /^Not allowedTitle 1 in Welcome.*By rule bash in settings\.$/],
  ["withdrawn", "called", { by: "", decider: UNDECIDED }, /^WithdrawnTitle 1 in Welcome.*Answered somewhere else, or the run was cancelled\.$/],
])("says what became of one that is %s and %s by %j", async (state, kind, decided, text) => {
  const { user, tell } = open([ask("1")]);
  await screen.findByText("Title 1");
  tell({ kind: "question", question: ask("1", { state }) });
  tell(verdict("1", kind, decided));
  const status = await screen.findByRole("status", { name: "No longer waiting" });
  await waitFor(() => expect(within(status).getByRole("listitem").textContent).toMatch(text));
  await user.click(within(status).getByRole("button", { name: "Clear" }));
  expect(within(status).queryByRole("listitem")).toBeNull();
});

it("says who has answered a call of another machine", async () => {
  const { tell } = open([ask("1", { spaceName: "shop on laptop" })]);
  await screen.findByText("shop on laptop");
  tell({ kind: "question", question: ask("1", { spaceName: "shop on laptop", state: "withdrawn", ended: "Denied on laptop" }) });
  await within(await screen.findByRole("status", { name: "No longer waiting" })).findByText("Denied on laptop.");
});

it("denies all of them at once", async () => {
  const { user, answer } = open(THREE);
  await user.click(await screen.findByRole("button", { name: "Deny all" }));
  await waitFor(() => expect(answer).toHaveBeenCalledTimes(3));
  expect(answer.mock.calls).toEqual(["1", "3", "2"].map((id) => [id, { run: false, reason: "", offer: "", input: "", digest: "" }]));
});

it("lets them wait when it is closed by Escape", async () => {
  const { user, answer, onClose } = open(THREE);
  await waitFor(() => expect(document.activeElement).toBe(deny()));
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
  expect(answer).not.toHaveBeenCalled();
});

it("releases what a lasting yes covers, and says so", async () => {
  const backend = quickBackend({ crowd: true });
  const { user } = renderPage(<WaitingList onClose={() => undefined} />, backend);
  await user.click(await screen.findByRole("button", { name: /git fetch origin/ }));
  await user.click(await screen.findByRole("button", { name: "Always…" }));
  await user.click(screen.getByRole("radio", { name: "Always allow commands that begin with git fetch, in this space" }));
  const take = screen.getByRole<HTMLButtonElement>("button", { name: "Always allow commands that begin with git fetch, in this space" });
  await waitFor(() => expect(take.disabled).toBe(false));
  await user.click(take);
  const status = screen.getByRole("status", { name: "No longer waiting" });
  await within(status).findByText("By your grant: Always allow commands that begin with git fetch, in this space.");
  expect((await backend.questions()).map(({ detail }) => detail)).not.toContain("git fetch --all");
  expect((await backend.grants())[0]).toMatchObject({ label: "Always allow commands that begin with git fetch, in this space", uses: 2 });
});
