import { useEffect, useRef, type ReactNode } from "react";
import { texts } from "../../words/rules";

/** A row of a list; the one that decided what the person came from is marked and in view. */
export function DecidedRow({ decided, children }: { decided: boolean; children: ReactNode }) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (decided) row.current?.scrollIntoView({ block: "center" });
  }, [decided]);
  return (
    <li ref={row} aria-current={decided || undefined} className={`border-b border-line py-2 ${decided ? "-mx-2 bg-chosen px-2 shadow-[inset_3px_0_0_var(--accent)]" : ""}`}>
      {children}
      {decided && <p className="text-12 text-accent">{texts.decided}</p>}
    </li>
  );
}
