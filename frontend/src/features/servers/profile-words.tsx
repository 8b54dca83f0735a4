import { Eye, Globe, PencilLine, TriangleAlert } from "lucide-react";
import type { ServerProfileView } from "../../backend/backend";
import { texts } from "../../words/server";

/** What a server may touch, in words, and what it will lack. */
export function ProfileWords({ profile: { reads, writes, reaches, notes, own } }: { profile: ServerProfileView }) {
  const lines = [{ icon: Eye, text: reads }, { icon: PencilLine, text: writes }, { icon: Globe, text: reaches }, ...notes.map((text) => ({ icon: TriangleAlert, text }))];
  return (
    <ul className="flex flex-col gap-1.5">
      {lines.filter(({ text }) => text !== "").map(({ icon: Icon, text }) => (
        <li key={text} className="flex items-start gap-2">
          <Icon size={14} aria-hidden className={`mt-0.75 shrink-0 ${Icon === TriangleAlert ? "text-asking" : "text-muted"}`} />
          <span className="min-w-0 break-words select-text">{text}</span>
        </li>
      ))}
      {own && <li className="pl-5.5 text-12 text-muted">{texts.access.set}</li>}
    </ul>
  );
}
