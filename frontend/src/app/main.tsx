// The way to the page: the language comes before everything that has words.

import { speak } from "../words/language";
import { refuseDrops } from "./drops";
import "./look.css";

async function start(): Promise<void> {
  const place = document.getElementById("root");
  if (!place) return;
  refuseDrops(window);
  const page = document.documentElement;
  // In a plain browser, nobody has written the language into the page: the address names it.
  if (import.meta.env.MODE !== "production") page.lang = new URLSearchParams(window.location.search).get("lang") ?? page.lang;
  // Go has written it, but for systems that tell it to engines only.
  if (page.lang === "") page.lang = /^de\b/.test(navigator.language) ? "de" : "en";
  if (page.lang === "de") speak("de", (await import("../words/de")).areas);
  const { open } = await import("./root");
  await open(place);
}

void start();
