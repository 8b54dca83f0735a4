import { expect, it } from "vitest";

// ESLint's rule (import-x/no-cycle) leaves out imports of types; files that know each other's types are one file, too.

const files = import.meta.glob<string>("../**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true });

/** The files that a file imports from, by the names that `files` has. */
function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)].flatMap(([, path = ""]) => {
    const whole = new URL(path, `http://page/src/testing/${file}`).pathname.replace("/src/", "../");
    return [`${whole}.ts`, `${whole}.tsx`].map(own).filter((name) => name in files);
  });
}

/** The glob names the files of this folder with "./". */
const own = (name: string) => name.replace(/^\.\.\/testing\//, "./");

function circleFrom(start: string): string[] | undefined {
  const seen = new Set<string>();
  const walk = (file: string, way: string[]): string[] | undefined => {
    for (const next of importsOf(file, files[file] ?? "")) {
      if (next === start) return [...way, next];
      if (seen.has(next)) continue;
      seen.add(next);
      const found = walk(next, [...way, next]);
      if (found) return found;
    }
    return undefined;
  };
  return walk(start, [start]);
}

/** What each floor may import from beside itself; a feature never from another one. */
const FLOORS: Record<string, readonly string[]> = { words: [], backend: ["words"], components: ["words"], widgets: ["words", "backend", "components"], features: ["words", "backend", "components", "widgets"] };

const isTest = (file: string) => /\.test\.tsx?$/.test(file);

/** "../features/chat/turn.tsx" -> ["features", "features/chat"]: its floor, and its room there. */
function placeOf(file: string): [string, string] {
  const [, floor = "", room = ""] = file.split("/");
  return [floor, floor === "features" ? `${floor}/${room}` : floor];
}

it("has floors that import downwards only, and features that do not know each other", () => {
  const wrong = Object.entries(files).flatMap(([file, text]) => {
    const [floor, room] = placeOf(file);
    const below = FLOORS[floor];
    if (isTest(file) || below === undefined) return [];
    return importsOf(file, text).filter((next) => placeOf(next)[1] !== room && !below.includes(placeOf(next)[0])).map((next) => `${file} imports ${next}`);
  });
  expect(Object.keys(files).filter((file) => file.startsWith("../widgets/")).length).toBeGreaterThan(5);
  expect(wrong).toEqual([]);
});

it("has no files that import each other in a circle, not even for types", () => {
  expect(importsOf("../app/main.tsx", files["../app/main.tsx"] ?? "")).toContain("../app/root.tsx");
  expect(importsOf("../app/root.tsx", files["../app/root.tsx"] ?? "")).toContain("../app/shell.tsx");
  expect(Object.keys(files).flatMap((file) => circleFrom(file) ?? [])).toEqual([]);
});
