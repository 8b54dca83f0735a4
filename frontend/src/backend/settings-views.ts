// The plain structs that cross from Go for settings and for the machine. The rules of views.ts hold.

export interface ProviderView {
  name: string;
  type: "anthropic" | "openai" | "guide" | "scripted";
  url: string;
  hasKey: boolean;
  state: "ready" | "unreachable" | "no-key" | "unchecked";
  /** Why it is not ready, and what to do. */
  reason: string;
  models: string[];
}

export interface ProviderForm {
  name: string;
  type: "anthropic" | "openai";
  url: string;
  /** Goes to the keyring, and never comes back to the page. "" = none is needed. */
  key: string;
}

/** A model server that was found on this machine on its usual port. */
export interface LocalServerView {
  name: string;
  url: string;
  models: string[];
}

export type Theme = "system" | "light" | "dark";

export interface SettingsView {
  theme: Theme;
  /** "provider/name"; "guide/guide" until a model is connected. */
  defaultModel: string;
  providers: ProviderView[];
  /** Where settings.json lies. */
  file: string;
  /** Not empty: the file is broken (line and column), is left alone, and changes are refused. */
  problem: string;
}

export interface DoctorView {
  /** Heading, such as "Sandbox", "Programs", "Models". */
  area: string;
  name: string;
  state: "ok" | "warning" | "error" | "off";
  text: string;
  /** What to do; "" if nothing. */
  action: string;
}

export interface AboutView {
  version: string;
  commit: string;
  os: string;
  configDir: string;
  dataDir: string;
}

export interface NoticeView {
  level: "info" | "warning" | "error";
  text: string;
  /** The run that it is about; "" = none. */
  run: string;
}

/** A notice that is about no run. */
export type News = Omit<NoticeView, "run">;
