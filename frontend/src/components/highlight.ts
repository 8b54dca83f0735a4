// Colours of code. Loaded with the first code that has a language.

import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import go from "highlight.js/lib/languages/go";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import lua from "highlight.js/lib/languages/lua";
import makefile from "highlight.js/lib/languages/makefile";
import markdown from "highlight.js/lib/languages/markdown";
import php from "highlight.js/lib/languages/php";
import powershell from "highlight.js/lib/languages/powershell";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import scss from "highlight.js/lib/languages/scss";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { createLowlight } from "lowlight";

/** What a piece of code is, as far as its colour goes: a word of the language, a name, a value, a text, a note. */
type Colour = "word" | "name" | "value" | "text" | "note";

export interface Coloured {
  text: string;
  colour: Colour | "";
}

const languages = createLowlight({
  bash, c, cpp, csharp, css, dockerfile, go, ini, java, javascript, json, kotlin, lua, makefile, markdown, php, powershell, python, ruby, rust, scss, sql, swift, typescript, xml, yaml,
});
languages.registerAlias({ bash: ["shell", "console", "fish"], ini: ["conf", "env", "properties"], json: ["json5"], xml: ["vue", "svelte"] });

const COLOURS: Record<string, Colour> = {
  keyword: "word", built_in: "name", type: "name", literal: "value", number: "value", symbol: "value", string: "text", regexp: "text", comment: "note", quote: "note", doctag: "note", meta: "note",
  title: "name", section: "name", name: "word", tag: "word", attr: "name", attribute: "name", selector: "word", property: "name", bullet: "word", variable: "value", "template-variable": "value", code: "text", link: "text",
};

type Node = ReturnType<typeof languages.highlight>["children"][number];

/** The text in pieces of one colour each; undefined for a language that is not known. */
export function coloured(text: string, language: string): Coloured[] | undefined {
  if (!languages.registered(language)) return undefined;
  const pieces: Coloured[] = [];
  for (const node of languages.highlight(language, text).children) collect(node, "", pieces);
  return pieces;
}

function collect(node: Node, colour: Colour | "", into: Coloured[]): void {
  if (node.type === "text") {
    const last = into.at(-1);
    if (last?.colour === colour) last.text += node.value;
    else into.push({ text: node.value, colour });
  }
  if (node.type !== "element") return;
  const names = node.properties.className;
  const name = Array.isArray(names) ? String(names[0]) : "";
  const own = COLOURS[name.replace(/^hljs-/, "").replace(/^selector-.*/, "selector")] ?? colour;
  for (const child of node.children) collect(child, own, into);
}
