/** How servers are added: by a form, from a text, from other programs. */
export type AddWay = "form" | "paste" | "import";
