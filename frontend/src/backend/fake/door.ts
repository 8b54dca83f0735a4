// Plays calls through the door as Go has recorded them: what asks, what the journal has of it, how it was decided.

import type { AppEvent } from "../backend";
import { UNDECIDED, type Decided } from "../decider";
import type { EventData, EventKind } from "../events";
import type { AnswerForm, CallRecordView, GrantView, PreviewView, QuestionView, RunView } from "../wire";
import type { FakeJournal } from "./journal";
import type { RecordedSpaces } from "./recorded";

export interface Answer {
  run: boolean;
  reason: string;
  /** What the person made of the input; "" = as it was asked. */
  input?: string;
  /** Who has answered. */
  decided: Decided;
}

/** A call as it was recorded: by space, tool and input. */
export interface Recorded {
  space: string;
  tool: string;
  input: string;
}

interface Step {
  kind: EventKind;
  data: Record<string, unknown>;
}

/** The person, at this window. */
export const PERSON: Decided = { by: "the person, in the window", decider: { kind: "person", name: "window" } };
const QUARTER_HOUR_MS = 900_000;

/** The recorded answer that this one is like. */
const likeOf = ({ run, reason }: Answer) => (run ? "yes" : reason ? "no, because" : "no");

export class FakeDoor {
  readonly questions: QuestionView[] = [];
  /** What the person has granted in answers. */
  grants: GrantView[] = [];
  private readonly answers = new Map<string, (answer: Answer) => void>();
  private readonly cancelled = new Set<string>();
  private readonly asked = new Map<string, Recorded>();
  private readonly ended = new Map<string, CallRecordView>();

  constructor(
    private readonly recorded: RecordedSpaces,
    private readonly journal: FakeJournal,
    private readonly tell: (event: AppEvent) => void,
    private readonly wait: (ms: number) => Promise<void>,
  ) {}

  /** How a call was decided that went through this door. */
  recordOf(call: string): CallRecordView | undefined {
    return this.ended.get(call);
  }

  /** Plays the call to its end; false if it did not go through. */
  async call(run: RunView, call: Recorded, caller: string, id: string): Promise<boolean> {
    if (!this.recorded.has("question", call.space, call.tool, call.input)) {
      this.end(id, call, "", "");
      return this.play(run, id, this.steps(call, ""), caller, PERSON);
    }
    const steps = this.steps(call, "yes");
    await this.play(run, id, steps.slice(0, afterAsked(steps)), caller, PERSON);
    return this.goOn(run, call, id, await this.open(this.questionOf(run, call, id, caller)));
  }

  /** Plays what follows an answer. */
  async goOn(run: RunView, call: Recorded, id: string, answer: Answer): Promise<boolean> {
    if (this.cancelled.has(id)) {
      this.journal.record(run, id, "returned", { code: "cancelled", error: "It was cancelled before it ran." });
      return false;
    }
    const made = answer.input ? { ...call, input: answer.input } : call;
    const steps = this.steps(made, likeOf(answer), answer.reason);
    this.end(id, made, likeOf(answer), answer.reason);
    if (answer.input) this.journal.record(run, id, "changed", { ...PERSON, input: JSON.parse(answer.input) as unknown });
    return this.play(run, id, steps.slice(afterAsked(steps)), "", answer.decided);
  }

  questionOf(run: RunView, call: Recorded, id: string, caller: string): QuestionView {
    const question = this.recorded.through("question", call.space, call.tool, call.input) as QuestionView;
    const name = this.journal.name("question");
    this.asked.set(name, call);
    return { ...question, id: name, run: run.id, call: id, session: run.session, agent: caller === "person" ? "You" : `The agent "${run.agent}"`, caller: { kind: caller === "person" ? "person" : "agent", name: caller === "person" ? "" : run.agent, token: "", calledBy: "" }, asked: new Date().toISOString() };
  }

  open(question: QuestionView): Promise<Answer> {
    this.questions.push(question);
    this.tell({ kind: "question", question });
    return new Promise((resolve) => this.answers.set(question.id, resolve));
  }

  previewAnswer(id: string, input: string): PreviewView {
    const asked = this.asked.get(id);
    if (!asked || !this.find(id)) throw new Error("this question no longer waits: it was answered, withdrawn or has expired");
    return this.recorded.play("preview", asked.space, asked.tool, input);
  }

