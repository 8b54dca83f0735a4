// Every function that Go answers, as Wails writes it of Go's package window.

import type * as Channels from "../../wailsjs/go/window/Channels";
import type * as Chats from "../../wailsjs/go/window/Chats";
import type * as Definitions from "../../wailsjs/go/window/Definitions";
import type * as Frame from "../../wailsjs/go/window/Frame";
import type * as Hands from "../../wailsjs/go/window/Hands";
import type * as Hooks from "../../wailsjs/go/window/Hooks";
import type * as Kept from "../../wailsjs/go/window/Kept";
import type * as Machines from "../../wailsjs/go/window/Machines";
import type * as Memory from "../../wailsjs/go/window/Memory";
import type * as Pages from "../../wailsjs/go/window/Pages";
import type * as Programs from "../../wailsjs/go/window/Programs";
import type * as Questions from "../../wailsjs/go/window/Questions";
import type * as Rehearsals from "../../wailsjs/go/window/Rehearsals";
import type * as Rules from "../../wailsjs/go/window/Rules";
import type * as Runs from "../../wailsjs/go/window/Runs";
import type * as Secrets from "../../wailsjs/go/window/Secrets";
import type * as Servers from "../../wailsjs/go/window/Servers";
import type * as Settings from "../../wailsjs/go/window/Settings";
import type * as Setup from "../../wailsjs/go/window/Setup";
import type * as Spaces from "../../wailsjs/go/window/Spaces";
import type * as Tools from "../../wailsjs/go/window/Tools";
import type * as Trust from "../../wailsjs/go/window/Trust";
import type * as Undo from "../../wailsjs/go/window/Undo";
import type * as Walls from "../../wailsjs/go/window/Walls";
import type * as Web from "../../wailsjs/go/window/Web";

/** A value as it crosses: a class of Wails' is its fields, and an enum is its words. */
export type View<G> = G extends string ? `${G}`
  : G extends (infer E)[] ? View<E>[]
  : G extends object ? { [K in keyof G as G[K] extends (...args: never[]) => unknown ? never : K]: View<G[K]> }
  : G;

type Bound = typeof Channels & typeof Chats & typeof Definitions & typeof Frame & typeof Hands & typeof Hooks & typeof Kept & typeof Machines & typeof Memory & typeof Pages & typeof Programs & typeof Questions & typeof Rehearsals & typeof Rules & typeof Runs & typeof Secrets & typeof Servers & typeof Settings & typeof Setup & typeof Spaces & typeof Tools & typeof Trust & typeof Undo & typeof Walls & typeof Web;

type Args<A extends unknown[]> = { [I in keyof A]: View<A[I]> };

/** Every function that Go answers, with the page's names: openSpace is OpenSpace of the struct Spaces. */
export type Asked = {
  [K in keyof Bound as Uncapitalize<K>]: Bound[K] extends (...args: infer A) => Promise<infer R> ? (...args: Args<A>) => Promise<View<R>> : never;
};
