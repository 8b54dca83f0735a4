import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { formsOf } from "../backend/fake/servers-answers";
import { renderPage } from "../testing/render";
import { FormQuestion } from "./form-question";

it("shows what Handrail has to say of a form, literally, and nothing where there is nothing", async () => {
  const [form] = formsOf();
  if (!form) throw new Error("there is no form");
  const { unmount } = renderPage(<FormQuestion form={{ ...form, warning: "A field looks like one for a <b>password</b>." }} />);
  const note = await screen.findByRole("note");
  expect(note.textContent).toBe("A field looks like one for a <b>password</b>.");
  unmount();
  renderPage(<FormQuestion form={form} />);
  await screen.findByText("Message from the server:", { exact: false });
  expect(screen.queryByRole("note")).toBeNull();
});

it("keeps the server's order of fields, and is itself where it is on the page twice", async () => {
  const [form] = formsOf();
  if (!form) throw new Error("there is no form");
  const schema = JSON.stringify({ type: "object", required: ["mango"], properties: { zebra: { type: "string" }, apple: { type: "string" }, mango: { type: "string" } } });
  const { user } = renderPage(
    <>
      <FormQuestion form={{ ...form, schema }} />
      <FormQuestion form={{ ...form, schema }} />
    </>,
  );
  await waitFor(() => expect(screen.getAllByRole("textbox")).toHaveLength(6));
  const boxes = screen.getAllByRole<HTMLInputElement>("textbox");
  expect(boxes.slice(0, 3).map((box) => box.labels?.[0]?.textContent)).toEqual(["Zebra", "Apple", "Mangorequired"]);
  expect(new Set(boxes.map(({ id }) => id)).size).toBe(6);
  const second = screen.getAllByLabelText("Zebra")[1];
  if (!second) throw new Error("the second form has no such field");
  await user.type(second, "x");
  expect(boxes.map(({ value }) => value)).toEqual(["", "", "", "x", "", ""]);
});
