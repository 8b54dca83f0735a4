// What Go says in English, in the language of the page, before anything else of the page sees it: answers, and errors of what was asked.

import type { Backend } from "./backend";
import { translation } from "../words/language";
import type { Texts } from "../words/reasons";

/** The backend as it is in an English page; in another one, it speaks the language of the page where that knows the sentence. */
export function told(backend: Backend): Backend {
  const words = translation("reasons") as Texts | undefined;
  if (!words) return backend;
  const made = new Map<PropertyKey, unknown>();
  return new Proxy(backend, {
    get(from, name) {
      const method: unknown = Reflect.get(from, name);
      if (typeof method !== "function") return method;
      const call = (...args: unknown[]): unknown => Reflect.apply(method, from, args);
      if (!made.has(name)) made.set(name, name === "listen" ? call : (...args: unknown[]) => asked(words, String(name), Promise.resolve(call(...args))));
      return made.get(name);
    },
  });
}

async function asked(words: Texts, method: string, answer: Promise<unknown>): Promise<unknown> {
  try {
    return words.answer(method, await answer);
  } catch (why) {
    if (why instanceof Error) why.message = words.refusal(why.message) ?? why.message;
    throw why;
  }
}
