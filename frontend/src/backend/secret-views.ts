// What crosses for the secrets (docs/spec/02-settings.md). Values go to Go and never come back. The rules of views.ts hold.

export interface SecretsView {
  /** Where values are kept, a sentence. */
  place: string;
  /** That is as safe as it should be: in a keyring. */
  safe: boolean;
  secrets: SecretView[];
}

export interface SecretView {
  name: string;
  /** "" = something names it, and there is no value. */
  kept: "keyring" | "file" | "";
  /** What names it: "settings models.providers.anthropic.key", "tool deploy of Welcome". */
  usedBy: string[];
}