  /** The person's answer. A lasting yes releases what could take the same. */
  answer(id: string, { run, reason, offer, input }: AnswerForm): void {
    const question = this.find(id);
    if (!question) return;
    const label = run ? (question.offers.find((known) => known.id === offer)?.label ?? "") : "";
    this.close(id, { run, reason, input, decided: PERSON });
    if (!label) return;
    const others = this.questions.filter((other) => other.space === question.space && other.offers.some((known) => known.label === label));
    this.grants = [grantOf(question, offer, label, others.length + 1), ...this.grants];
    for (const other of others) this.close(other.id, { run: true, reason: "", decided: { by: `your grant: ${label}`, decider: { kind: "grant", name: label } } }, "withdrawn");
  }

  close(id: string, answer: Answer, state: QuestionView["state"] = answer.run ? "allowed" : "declined"): void {
    const question = this.find(id);
    if (!question) return;
    this.questions.splice(this.questions.indexOf(question), 1);
    this.tell({ kind: "question", question: { ...question, state } });
    this.answers.get(id)?.(answer);
    this.answers.delete(id);
  }

  cancel(call: string): void {
    this.cancelled.add(call);
    const question = this.questions.find((known) => known.call === call);
    if (question) this.close(question.id, { run: false, reason: "", decided: { by: "the run", decider: UNDECIDED } }, "withdrawn");
  }

  private find(id: string): QuestionView | undefined {
    return this.questions.find((question) => question.id === id);
  }

  private end(id: string, { space, tool, input }: Recorded, answer: string, reason: string): void {
    this.ended.set(id, withReason(this.recorded.through("callRecord", space, tool, input, answer) as CallRecordView, reason));
  }

  private steps({ space, tool, input }: Recorded, answer: string, reason = ""): Step[] {
    return withReason(this.recorded.through("events", space, tool, input, answer) as Step[], reason);
  }

  private async play(run: RunView, id: string, steps: readonly Step[], caller: string, decided: Decided): Promise<boolean> {
    let through = true;
    for (const { kind, data } of steps) {
      if (kind === "finished" && (await this.print(run, id, typeof data.content === "string" ? data.content : ""))) {
        const end = { code: "cancelled", error: "You cancelled it. What it printed until then is kept.", meta: data.meta } as Partial<EventData["finished"]>;
        this.journal.record(run, id, "finished", end);
        this.journal.record(run, id, "returned", { ...end, same: true });
        return false;
      }
      through = !data.error;
      this.journal.record(run, id, kind, { ...data, ...(kind === "called" ? { caller } : {}), ...(data.by === PERSON.by ? decided : {}) });
    }
    return through;
  }

  /** Prints line by line what came out; true if it was cancelled meanwhile. */
  private async print(run: RunView, call: string, content: string): Promise<boolean> {
    for (const text of content.match(/.*\n/g) ?? []) {
      await this.wait(350);
      if (this.cancelled.has(call)) return true;
      this.tell({ kind: "output", output: { run: run.id, call, stream: "stdout", text } });
    }
    return this.cancelled.has(call);
  }
}

const afterAsked = (steps: readonly Step[]) => steps.findIndex(({ kind }) => kind === "asked") + 1;

/** The person's words stand for those that were recorded. */
function withReason<T>(recorded: T, reason: string): T {
  return JSON.parse(JSON.stringify(recorded).replaceAll("REASON", JSON.stringify(reason).slice(1, -1))) as T;
}

function grantOf({ id, tool, space, spaceName, session, detail, run, call }: QuestionView, offer: string, label: string, uses: number): GrantView {
  const everywhere = offer.endsWith("everywhere");
  const now = new Date().toISOString();
  return {
    id: `grant-${id}`, kind: "act", label, tool, space: everywhere ? "" : space, spaceName: everywhere ? "" : spaceName, session: offer.endsWith("session") ? session : "", made: now, source: "window",
    until: offer.endsWith("minutes") ? new Date(Date.now() + QUARTER_HOUR_MS).toISOString() : "", counted: true, uses, used: now, idle: "", about: detail, run, call,
  };
}
