// The fake's channels, and the messages that wait.

import type { ChannelFieldView, ChannelForm, ChannelKindView, ChannelsView, ChannelTestView, ChannelView, OutMessageView } from "../wire";

const field = (key: string, need = false, secret = false): ChannelFieldView => ({ key, value: "", need, secret, set: false });

const KINDS: ChannelKindView[] = [
  { type: "telegram", name: "Telegram", hasChats: true, fields: [field("token", true, true), field("chat_id", true), field("server")] },
  { type: "slack", name: "Slack", hasChats: true, fields: [field("url", false, true), field("token", false, true), field("chat_id"), field("server")] },
  { type: "discord", name: "Discord", hasChats: false, fields: [field("url", true, true)] },
  { type: "ntfy", name: "ntfy", hasChats: true, fields: [field("chat_id", true), field("token", false, true), field("server")] },
  { type: "webhook", name: "Webhook", hasChats: true, fields: [field("url", true, true), field("chat_id")] },
];

const WAITING: OutMessageView[] = [
  { id: "m_1a2b3c4d5e", state: "queued", channel: "ops", chatId: "-1001", text: "The release is out.", by: "The agent \"Guide\"", created: "2026-03-02T10:12:00Z", next: "2026-03-02T10:27:00Z", reason: "Telegram answered with status 503", machine: "", asked: "" },
  { id: "m_2b3c4d5e6f", state: "unknown", channel: "ops", chatId: "-1001", text: "The nightly build failed.", by: "The agent \"Guide\"", created: "2026-03-02T09:00:00Z", next: "", reason: "the connection ended before Telegram had answered", machine: "", asked: "" },
  { id: "m_3c4d5e6f70", state: "failed", channel: "alerts", chatId: "", text: "The backup is older than a day.", by: "The agent \"Night watch\"", created: "2026-03-02T04:00:00Z", next: "", reason: "ntfy answered with status 403", machine: "tower", asked: "" },
];

const NEW = { host: "", last: "", lastAt: "", lastReason: "" };

class FakeChannels {
  private list: ChannelView[] = [];
  private messages: OutMessageView[] = [];

  constructor(empty: boolean) {
    if (empty) return;
    this.save({ name: "ops", type: "telegram", fields: { token: "t", chat_id: "-1001" }, chatIds: ["-2002"] });
    this.list.push({
      name: "deploys", type: "webhook", fields: [{ ...field("url", true, true), set: true }], chatIds: [], problem: "",
      host: "hooks.example.com", last: "failed", lastAt: "2026-03-02T10:00:00Z", lastReason: "Webhook answered with status 403",
    });
    this.list = this.list.map((one) => (one.name === "ops" ? { ...one, last: "unknown", lastAt: "2026-03-02T09:00:00Z", lastReason: "The connection ended before Telegram had answered" } : one));
    this.list.push({ ...NEW, name: "old", type: "pigeon", fields: [], chatIds: [], problem: "Its type is \"pigeon\", and there are telegram, slack, discord, ntfy, webhook" });
    this.messages = structuredClone(WAITING);
  }

  view(): ChannelsView {
    return { channels: this.list, kinds: KINDS, messages: this.messages, more: 0 };
  }

  save(form: ChannelForm): ChannelsView {
    const kind = KINDS.find(({ type }) => type === form.type);
    if (!kind) throw new Error(`its type is "${form.type}"`);
    const old = this.list.find(({ name }) => name === form.name);
    const fields = kind.fields.map((known) => {
      const value = form.fields[known.key] ?? "";
      const kept = known.secret && old?.type === form.type && old.fields.some(({ key, set }) => key === known.key && set);
      return { ...known, value: known.secret ? "" : value, set: value !== "" || kept };
    });
    const channel = { name: form.name, type: form.type, fields, chatIds: form.chatIds, problem: "", ...NEW };
    this.list = old ? this.list.map((one) => (one === old ? channel : one)) : [...this.list, channel];
    return this.view();
  }

  test(name: string): ChannelTestView {
    if (name === "old") return { sent: false, unknown: false, reason: "Its type is \"pigeon\"" };
    this.list = this.list.map((one) => (one.name === name ? { ...one, last: "sent", lastAt: "2026-03-02T10:20:00Z", lastReason: "" } : one));
    return { sent: true, unknown: false, reason: "" };
  }

  remove(name: string): ChannelsView {
    this.list = this.list.filter((one) => one.name !== name);
    return this.view();
  }

  /** What is asked of another machine, which answers later. */
  private theirs(id: string, asked: string): boolean {
    this.messages = this.messages.map((one) => (one.id === id && one.machine ? { ...one, asked } : one));
    return this.messages.some((one) => one.id === id && one.machine !== "");
  }

  retry(id: string): ChannelsView {
    if (this.theirs(id, "retry")) return this.view();
    this.messages = this.messages.map((one) => (one.id === id ? { ...one, state: "queued", next: "2026-03-02T10:30:00Z", reason: "" } : one));
    return this.view();
  }

  drop(id: string): ChannelsView {
    if (this.theirs(id, "drop")) return this.view();
    this.messages = this.messages.filter((one) => one.id !== id);
    return this.view();
  }
}

/** What the page may ask of it. */
export function channelling(empty: boolean) {
  const fake = new FakeChannels(empty);
  return {
    channels: () => fake.view(),
    saveChannel: (form: ChannelForm) => fake.save(form),
    removeChannel: (name: string) => fake.remove(name),
    testChannel: (name: string) => fake.test(name),
    retryMessage: (id: string) => fake.retry(id),
    dropMessage: (id: string) => fake.drop(id),
  };
}
