// What the fake has of secrets: names, never values.

import type { SecretsView, SecretView } from "../views";

export class FakeSecrets {
  private secrets: SecretView[];

  /** plain: there is no keyring. */
  constructor(empty: boolean, private readonly plain: boolean) {
    this.secrets = empty ? [] : [
      { name: "anthropic", there: false, usedBy: ["settings.json: models.providers.anthropic"] },
      { name: "staging-token", there: true, usedBy: ["agent/tools/deploy.md in Welcome", ".mcp.json in Welcome"] },
      { name: "telegram", there: true, usedBy: [] },
    ];
  }

  view(): SecretsView {
    return {
      kept: this.plain ? "file" : "keyring", place: this.plain ? "/home/ada/.local/share/handrail/secrets.age" : "the keyring of this desktop",
      warning: this.plain ? "There is no keyring here, so values are in an encrypted file whose key lies beside it: whoever can read your files can read them. Install gnome-keyring or KWallet; they are moved there at the next start." : "",
      secrets: this.secrets,
    };
  }

  set(name: string): SecretsView {
    if (name === "locked") throw new Error("The keyring is locked. Unlock it and try again.");
    const known = this.secrets.find((secret) => secret.name === name);
    const others = this.secrets.filter((secret) => secret !== known);
    this.secrets = [...others, { name, there: true, usedBy: known?.usedBy ?? [] }].sort((a, b) => a.name.localeCompare(b.name));
    return this.view();
  }

  remove(name: string): SecretsView {
    this.secrets = this.secrets.flatMap((secret) => {
      if (secret.name !== name) return [secret];
      return secret.usedBy.length > 0 ? [{ ...secret, there: false }] : [];
    });
    return this.view();
  }
}
