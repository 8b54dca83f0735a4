import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { quickBackend, renderPage } from "../testing/render";
import { Shell } from "./shell";

const WELCOME = encodeURIComponent("/home/ada/welcome");

it("stops everything by a button and by a key, and says what it was", async () => {
  const stopEverything = vi.fn(() => Promise.resolve({ runs: 2, calls: 1, jobs: 0, questions: 1, messages: 3, sending: 0, ended: [7], stuck: [] }));
  window.location.hash = `#/space/${WELCOME}/runs`;
  const { user } = renderPage(<Shell />, { ...quickBackend(), stopEverything });
  const side = screen.getByRole("navigation", { name: "Spaces and chats" });
  await user.click(within(side).getByRole("button", { name: /Stop everything/ }));
  await screen.findByText("Stopped: 2 runs, 1 call, 1 question. 3 messages held back: look in the outbox. 1 process of Handrail didn't answer and had to be ended.");
  await user.keyboard("{Control>}.{/Control}");
  expect(stopEverything).toHaveBeenCalledTimes(2);
});

it("says what could not be stopped", async () => {
  window.location.hash = `#/space/${WELCOME}/runs`;
  const stuck = ["the process 7 does not answer: end it yourself"];
  const { user } = renderPage(<Shell />, { ...quickBackend(), stopEverything: () => Promise.resolve({ runs: 0, calls: 0, jobs: 0, questions: 0, messages: 0, sending: 0, ended: [], stuck }) });
  await user.keyboard("{Control>}.{/Control}");
  await screen.findByText("Couldn't stop everything: the process 7 does not answer: end it yourself.");
  screen.getByText("Nothing was running.");
});

it("stops what runs in the background", async () => {
  window.location.hash = `#/space/${WELCOME}/jobs`;
  const { user } = renderPage(<Shell />, quickBackend());
  await user.keyboard("{Control>}.{/Control}");
  await screen.findByText(/^Stopped: .*1 job\.$/);
});
