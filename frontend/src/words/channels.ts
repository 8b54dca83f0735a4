import { number } from "./format";
import { said } from "./language";

const LAST: Record<string, ((time: string) => string) | undefined> = {
  sent: (time) => `Last message sent ${time}`,
  failed: (time) => `Last message not sent ${time}`,
  unknown: (time) => `Last message may have been sent ${time}`,
  queued: (time) => `Last message not sent yet, tried ${time}`,
};

const FIELDS: Record<string, string> = { url: "Address", server: "Server", token: "Token", chat_id: "Goes to", host: "Mail server", port: "Port", security: "Security", username: "User name", password: "Password", from: "From", subject: "Subject" };

const HELP: Record<string, string> = { security: "starttls, tls or none. Usually starttls.", chat_id: "A chat, channel, room, topic or address.", server: "If not at its usual address." };

const STATES: Record<string, string> = { queued: "Waiting", sending: "Sending", failed: "Not sent", unknown: "May have been sent" };

const ASKED: Record<string, ((machine: string) => string) | undefined> = {
  retry: (machine) => `Retries when ${machine} is reached`,
  drop: (machine) => `Dropped when ${machine} is reached`,
};

/** The words of the settings' page Channels. */
export const texts = said("channels", {
  reading: "Loading channels…",
  failed: "Couldn't load channels.",
  title: "Channels",
  note: "Agents send messages by these channels, and ask you first. Desktop notifications need no channel.",
  empty: "No channels yet.",
  add: "Add a channel",
  edit: (name: string) => `Edit ${name}`,
  remove: (name: string) => `Remove ${name}`,
  removing: (name: string) => `Remove the channel ${name}? Messages that wait for it won't be sent. Its secrets stay stored.`,
  removeYes: "Remove",
  test: "Send test",
  testNamed: (name: string) => `Send test by ${name}`,
  testSent: "Test message sent.",
  testFailed: "The test message wasn't sent.",
  testUnknown: "The test message may have been sent.",
  ready: "Ready",
  broken: "Can't be used",
  notYet: "Not sent yet",
  last: LAST,
  changeFailed: "Couldn't change the channel.",
  save: "Save",
  saveFailed: "Couldn't save the channel.",
  type: "Type",
  name: "Name",
  nameHelp: "What agents call it, such as ops.",
  nameRule: "Use up to 32 small letters, digits, dashes and underscores.",
  needed: "Enter a value.",
  kept: "Kept with your secrets. Leave empty to keep it.",
  secretHelp: "Kept with your secrets. You won't see it again.",
  others: "Other chats",
  othersHelp: "Places that agents may choose instead, one per line. * allows any.",
  fields: FIELDS,
  help: HELP,
  waiting: "Outbox",
  waitingEmpty: "No messages wait.",
  states: STATES,
  next: (time: string) => `Next try ${time}`,
  on: (channel: string, machine: string) => `${channel} on ${machine}`,
  asked: ASKED,
  more: (count: number) => `${number(count)} more wait on your other machines.`,
  retry: "Retry",
  retryNamed: (id: string) => `Retry ${id}`,
  drop: "Drop",
  dropNamed: (id: string) => `Drop ${id}`,
  decideFailed: "Couldn't change the message.",
});
