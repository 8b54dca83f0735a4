// What the fake has of secrets: names, never values.

import type { SecretsView, SecretView } from "../wire";

export class FakeSecrets {
  private secrets: SecretView[];

  /** plain: there is no keychain. */
  constructor(empty: boolean, private readonly plain: boolean) {
    const kept = plain ? "file" : "keyring";
    this.secrets = empty ? [] : [
      { name: "anthropic", kept: "", usedBy: ["settings models.providers.anthropic.key"] },
      { name: "staging-token", kept, usedBy: ["tool deploy of Welcome", "hand tag-release of Welcome"] },
      { name: "telegram", kept, usedBy: [] },
    ];
  }

  view(): SecretsView {
    return {
      place: this.plain
        ? "In the encrypted file /home/ada/.local/share/handrail/secrets, because this system has no keychain (no service answers); whoever can read your files can read it and its key"
        : "In this system's keychain",
      safe: !this.plain,
      secrets: this.secrets,
    };
  }

  set(name: string): SecretsView {
    if (name === "locked") throw new Error("The keychain is locked. Unlock it and try again.");
    const known = this.secrets.find((secret) => secret.name === name);
    const others = this.secrets.filter((secret) => secret !== known);
    this.secrets = [...others, { name, kept: this.plain ? "file" as const : "keyring" as const, usedBy: known?.usedBy ?? [] }].sort((a, b) => a.name.localeCompare(b.name));
    return this.view();
  }

  remove(name: string): SecretsView {
    this.secrets = this.secrets.flatMap((secret) => {
      if (secret.name !== name) return [secret];
      return secret.usedBy.length > 0 ? [{ ...secret, kept: "" as const }] : [];
    });
    return this.view();
  }
}
