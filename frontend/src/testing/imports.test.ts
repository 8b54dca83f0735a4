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

it("has no files that import each other in a circle, not even for types", () => {
  expect(importsOf("../app/main.tsx", files["../app/main.tsx"] ?? "")).toContain("../app/shell.tsx");
  expect(Object.keys(files).flatMap((file) => circleFrom(file) ?? [])).toEqual([]);
});
