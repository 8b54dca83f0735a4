import { useState } from "react";

const KEPT = "handrail.favourite-models";

function read(): string[] {
  try {
    const list: unknown = JSON.parse(window.localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(list) ? list.filter((ref) => typeof ref === "string") : [];
  } catch {
    return []; // another version's, or the window keeps nothing
  }
}

/** The models that the person likes best, kept by the window. */
export function useFavourites(): { favourites: readonly string[]; turn: (ref: string) => void } {
  const [favourites, setFavourites] = useState(read);
  const turn = (ref: string) => {
    const next = favourites.includes(ref) ? favourites.filter((known) => known !== ref) : [...favourites, ref];
    setFavourites(next);
    try {
      window.localStorage.setItem(KEPT, JSON.stringify(next));
    } catch {
      // It is kept as long as the window is open.
    }
  };
  return { favourites, turn };
}
