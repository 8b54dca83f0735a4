import { said } from "./language";

export const texts = said("links", {
  title: "Open this folder?",
  asks: "An address, from a page or another program, asks Handrail to open a folder:",
  only: "Opening it starts nothing. Its tools stay off until you review and trust them.",
  open: "Open folder",
  failed: "Couldn't open the folder.",
});
