import { texts } from "../../words/machines";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** What is wrong with the address of a server; "" = nothing that is seen here. */
export function problemOf(address: string): string {
  const url = URL.parse(address.trim());
  if (!url?.hostname || !["nats:", "ws:", "tls:", "wss:"].includes(url.protocol)) return texts.form.addressRule;
  if (url.username || url.password) return texts.form.passwordRule;
  if (["nats:", "ws:"].includes(url.protocol) && !LOOPBACK.test(url.hostname)) return texts.form.tlsRule;
  return "";
}
