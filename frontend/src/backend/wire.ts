// Everything that crosses between Go and the page.

export type * from "./client-views";
export type * from "./draft-views";
export type * from "./hand-views";
export type * from "./hook-views";
export type * from "./record-views";
export type * from "./secret-views";
export type * from "./safety-views";
export type * from "./server-views";
export type * from "./settings-views";
export type * from "./skill-views";
export type * from "./trust-views";
export type * from "./walls-views";
export type * from "./views";
