// What crosses for the secrets (SPEC 2). Values go to Go and never come back. The rules of views.ts hold.

export interface SecretsView {
  /** Where values are kept. */
  kept: "keyring" | "file";
  /** "the keyring of this desktop", or the path of the encrypted file. */
  place: string;
  /** What to know of an encrypted file, and what to do; "" = nothing. */
  warning: string;
  secrets: SecretView[];
}

export interface SecretView {
  name: string;
  /** false: something uses it, and there is no value. */
  there: boolean;
  /** What names it: "settings.json: models.providers.anthropic", "agent/tools/deploy.md in Welcome". */
  usedBy: string[];
}
