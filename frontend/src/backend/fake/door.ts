// Plays one tool call through the door: asked for, judged, asked, run, finished. Nothing runs in truth.

import type { AppEvent } from "../backend";
import type { EventData, EventKind, Stage } from "../events";
import type { AnswerForm, PreviewView, QuestionView, RuleView, RunView, SpaceView, ToolDetailView, TrialView } from "../wire";
import type { FakeJournal } from "./journal";
import type { FakeRules, Judged } from "./rules";
import { render, violations } from "./settle";

export interface Answer {
  run: boolean;
  reason: string;
  /** What the person made of the input; "" = as it was asked. */
  input?: string;
  /** Who has answered. */
  by: string;
}

const PERSON = "the person, in the window";

const NOTHING: PreviewView = {
  title: "", detail: "", folder: "", effects: [], digest: "", decision: "run", why: "", violations: [], code: "", message: "",
};

/** Where a question is asked, and what settles its call anew. */
interface Asked {
  space: SpaceView;
  detail: ToolDetailView;
}

/** What the agent is told of a no. */
export function declined(reason: string): string {
  return reason ? `the call was declined: ${reason}` : "the call was declined; do not try it again unless the person asks for it";
}

export class FakeDoor {
  readonly questions: QuestionView[] = [];
  private readonly answers = new Map<string, (answer: Answer) => void>();
  private readonly cancelled = new Set<string>();
  private readonly asked = new Map<string, Asked>();

  constructor(
    readonly rules: FakeRules,
    private readonly journal: FakeJournal,
    private readonly tell: (event: AppEvent) => void,
    private readonly wait: (ms: number) => Promise<void>,
  ) {}

  preview(space: SpaceView, detail: ToolDetailView, input: string): PreviewView {
    return this.trial(space, detail, input).preview;
  }

  /** What a call would do, and all steps of the verdict. */
  trial(space: SpaceView, detail: ToolDetailView, input: string, extra?: RuleView): TrialView & { judged?: Judged } {
    const { tool } = detail;
    const without = (preview: Partial<PreviewView>): TrialView => ({ preview: { ...NOTHING, decision: "deny", ...preview }, steps: [], problem: "" });
    if (tool.state !== "ready") return without({ code: "not_found", message: tool.reason });
    const found = violations(detail, input);
    if (found.length > 0) return without({ violations: found });
    const settled = render(detail, input, space.path);
    const judged = this.rules.judge({ space, tool, settled, ...(extra ? { extra } : {}) });
    return { preview: { ...NOTHING, ...settled, decision: judged.decision, why: `${judged.why} (${judged.by})` }, steps: judged.steps, problem: "", judged };
  }

  /** Plays the call to its end; false if it did not go through. */
  async call(run: RunView, space: SpaceView, detail: ToolDetailView, input: string, caller: string, id: string): Promise<boolean> {
    const { tool } = detail;
    const record = <K extends EventKind>(kind: K, data: Partial<EventData[K]>) => this.journal.record(run, id, kind, data);
    record("called", { tool: tool.name, input: JSON.parse(input) as unknown, caller });
    const { preview, judged } = this.trial(space, detail, input);
    const stages: Stage[] = [{ name: "look-up", result: "ok", micros: 4 }, { name: "check", result: "ok", micros: 30 }];
    const refuse = (code: string, error: string): false => {
      record("returned", { code, error, meta: { duration_ms: 0, stages } });
      return false;
    };
    if (preview.violations.length > 0) {
      return refuse("invalid_args", preview.violations.map((v) => `${v.path || "input"}: ${v.message}`).join("; "));
    }
    if (preview.code) return refuse(preview.code, preview.message);
    stages.push({ name: "guard", result: preview.decision, by: preview.why, micros: 60 });
    if (preview.decision === "deny") {
      record("blocked", { by: judged?.by ?? "", reason: preview.why, code: "permission_denied" });
      return refuse("permission_denied", preview.why);
    }
    if (preview.decision === "ask") {
      const answer = await this.ask(run, space, detail, input, id, caller);
      stages.push({ name: "confirm", result: answer.run ? "allowed" : "declined", by: answer.by, micros: 900_000 });
      if (this.cancelled.has(id)) return refuse("cancelled", "It was cancelled before it ran.");
      if (!answer.run) {
        record("declined", { by: answer.by, reason: declined(answer.reason), code: "declined" });
        return refuse("declined", declined(answer.reason));
      }
      record("allowed", { by: answer.by, reason: "run once" });
      if (answer.input) {
        record("changed", { by: PERSON, input: JSON.parse(answer.input) as unknown });
        Object.assign(preview, this.preview(space, detail, answer.input));
      }
    } else {
      record("allowed", { by: `mode ${space.mode}`, reason: bare(preview.why) });
    }
    const effects = preview.effects.map((effect) => `${effect.kind} ${effect.target}`);
    record("started", { tool: tool.name, title: preview.title, detail: preview.detail, folder: preview.folder, effects, digest: preview.digest });
    return this.act(run, id, detail, stages);
  }

