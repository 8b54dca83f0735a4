import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { fixtures } from "../../testing/fixtures";
import { renderPage } from "../../testing/render";
import { ChatPage } from "./chat-page";

function open() {
  const space = fixtures.spaces[0];
  return renderPage(space && <ChatPage space={space} session="chat-tests" chosen="" onInspect={vi.fn()} onOpen={vi.fn()} onModels={vi.fn()} />);
}

it("shows which skills came up with a prompt, why, and what the model was told", async () => {
  const { user } = open();
  await user.type(await screen.findByLabelText("Message"), "Make a screenshot of the new version{Enter}");
  const up = within(await screen.findByRole("list", { name: "Active skills" }));
  expect(up.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    'Skill looking: you wrote "screenshot"; it brings up browser__open, browser__screenshot',
    'Skill releasing: you wrote "new version"; it brings up github__create_release, github__list_issues',
  ]);
  screen.getByText(/^312 tools of 6 servers would take 48,000 tokens/);
  await user.click(screen.getByText("Added to the prompt"));
  screen.getByText(/these skills of the space fit what the person wrote/);
});

it("shows the pictures of a call in its card, and says which is gone", async () => {
  const { user } = open();
  await user.type(await screen.findByLabelText("Message"), "a picture{Enter}");
  const card = within(await screen.findByRole("article", { name: "Take a screenshot: Done" }));
  card.getByText("2 pictures");
  await user.click(card.getByRole("button", { expanded: false }));
  await card.findByRole("img", { name: "Picture 1 of 2 of “Take a screenshot”: image/png, 640 by 400 pixels" });
  await card.findByText(/^Picture \(image\/png, 1.2 MB\). It is not kept any more: pictures are, for a week at most.$/);
});

it("offers skills beside tools, and starts one with its variables", async () => {
  const { user } = open();
  const field = await screen.findByLabelText("Message");
  await user.type(field, "/rel");
  const offered = await screen.findByRole("option", { name: /^releasing/ });
  within(offered).getByText("How a release is made here, step by step");
  within(offered).getByText("Skill");
  await user.keyboard("{Enter}");
  await screen.findByRole("option", { name: /^kind=/ });
  await user.keyboard("{Tab}patch and be quick{Enter}");
  const up = await screen.findByRole("list", { name: "Active skills" });
  expect(up.textContent).toBe("Skill releasing: it brings up github__create_release, github__list_issues");
});
