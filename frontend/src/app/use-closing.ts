import { useEffect, useState } from "react";
import { useBackend } from "../backend/context";

/** Whether the window is to be closed while agents work. */
export function useClosing(): { closing: boolean; stay: () => void } {
  const backend = useBackend();
  const [closing, setClosing] = useState(false);
  useEffect(() => backend.listen(({ kind }) => kind === "closing" && setClosing(true)), [backend]);
  return { closing, stay: () => setClosing(false) };
}
