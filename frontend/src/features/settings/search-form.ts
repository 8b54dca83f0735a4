// What the form of the search provider shows, and what it lacks.

import type { SearchForm, SearchProvider, WebView } from "../../backend/backend";
import { texts as web } from "../../words/web";

const texts = web.search;

/** The form as it begins for a provider: what is set, if it is the one that is set. */
export function startOf(provider: SearchProvider, { search }: WebView): SearchForm {
  if (provider !== search.provider) return { provider, url: "", secret: "", key: "" };
  return { provider, url: search.url, secret: search.secret, key: "" };
}

export function sameSearch(one: SearchForm, other: SearchForm): boolean {
  return one.provider === other.provider && one.url === other.url && one.secret === other.secret && one.key === other.key;
}

interface Needs {
  address: boolean;
  wantsAddress: boolean;
  addressHelp: string;
  key: boolean;
  wantsKey: boolean;
  keyHelp: string;
}

/** The fields that a provider has, and what stands below them. Those that are set are shown, even where few need them. */
export function needsOf({ provider, secret }: SearchForm, { search, providers }: WebView): Needs {
  const known = providers.find((one) => one.provider === provider);
  const isSet = provider === search.provider;
  const wantsAddress = known?.wantsAddress === true;
  const wantsKey = known?.wantsKey === true;
  const help = { searxng: texts.addressHelp.searxng, endpoint: texts.addressHelp.endpoint };
  let keyHelp: string = texts.keyHelp;
  if (secret) keyHelp = texts.kept(secret);
  else if (isSet && search.plain) keyHelp = texts.plain;
  return {
    address: wantsAddress || (isSet && search.url !== ""),
    wantsAddress,
    addressHelp: provider in help ? help[provider as keyof typeof help] : texts.addressHelp.other,
    key: wantsKey || provider === "endpoint" || (isSet && (search.secret !== "" || search.plain)),
    wantsKey,
    keyHelp,
  };
}

/** What keeps a form from being saved, by field. A key in the settings would be lost if it were not entered. */
export function problemsOf(form: SearchForm, now: WebView): Partial<Record<"url" | "key", string>> {
  const { wantsAddress, wantsKey } = needsOf(form, now);
  const problems: Partial<Record<"url" | "key", string>> = {};
  const optional = !wantsAddress && form.url === "";
  if (form.provider !== "" && !optional && !/^https?:\/\/\S+$/.test(form.url)) problems.url = texts.addressRule;
  const plain = form.provider === now.search.provider && now.search.plain;
  if (form.key === "" && form.secret === "" && (wantsKey || plain)) problems.key = plain ? texts.plain : texts.keyRule;
  return problems;
}
