// The way to the page: the language comes before everything that has words.

import { speak } from "../words/language";
import "./look.css";

async function start(): Promise<void> {
  const place = document.getElementById("root");
  if (!place) return;
  // In a plain browser, nobody has written the language into the page: the address names it.
  if (import.meta.env.MODE !== "production") document.documentElement.lang = new URLSearchParams(window.location.search).get("lang") ?? document.documentElement.lang;
  if (document.documentElement.lang === "de") speak("de", (await import("../words/de")).areas);
  const { open } = await import("./root");
  await open(place);
}

void start();
