import { useEffect, useState } from "react";

/** A button that has just appeared under the pointer must not be the one that is pressed. */
export const ARM_MS = 500;

/** False for a moment after what a button stands for has changed. */
export function useArmed(what: string): boolean {
  const [armed, setArmed] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setArmed(what), ARM_MS);
    return () => clearTimeout(timer);
  }, [what]);
  return what !== "" && armed === what;
}
