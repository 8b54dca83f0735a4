// Which code is coloured, and by what.

import { useEffect, useState } from "react";
import type { Coloured } from "./highlight";

/** Longer code has no colours: to find them would hold the window up. */
const COLOURED_MOST = 20_000;

/** Languages by what files of them are called at their end. */
const BY_ENDING: Record<string, string> = {
  bash: "bash", c: "c", cc: "cpp", cpp: "cpp", cs: "csharp", css: "css", go: "go", h: "c", hpp: "cpp", htm: "xml", html: "xml", ini: "ini", java: "java", js: "javascript", json: "json", jsx: "javascript", kt: "kotlin",
  lua: "lua", mjs: "javascript", php: "php", ps1: "powershell", py: "python", rb: "ruby", rs: "rust", scss: "scss", sh: "bash", sql: "sql", svg: "xml", swift: "swift", toml: "ini", ts: "typescript", tsx: "typescript",
  xml: "xml", yaml: "yaml", yml: "yaml",
};

/** The language of a file; "" if it is not known. */
export function languageOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (/^(GNU)?[Mm]akefile$/.test(name)) return "makefile";
  if (/^(Docker|Container)file$/.test(name)) return "dockerfile";
  return BY_ENDING[name.slice(name.lastIndexOf(".") + 1).toLowerCase()] ?? "";
}

interface Found {
  text: string;
  language: string;
  pieces: Coloured[] | undefined;
}

/** The text in pieces of one colour each, once they are known; undefined if it has none. */
export function useColours(text: string, language: string): Coloured[] | undefined {
  const [found, setFound] = useState<Found>();
  const wanted = language !== "" && text.length <= COLOURED_MOST;
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    import("./highlight").then(
      ({ coloured }) => !left && setFound({ text, language, pieces: coloured(text, language) }),
      () => undefined, // code without colours can be read, too
    );
    return () => {
      left = true;
    };
  }, [wanted, text, language]);
  return wanted && found?.text === text && found.language === language ? found.pieces : undefined;
}
