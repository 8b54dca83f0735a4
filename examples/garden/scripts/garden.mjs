// An MCP server in one file, without packages: it keeps plants.json and diary.csv.
// MCP over stdio is JSON-RPC 2.0, one message a line: requests come on standard input,
// answers go to standard output, and everything for people goes to standard error.
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const plantsFile = new URL("../plants.json", import.meta.url);
const diaryFile = new URL("../diary.csv", import.meta.url);
const newPlantsFile = new URL("../plants.json.new", import.meta.url);
const revisions = ["2025-11-25", "2025-06-18"]; // of the protocol; the newest first
const day = 24 * 60 * 60 * 1000; // milliseconds

// ---- the garden ----

/** A Refusal is what the caller can learn from: it is the tool's answer, and no failure of the protocol. */
class Refusal extends Error {}

const plants = () => JSON.parse(readFileSync(plantsFile, "utf8"));

function plantNamed(name) {
  const all = plants();
  const plant = all.find((p) => p.name === name);
  if (!plant) throw new Refusal(`there is no plant "${name}"; there are: ${all.map((p) => p.name).join(", ")}`);
  return plant;
}

/** The file is replaced whole: a server that is ended in the middle leaves the old one. */
function savePlants(all) {
  const lines = all.map((p) => `  { "name": ${JSON.stringify(p.name)}, "bed": ${JSON.stringify(p.bed)}, "every": ${p.every} }`);
  writeFileSync(newPlantsFile, all.length ? `[\n${lines.join(",\n")}\n]\n` : "[]\n");
  renameSync(newPlantsFile, plantsFile);
}

/** The last watering of each plant, by name, as milliseconds. */
function watered() {
  const last = new Map();
  if (!existsSync(diaryFile)) return last;
  for (const line of readFileSync(diaryFile, "utf8").split("\n").slice(1)) {
    const [date, name] = line.trim().split(",");
    const when = Date.parse(date);
    if (name && when > (last.get(name) ?? -Infinity)) last.set(name, when);
  }
  return last;
}

/** A day as it is written in the diary, "2026-10-02"; without one it is today. */
function dayOf(text) {
  if (text === undefined) {
    const now = new Date();
    return new Date(now - now.getTimezoneOffset() * 60 * 1000).toISOString().slice(0, 10);
  }
  const when = Date.parse(text);
  if (Number.isNaN(when) || new Date(when).toISOString().slice(0, 10) !== text) throw new Refusal(`"${text}" is no day; write it like 2026-10-02`);
  return text;
}

// ---- its tools ----

const plant = { type: "string", description: "The plant's name, as list_plants has it" };
const date = { type: "string", description: "A day, like 2026-10-02; today if it is left out", pattern: "^\\d{4}-\\d{2}-\\d{2}$" };
const inputs = (properties, required = []) => ({ type: "object", properties, required, additionalProperties: false });

const tools = [
  {
    name: "list_plants",
    description: "Every plant, its bed, and after how many days it wants water",
    inputSchema: inputs({}),
    annotations: { readOnlyHint: true },
    run: () => plants().map((p) => `${p.name} (${p.bed}): every ${p.every} days`).join("\n") || "There are no plants.",
  },
  {
    name: "due",
    description: "Which plants want water on a day",
    inputSchema: inputs({ date }),
    annotations: { readOnlyHint: true },
    run: (input) => {
      const when = Date.parse(dayOf(input.date));
      const last = watered();
      const thirsty = plants().filter((p) => when >= (last.get(p.name) ?? -Infinity) + p.every * day);
      return thirsty.map((p) => `${p.name} (${p.bed})`).join("\n") || "Nothing wants water.";
    },
  },
  {
    name: "note_watering",
    description: "Notes in the diary that a plant was watered",
    inputSchema: inputs({ plant, date }, ["plant"]),
    annotations: { readOnlyHint: false, destructiveHint: false },
    run: (input) => {
      const { name } = plantNamed(input.plant);
      const when = dayOf(input.date);
      appendFileSync(diaryFile, `${existsSync(diaryFile) ? "" : "date,plant\n"}${when},${name}\n`);
      return `Noted: ${name}, ${when}.`;
    },
  },
  {
    name: "set_rhythm",
    description: "Sets after how many days a plant wants water",
    inputSchema: inputs({ plant, days: { type: "integer", minimum: 1, maximum: 60, description: "1 is every day" } }, ["plant", "days"]),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    run: (input) => {
      const { name } = plantNamed(input.plant);
      if (!Number.isInteger(input.days) || input.days < 1 || input.days > 60) throw new Refusal("days must be a whole number from 1 to 60");
      savePlants(plants().map((p) => (p.name === name ? { ...p, every: input.days } : p)));
      return `${name}: every ${input.days} days.`;
    },
  },
  {
    name: "remove_plant",
    description: "Takes a plant out of the list; the diary keeps what it has",
    inputSchema: inputs({ plant }, ["plant"]),
    annotations: { readOnlyHint: false, destructiveHint: true },
    run: (input) => {
      const { name } = plantNamed(input.plant);
      savePlants(plants().filter((p) => p.name !== name));
      return `${name} is off the list.`;
    },
  },
];

// ---- the protocol ----

/** A Fault is an error of the protocol: the request itself was wrong. */
class Fault extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

function call(params) {
  const tool = tools.find((t) => t.name === params?.name);
  if (!tool) throw new Fault(-32602, `unknown tool: ${params?.name}`);
  try {
    return { content: [{ type: "text", text: tool.run(params.arguments ?? {}) }] };
  } catch (error) {
    if (!(error instanceof Refusal)) console.error(error);
    return { content: [{ type: "text", text: error.message }], isError: true };
  }
}

const methods = {
  initialize: (params) => ({
    protocolVersion: revisions.includes(params?.protocolVersion) ? params.protocolVersion : revisions[0],
    capabilities: { tools: {} },
    serverInfo: { name: "garden", version: "1.0.0" },
  }),
  ping: () => ({}),
  "tools/list": () => ({ tools: tools.map(({ run, ...definition }) => definition) }),
  "tools/call": call,
};

function answer(line) {
  let request;
  try {
    request = JSON.parse(line);
  } catch {
    return { id: null, error: { code: -32700, message: "this line is no JSON" } };
  }
  if (typeof request?.method !== "string") return { id: request?.id ?? null, error: { code: -32600, message: "this is no request" } };
  if (request.id === undefined) return null; // a notification: nothing is answered
  try {
    if (!Object.hasOwn(methods, request.method)) throw new Fault(-32601, `unknown method: ${request.method}`);
    return { id: request.id, result: methods[request.method](request.params) };
  } catch (error) {
    return { id: request.id, error: { code: error.code ?? -32603, message: error.message } };
  }
}

// It ends when its standard input does: then nothing is left to do.
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === "") continue;
  const said = answer(line);
  if (said) process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...said })}\n`);
}
