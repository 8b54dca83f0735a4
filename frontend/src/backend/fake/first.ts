// The fake's answers about the first minutes: known providers, the example, what may be said next.

import type { BeginningsView, NewSpaceForm, PresetView, SpaceView, TriedView } from "../wire";
import { newSpace, type FakeWorld } from "./world";

const PRESETS: PresetView[] = [
  { name: "anthropic", title: "Anthropic", type: "anthropic", url: "", keys: "https://console.anthropic.com/settings/keys" },
  { name: "openai", title: "OpenAI", type: "openai", url: "https://api.openai.com/v1", keys: "https://platform.openai.com/api-keys" },
  { name: "gemini", title: "Google Gemini", type: "openai", url: "https://generativelanguage.googleapis.com/v1beta/openai", keys: "https://aistudio.google.com/apikey" },
  { name: "openrouter", title: "OpenRouter", type: "openai", url: "https://openrouter.ai/api/v1", keys: "https://openrouter.ai/settings/keys" },
  { name: "mistral", title: "Mistral", type: "openai", url: "https://api.mistral.ai/v1", keys: "https://console.mistral.ai/api-keys" },
  { name: "groq", title: "Groq", type: "openai", url: "https://api.groq.com/openai/v1", keys: "https://console.groq.com/keys" },
  { name: "deepseek", title: "DeepSeek", type: "openai", url: "https://api.deepseek.com/v1", keys: "https://platform.deepseek.com/api_keys" },
  { name: "xai", title: "xAI", type: "openai", url: "https://api.x.ai/v1", keys: "https://console.x.ai" },
  { name: "ollama", title: "Ollama", type: "openai", url: "http://127.0.0.1:11434/v1", keys: "" },
  { name: "lmstudio", title: "LM Studio", type: "openai", url: "http://127.0.0.1:1234/v1", keys: "" },
  { name: "llamacpp", title: "llama.cpp", type: "openai", url: "http://127.0.0.1:8080/v1", keys: "" },
];

const FREE = "/home/ada/Documents/Bookshelf";

/** What the page may ask of it. */
export function beginning(world: FakeWorld) {
  return {
    presets: () => PRESETS,
    tryProvider: (name: string): TriedView => {
      const model = world.settings.providers.find((known) => known.name === name)?.models[0];
      if (!model) throw new Error(`${name} has no model to ask: load one, then try again`);
      return { model: `${name}/${model}`, text: "ready", ms: 812 };
    },
    exampleFolder: (below: string): string => (below ? `${below}/Bookshelf` : FREE),
    chooseExampleFolder: (): string => "/home/ada/picked/Bookshelf",
    beginnings: (): BeginningsView => ({ where: "/home/ada/Documents", templates: ["assistant", "notes", "empty"] }),
    chooseWhere: (): string => "/home/ada/picked",
    beginSpace: ({ where, name, template }: NewSpaceForm): SpaceView => {
      const path = `${where}/${name}`;
      if (/[/\\:]/.test(name)) throw new Error(`"${name}" is no name of a folder: leave out / \\ : * ? " < > | and line breaks`);
      if (world.spaces.some((known) => known.path === path)) throw new Error(`${path} is not empty: choose a new folder, or open this one as it is`);
      if (template === "/home/ada/broken") throw new Error("broken cannot be a template, because it has an error: agent/tools/bad.md:4: command names no program");
      return world.setSpace({ ...newSpace(path), name, trust: template.startsWith("/") ? "untrusted" : "trusted" });
    },
    tryExample: (folder: string): SpaceView => {
      if (world.spaces.some(({ path }) => path === folder) || folder === "/home/ada/notes") throw new Error(`${folder} is there already, and is left alone: choose another folder`);
      return world.setSpace({ ...newSpace(folder), name: "Bookshelf", trust: "trusted", tour: "scripted/agent/tour.jsonl" });
    },
    suggested: (session: string): string[] => {
      const { model, running } = world.session(session);
      return model === "scripted/agent/tour.jsonl" && !running ? ["Lend The Hobbit to Ada"] : [];
    },
  };
}
