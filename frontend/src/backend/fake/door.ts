// Plays one tool call through the door: asked for, judged, asked, run, finished. Nothing runs in truth.

import type { AppEvent } from "../backend";
import type { EventData, EventKind, Stage } from "../events";
import type { PreviewView, QuestionView, RunView, SpaceView, ToolDetailView } from "../views";
import type { FakeJournal } from "./journal";
import { render, violations } from "./settle";

export interface Answer {
  run: boolean;
  reason: string;
}

/** What the agent is told of a no. */
export function declined(reason: string): string {
  return reason ? `the call was declined: ${reason}` : "the call was declined; do not try it again unless the person asks for it";
}

export class FakeDoor {
  readonly questions: QuestionView[] = [];
  private readonly answers = new Map<string, (answer: Answer) => void>();
  private readonly cancelled = new Set<string>();

  constructor(
    private readonly journal: FakeJournal,
    private readonly tell: (event: AppEvent) => void,
    private readonly wait: (ms: number) => Promise<void>,
  ) {}

  preview(space: SpaceView, detail: ToolDetailView, input: string): PreviewView {
    const nothing: PreviewView = {
      title: "", detail: "", folder: "", effects: [], digest: "", decision: "run", why: "", violations: [], code: "", message: "",
    };
    const { tool } = detail;
    if (tool.state !== "ready") return { ...nothing, decision: "deny", code: "not_found", message: tool.reason };
    const found = violations(detail, input);
    if (found.length > 0) return { ...nothing, decision: "deny", violations: found };
    const settled = render(detail, input, space.path);
    if (/rm -rf \/|--force/.test(settled.detail)) {
      return { ...nothing, ...settled, decision: "deny", why: "it pushes by force or deletes outside this space (built in)" };
    }
    if (tool.confirm) return { ...nothing, ...settled, decision: "ask", why: "its author wants you to be asked (confirm: true)" };
    if (tool.sideEffect && space.mode === "ask") return { ...nothing, ...settled, decision: "ask", why: "this space asks before every change (mode ask)" };
    return { ...nothing, ...settled, decision: "run", why: tool.sideEffect ? "it stays in this space (mode workspace)" : "it changes nothing (mode workspace)" };
  }

  /** Plays the call to its end; false if it did not go through. */
  async call(run: RunView, space: SpaceView, detail: ToolDetailView, input: string, caller: string, id: string): Promise<boolean> {
    const { tool } = detail;
    const record = <K extends EventKind>(kind: K, data: Partial<EventData[K]>) => this.journal.record(run, id, kind, data);
    record("called", { tool: tool.name, input: JSON.parse(input) as unknown, caller });
    const preview = this.preview(space, detail, input);
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
      record("blocked", { by: "built-in rule", reason: preview.why, code: "permission_denied" });
      return refuse("permission_denied", preview.why);
    }
    if (preview.decision === "ask") {
      const answer = await this.ask(run, space, tool.name, preview, id, caller);
      stages.push({ name: "confirm", result: answer.run ? "allowed" : "declined", by: "the person, in the window", micros: 900_000 });
      if (this.cancelled.has(id)) return refuse("cancelled", "It was cancelled before it ran.");
      if (!answer.run) {
        record("declined", { by: "the person, in the window", reason: declined(answer.reason), code: "declined" });
        return refuse("declined", declined(answer.reason));
      }
      record("allowed", { by: "the person, in the window", reason: "run once" });
    } else {
      record("allowed", { by: `mode ${space.mode}`, reason: bare(preview.why) });
    }
    const effects = preview.effects.map((effect) => `${effect.kind} ${effect.target}`);
    record("started", { tool: tool.name, title: preview.title, detail: preview.detail, folder: preview.folder, effects, digest: preview.digest });
    return this.act(run, id, detail, stages);
  }

  ask(run: RunView, space: SpaceView, tool: string, preview: PreviewView, call: string, agent: string): Promise<Answer> {
    const question: QuestionView = {
      id: this.journal.name("question"), run: run.id, call, session: run.session, space: space.path, spaceName: space.name,
      agent: agent === "person" ? "You" : `The agent "${run.agent}"`, tool, title: preview.title, detail: preview.detail, folder: preview.folder,
      effects: preview.effects, why: bare(preview.why), yes: "", digest: preview.digest, asked: new Date().toISOString(), expires: "", state: "waiting",
    };
    this.journal.record(run, call, "asked", {
      title: preview.title, detail: preview.detail, reason: bare(preview.why), digest: preview.digest, where: "window",
    });
    return this.open(question);
  }

  open(question: QuestionView): Promise<Answer> {
    this.questions.push(question);
    this.tell({ kind: "question", question });
    return new Promise((resolve) => this.answers.set(question.id, resolve));
  }

  answer(id: string, answer: Answer): void {
    const at = this.questions.findIndex((question) => question.id === id);
    const question = this.questions[at];
    if (!question) return;
    this.questions.splice(at, 1);
    this.tell({ kind: "question", question: { ...question, state: answer.run ? "allowed" : "declined" } });
    this.answers.get(id)?.(answer);
    this.answers.delete(id);
  }

  cancel(call: string): void {
    this.cancelled.add(call);
    const question = this.questions.find((known) => known.call === call);
    if (question) this.answer(question.id, { run: false, reason: "" });
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
