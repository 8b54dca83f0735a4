import { expect, it } from "vitest";
import { eventMaker } from "../testing/events";
import { takeDelta } from "./feed";
import { Transcript } from "./transcript";

it("takes back what was said of a reply for which the model is asked again", () => {
  const transcript = new Transcript();
  transcript.apply(eventMaker()("", "prompted", { text: "hello" }));
  const told = (text: string, more: { thinking?: boolean; again?: boolean } = {}) => takeDelta({ transcript, waiting: undefined }, { session: "s", run: "run-1", text, thinking: false, ...more });
  told("hm", { thinking: true });
  told("Half a sen");
  expect(transcript.turns[0]).toMatchObject({ growing: "Half a sen", thinking: { text: "hm" } });
  told("", { again: true });
  expect(transcript.turns[0]).toMatchObject({ growing: "", thinking: undefined });
  told("A whole one.");
  expect(transcript.turns[0]?.growing).toBe("A whole one.");
});
