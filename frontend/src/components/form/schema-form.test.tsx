import type { RJSFSchema } from "@rjsf/utils";
import { screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { renderPage } from "../../testing/render";
import { errorsOf, SchemaForm, type Violation } from "./schema-form";
import { validator } from "./validator";

const SCHEMA: RJSFSchema = {
  type: "object",
  required: ["branch"],
  properties: {
    branch: { type: "string", title: "Branch", description: "Git branch to deploy" },
    suite: { type: "string", title: "Suite", enum: ["unit", "links"] },
    timeout: { type: "number", title: "Timeout", default: 30 },
    wait: { type: "boolean", title: "Wait", default: true },
    only: { type: "array", title: "Only", items: { type: "string" } },
  },
};

const seen = vi.fn<(value: object) => void>();
const last = () => seen.mock.lastCall?.[0] as Record<string, unknown>;

function Form({ schema = SCHEMA, violations = [], showAll = false }: { schema?: RJSFSchema; violations?: Violation[]; showAll?: boolean }) {
  const [now, setNow] = useState<object>({});
  const onChange = (value: object) => {
    seen(value);
    setNow(value);
  };
  return <SchemaForm schema={schema} look={{}} value={now} onChange={onChange} violations={violations} showAll={showAll} disabled={false} />;
}

it("makes a control of the right sort for every type, with its help", async () => {
  const { user } = renderPage(<Form />);
  await user.type(screen.getByLabelText(/Branch/), "main");
  await user.clear(screen.getByLabelText("Timeout"));
  await user.type(screen.getByLabelText("Timeout"), "45");
  await user.click(screen.getByLabelText("Wait"));
  await user.click(screen.getByRole("button", { name: "Add" }));
  expect(last()).toMatchObject({ branch: "main", timeout: 45, wait: false });
  expect(screen.getByLabelText(/Branch/).getAttribute("aria-describedby")).toMatch(/_branch-help/);
  expect(screen.getByText("Git branch to deploy").id).toMatch(/_branch-help$/);
  expect(screen.getByLabelText("Suite").getAttribute("role")).toBe("combobox");
});

it("adds, moves and removes items of a list", async () => {
  const { user } = renderPage(<Form />);
  const add = screen.getByRole("button", { name: "Add" });
  await user.click(add);
  await user.click(add);
  await user.click(screen.getByRole("button", { name: "Move item 2 up" }));
  expect(last().only).toHaveLength(2);
  await user.click(screen.getByRole("button", { name: "Remove item 1" }));
  expect(last().only).toHaveLength(1);
});

it("puts a violation beside its field once the field was touched", async () => {
  const { user } = renderPage(<Form violations={[{ path: "/branch", message: "This is needed." }]} />);
  expect(screen.queryByText("This is needed.")).toBeNull();
  await user.click(screen.getByLabelText(/Branch/));
  await user.tab();
  const field = screen.getByLabelText(/Branch/);
  expect(screen.getByText("This is needed.").parentElement?.id).toMatch(/_branch-errors$/);
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(field.getAttribute("aria-describedby")).toMatch(/_branch-errors/);
});

it("shows all violations when asked to", () => {
  renderPage(<Form showAll violations={[{ path: "/branch", message: "This is needed." }, { path: "/timeout", message: "Must be at least 1." }]} />);
  expect(screen.getByText("This is needed.")).toBeTruthy();
  expect(screen.getByText("Must be at least 1.")).toBeTruthy();
});

it("offers the branches of a foreign schema", () => {
  renderPage(<Form schema={{ type: "object", properties: { target: { title: "Target", anyOf: [{ type: "string", title: "Name" }, { type: "integer", title: "Number" }] } } }} />);
  expect(screen.getByRole("combobox")).toBeTruthy();
});

it("nests violations as the value is", () => {
  expect(errorsOf([
    { path: "/only/1", message: "too long" },
    { path: "/a~1b/c", message: "odd" },
    { path: "", message: "all wrong" },
    { path: "", message: "really" },
  ])).toEqual({ only: { 1: { __errors: ["too long"] } }, "a/b": { c: { __errors: ["odd"] } }, __errors: ["all wrong", "really"] });
});

describe("the validator only chooses a branch", () => {
  const fits = (schema: RJSFSchema, data: unknown) => validator.isValid(schema, data, schema);
  it.each<[RJSFSchema, unknown, boolean]>([
    [{ type: "string" }, "x", true],
    [{ type: "string" }, 1, false],
    [{ type: ["string", "null"] }, null, true],
    [{ type: "integer" }, 1.5, false],
    [{ const: "a" }, "b", false],
    [{ enum: [1, 2] }, 2, true],
    [{ type: "object", required: ["k"] }, {}, false],
    [{ type: "object", properties: { k: { const: "a" } } }, { k: "b" }, false],
    [{ anyOf: [{ type: "string" }, { type: "array" }] }, [], true],
    [{ allOf: [{ type: "object" }, { required: ["k"] }] }, { k: 1 }, true],
  ])("%j %j: %s", (schema, data, want) => {
    expect(fits(schema, data)).toBe(want);
  });
  it("finds no errors: Go does", () => {
    expect(validator.validateFormData({}, SCHEMA).errors).toEqual([]);
  });
});

it("offers some of a few as boxes to tick, and one of a few under its name", async () => {
  const schema: RJSFSchema = {
    type: "object",
    properties: {
      fish: { type: "array", title: "Fish", uniqueItems: true, items: { type: "string", enum: ["tuna", "trout", "cod"] } },
      hero: { type: "string", title: "Hero", oneOf: [{ const: "a", title: "Ada" }, { const: "b", title: "Ben" }] },
    },
  };
  const { user } = renderPage(<Form schema={schema} />);
  await user.click(screen.getByRole("checkbox", { name: "cod" }));
  await user.click(screen.getByRole("checkbox", { name: "tuna" }));
  expect(last().fish).toEqual(["tuna", "cod"]);
  await user.click(screen.getByRole("checkbox", { name: "cod" }));
  expect(last().fish).toEqual(["tuna"]);
  screen.getByText("Hero");
});