  ask(run: RunView, space: SpaceView, detail: ToolDetailView, input: string, call: string, agent: string): Promise<Answer> {
    const question = this.questionOf(run, space, detail, input, call, agent);
    const { title, detail: text, why: reason, digest } = question;
    this.journal.record(run, call, "asked", { title, detail: text, reason, digest, where: "window" });
    return this.open(question);
  }

  questionOf(run: RunView, space: SpaceView, detail: ToolDetailView, input: string, call: string, agent: string): QuestionView {
    const { preview, judged } = this.trial(space, detail, input);
    const id = this.journal.name("question");
    this.asked.set(id, { space, detail });
    return {
      id, run: run.id, call, session: run.session, space: space.path, spaceName: space.name, agent: agent === "person" ? "You" : `The agent "${run.agent}"`,
      tool: detail.tool.qualified, title: preview.title, detail: preview.detail, folder: preview.folder, effects: preview.effects, why: bare(preview.why),
      by: judged?.by ?? "", file: judged?.file ?? "", yes: "", digest: preview.digest, input,
      offers: this.rules.offers(preview.detail, detail.tool), asked: new Date().toISOString(), expires: "", state: "waiting",
    };
  }

  open(question: QuestionView): Promise<Answer> {
    this.questions.push(question);
    this.tell({ kind: "question", question });
    return new Promise((resolve) => this.answers.set(question.id, resolve));
  }

  previewAnswer(id: string, input: string): PreviewView {
    const asked = this.asked.get(id);
    if (!asked || !this.find(id)) throw new Error("This question no longer waits: it was answered, withdrawn or has expired.");
    return this.preview(asked.space, asked.detail, input);
  }

  /** The person's answer, with all that follows from it. */
  answer(id: string, { run, reason, offer, input }: AnswerForm): void {
    const question = this.find(id);
    if (!question) return;
    const grant = run ? this.rules.take(question, offer) : undefined;
    this.close(id, { run, reason, input, by: PERSON });
    if (!grant) return;
    for (const other of this.questions.filter((known) => this.rules.covers(offer, question, known))) {
      grant.uses += 1;
      this.close(other.id, { run: true, reason: "", by: `your grant: ${grant.label}` }, "withdrawn");
    }
  }

  close(id: string, answer: Answer, state: QuestionView["state"] = answer.run ? "allowed" : "declined"): void {
    const question = this.find(id);
    if (!question) return;
    this.questions.splice(this.questions.indexOf(question), 1);
    this.tell({ kind: "question", question: { ...question, state } });
    this.answers.get(id)?.(answer);
    this.answers.delete(id);
  }

  private find(id: string): QuestionView | undefined {
    return this.questions.find((question) => question.id === id);
  }

  cancel(call: string): void {
    this.cancelled.add(call);
    const question = this.questions.find((known) => known.call === call);
    if (question) this.close(question.id, { run: false, reason: "", by: "the run" }, "withdrawn");
  }

  private async act(run: RunView, id: string, { tool }: ToolDetailView, stages: Stage[]): Promise<boolean> {
    const began = Date.now();
    const lines = tool.sideEffect ? PRINTED : [];
    for (const text of lines) {
      await this.wait(350);
      if (this.cancelled.has(id)) break;
      this.tell({ kind: "output", output: { run: run.id, call: id, stream: "stdout", text } });
    }
    const cancelled = this.cancelled.has(id);
    const took = { duration_ms: Date.now() - began, sandbox: "enforced" };
    const content = tool.sideEffect ? lines.join("") : "dir  agent\ndir  notes\nfile 412  README.md\n";
    const meta = { ...took, ...(tool.sideEffect && !cancelled ? { exit_code: 0 } : {}), stages: [...stages, { name: "run", result: cancelled ? "cancelled" : "ok", micros: took.duration_ms * 1000 }] };
    const failure = cancelled ? { code: "cancelled", error: "You cancelled it. What it printed until then is kept." } : {};
    this.journal.record(run, id, "finished", { content, meta, ...failure });
    this.journal.record(run, id, "returned", { same: true, meta, ...failure });
    return !cancelled;
  }
}

/** A reason without what decided. */
export function bare(why: string): string {
  return why.replace(/ \([^)]*\)$/, "");
}

const PRINTED = [
  "checking the branch\n", "building 1 of 4  parse\n", "building 2 of 4  totals\n", "building 3 of 4  rounding\n", "building 4 of 4  guide\n", "all done\n",
];
