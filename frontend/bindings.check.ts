// Holds what the page believes about Go (src/backend) against what Wails generated from Go (wailsjs): the same
// functions, Go takes what the page gives, and the page gets at least the fields it reads, of the types it reads
// them as. Nothing runs here; tsc is the judge, in `npm run lint`.

import type { Backend } from "./src/backend/backend";
/* eslint-disable no-restricted-imports -- what Wails generated is what is checked here */
import type * as Chats from "./wailsjs/go/window/Chats";
import type * as Hands from "./wailsjs/go/window/Hands";
import type * as Hooks from "./wailsjs/go/window/Hooks";
import type * as Programs from "./wailsjs/go/window/Programs";
import type * as Questions from "./wailsjs/go/window/Questions";
import type * as Rules from "./wailsjs/go/window/Rules";
import type * as Runs from "./wailsjs/go/window/Runs";
import type * as Secrets from "./wailsjs/go/window/Secrets";
import type * as Servers from "./wailsjs/go/window/Servers";
import type * as Settings from "./wailsjs/go/window/Settings";
import type * as Setup from "./wailsjs/go/window/Setup";
import type * as Spaces from "./wailsjs/go/window/Spaces";
import type * as Tools from "./wailsjs/go/window/Tools";
import type * as Trust from "./wailsjs/go/window/Trust";
import type * as Walls from "./wailsjs/go/window/Walls";
/* eslint-enable no-restricted-imports */

/** What Go binds, of all its structs. */
type Bound = typeof Chats & typeof Hands & typeof Hooks & typeof Programs & typeof Questions & typeof Rules & typeof Runs & typeof Secrets & typeof Servers & typeof Settings & typeof Setup & typeof Spaces & typeof Tools & typeof Trust & typeof Walls;

/** What Go can promise of a value: text stays text, however few words the page expects there. */
type Plain<T> = T extends string ? string
  : T extends number ? number
  : T extends boolean ? boolean
  : T extends (infer E)[] ? Plain<E>[]
  : T extends object ? { [K in keyof T as T[K] extends (...args: never[]) => unknown ? never : K]-?: Plain<Exclude<T[K], undefined>> }
  : T;

/** The functions that Go answers; the other three are Wails' own. */
type Called = Exclude<keyof Backend, "listen" | "copy" | "openURL">;

type Takes<F> = F extends (...args: infer A) => unknown ? { [I in keyof A]: Plain<A[I]> } : never;
type Gives<F> = F extends (...args: never[]) => Promise<infer R> ? Plain<R> : never;
type Fits<P, G> = [Takes<P>, Gives<G>] extends [Takes<G>, Gives<P>] ? true : false;

/** Functions that only one side knows, and functions whose sides disagree. An error here names them. */
type OnlyPage = Exclude<Capitalize<Called>, keyof Bound>;
type OnlyGo = Exclude<keyof Bound, Capitalize<Called>>;
type Disagree = { [K in Called]: Fits<Backend[K], Bound[Capitalize<K>]> extends true ? never : K }[Called];

type None<T extends never> = T;
export type Checked = [None<OnlyPage>, None<OnlyGo>, None<Disagree>];
