import { expect, it } from "vitest";
import asked from "./asked.ts?raw";

it("types the functions of every struct that Go binds", () => {
  const structs = Object.keys(import.meta.glob("../../wailsjs/go/window/*.d.ts")).map((path) => /(\w+)\.d\.ts$/.exec(path)?.[1] ?? "");
  expect(structs).toContain("Spaces");
  // Told is bound only while the bindings are generated.
  expect(structs.filter((name) => name !== "Told" && !asked.includes(`typeof ${name}`))).toEqual([]);
});
