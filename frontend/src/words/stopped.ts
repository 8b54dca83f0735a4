import { plural } from "./format";
import { said } from "./language";

export const texts = said("stopped", {
  what: (runs: number, calls: number, jobs: number, questions: number) => {
    const parts = [runs && plural(runs, "run"), calls && plural(calls, "call"), jobs && plural(jobs, "job"), questions && plural(questions, "question")].filter(Boolean);
    return parts.length > 0 ? `Stopped: ${parts.join(", ")}.` : "Nothing was running.";
  },
  messages: (count: number) => `${plural(count, "message")} held back: look in the outbox.`,
  sending: (count: number) => `${plural(count, "message")} already being sent.`,
  ended: (count: number) => `${plural(count, "process", "processes")} of Handrail didn't answer and had to be ended.`,
  stuck: (why: string[]) => `Couldn't stop everything: ${why.join("; ")}.`,
});
