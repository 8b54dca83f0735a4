import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { formsOf } from "../../backend/fake/servers-answers";
import { renderPage } from "../../testing/render";
import { FormQuestion } from "./form-question";

it("shows what Handrail has to say of a form, literally, and nothing where there is nothing", async () => {
  const [form] = formsOf();
  if (!form) throw new Error("there is no form");
  const { unmount } = renderPage(<FormQuestion form={{ ...form, warning: "A field looks like one for a <b>password</b>." }} />);
  const note = await screen.findByRole("note");
  expect(note.textContent).toBe("A field looks like one for a <b>password</b>.");
  unmount();
  renderPage(<FormQuestion form={form} />);
  await screen.findByText("These are its own words:", { exact: false });
  expect(screen.queryByRole("note")).toBeNull();
});
