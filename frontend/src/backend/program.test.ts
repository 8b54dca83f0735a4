import { expect, it } from "vitest";
import { programOf } from "./program";
import { sayCall } from "./words";

const ran = (content: string, exit?: number) => programOf({ tool: "bash", content, meta: exit === undefined ? {} : { exit_code: exit } });

it("takes the two streams of a program apart", () => {
  expect(ran('{"exit_code":3,"stdout":"1\\n","stderr":"no such file\\n","duration_ms":12,"note":"its time was over"}', 3)).toEqual({ stdout: "1\n", stderr: "no such file\n", note: "its time was over" });
});

it("leaves alone what is no program's: files that look so, broken and other results", () => {
  expect(ran('{"exit_code":0,"stdout":"","stderr":""}')).toBeUndefined();
  expect(ran('{"exit_code":0,"stdout":"', 0)).toBeUndefined();
  expect(ran('{"stdout":1,"stderr":""}', 0)).toBeUndefined();
  expect(ran("plain words", 0)).toBeUndefined();
});

it("reads the text of a piece of a job's output", () => {
  expect(programOf({ tool: "job_output", content: '{"job":"j","running":true,"text":"ready\\n","next":6,"left":0}', meta: {} })).toEqual({ stdout: "ready\n", stderr: "", note: "" });
});

it("calls a program that failed a failure", () => {
  expect(sayCall({ status: "complete", code: "", meta: { exit_code: 3 } })).toEqual({ tone: "failed", word: "Failed, exit 3" });
  expect(sayCall({ status: "complete", code: "", meta: { exit_code: 0 } })).toEqual({ tone: "done", word: "Done" });
  expect(sayCall({ status: "incomplete", code: "timeout", meta: { exit_code: 137 } }).word).toBe("Timed out");
});
