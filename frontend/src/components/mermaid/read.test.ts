import { renderMermaidSVG } from "beautiful-mermaid";
import { expect, it } from "vitest";
import { readMermaid, whole } from "./read";

/** What is drawn of a diagram: "undefined" if nothing. */
function svgOf(source: string): string {
  const plain = readMermaid(source);
  return plain ? (whole(renderMermaidSVG(plain.text), plain) ?? "lost") : "undefined";
}

it.each([
  ["flowchart", `---\ntitle: x\n---\n%%{init: {"theme":"dark"}}%%\nflowchart TD\n  A[User] --> B{Valid?} %%x\n`.replace(" %%x", ""), ["User", "Valid?"]],
  ["arrows without spaces", "graph LR\nA[Start]-->B{Ok?};B-->|yes|C[End]\nB--no-->A\nC-.->D;D==>E", ["Start", "Ok?", "yes", "no", ">D<", ">E<"]],
  ["all arrows", "flowchart LR\nA---B\nA-.-C\nA===D\nA<-->E\nA ----> F\nA -- says --- G\nA == loud ==> H\nA -. soft .-> I", ["says", "loud", "soft"]],
  ["names", "flowchart LR\nmy-app.v2 --> Ünï\nÜnï --> 日本", ["my-app.v2", "Ünï", "日本"]],
  ["shapes", 'flowchart LR\na([s]) --> b[[t]] --> c[(u)] --> d((v)) --> e{{w}} --> f>x] --> g("y (z)") --> h(((q)))', [">s<", ">t<", ">u<", ">v<", ">w<", ">x<", "y &#40;z&#41;", ">q<"]],
  ["characters that mean something", 'flowchart LR\nA["f(x) [y] {z} <b>bold</b> *it* #quot;q#quot; a_b c/d"] -->|"g (h)"| B[first<br>second]', ["f&#40;x&#41; &#91;y&#93; &#123;z&#125; &#60;b&#62;bold&#60;&#47;b&#62; &#42;it&#42; &#34;q&#34; a&#95;b c&#47;d", "g &#40;h&#41;", "first", ">second<"]],
  ["groups", "flowchart TB\nsubgraph one [The first]\n direction LR\n a & b --> c & d\nend\nsubgraph Two words\n e\nend\nclassDef big fill:#f00\nclass a big\nclick a \"https://evil.example\"\nstyle b fill:#0f0\nc:::big --> e", ["The first", "Two words"]],
  ["sequence", "sequenceDiagram\nautonumber\nparticipant U as The user\nactor S\nU->>+S: GET /x\nS-->>-U: 200\nNote over U,S: talk\nalt good\nU->>U: self\nelse bad\nU-)S: no\nend\nrect rgb(0, 0, 0)\nU->>S: in\nend", ["The user", "1. GET &#47;x", "talk", "good", "bad", "4. no", "5. in"]],
  ["states", "stateDiagram-v2\n[*] --> Still\nStill --> Moving : go\nstate Moving {\n a --> b\n}\nMoving --> [*]", ["Still", "go", "Moving"]],
  ["classes", 'classDiagram\nclass Animal {\n +String name\n +eat() void\n}\nAnimal <|-- Dog\nAnimal "1" --> "*" Leg : has', ["Animal", "name", "eat", "Dog", "has"]],
  ["entities", "erDiagram\nCUSTOMER ||--o{ ORDER : places\nORDER {\n int id PK\n string note\n}", ["CUSTOMER", "ORDER", "places", "note"]],
])("draws %s whole", (_, source, says) => {
  const svg = svgOf(source);
  for (const words of says) expect(svg).toContain(words);
  expect(svg).not.toContain("@import");
  expect(svg).not.toContain("evil.example");
});

it.each([
  ["another kind", "gantt\n title A"], ["nothing", ""], ["no more than a header", "flowchart TD"], ["an arrow that is not known", "flowchart TD\nA --x B"], ["a shape that is not known", "flowchart TD\nA[/x/] --> B"],
  ["a shape without an end", "flowchart TD\nA[x --> B"], ["a group without an end", "flowchart TD\nsubgraph a\nA --> B"], ["junk", "flowchart TD\nA[[[ --> ???"], ["invisible links", "flowchart TD\nA ~~~ B"],
  ["a crossed message", "sequenceDiagram\nA-xB: no"], ["an end too many", "sequenceDiagram\nA->>B: x\nend"], ["a plain relation of classes", "classDiagram\nA -- B"], ["a note of a state", "stateDiagram-v2\na --> b\nnote right of a: x"],
  ["words in a relation of entities", "erDiagram\nA only one to zero or more B : x"], ["much", `flowchart TD\n${Array.from({ length: 400 }, (_, i) => `a${i} --> b${i}`).join("\n")}`], ["more", `flowchart TD\n${"A --> B\n".repeat(5000)}`],
])("leaves %s to its source", (_, source) => {
  expect(svgOf(source)).toBe("undefined");
});

it("shows no drawing of which something is lost", () => {
  expect(whole('<svg><g class="edge"/></svg>', { text: "", drawn: { edge: 2 } })).toBeUndefined();
  expect(whole('<svg><g class="edge"/><g class="edge-label"/></svg>', { text: "", drawn: { edge: 1 } })).toContain("<svg>");
});
