import { FolderOpen, Globe, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { WallsView } from "../../backend/backend";
import { sayTime } from "../../backend/words";
import { Button } from "../../components/button";

interface LetThroughProps {
  walls: WallsView;
  busy: boolean;
  /** "" = the answer about registries; else a path. */
  onTakeBack: (path: string) => void;
}

/** What the person has answered and granted, each with the way back. */
export function LetThrough({ walls: { network, granted }, busy, onTakeBack }: LetThroughProps) {
  if (network.answer === "" && granted.length === 0) {
    return <p className="text-muted">Nothing yet. What you allow in a dialog, and the files you pick for an agent, are listed here and can be taken back.</p>;
  }
  const since = network.answered && `, ${sayTime(network.answered, new Date())}`;
  return (
    <ul className="border-t border-line">
      {network.answer !== "" && (
        <Row
          icon={Globe}
          what={network.answer === "yes" ? `Package registries: you allowed them${since}` : "Package registries: you said no"}
          note={network.answer === "yes" ? "Every build of this space fetches from them unasked." : "You are not asked again until Handrail is started anew."}
          action={network.answer === "yes" ? "Take it back" : "Ask me again"}
          name="the answer about package registries"
          busy={busy}
          onTakeBack={() => onTakeBack("")}
        />
      )}
      {granted.map((path) => (
        <Row
          key={path}
          icon={FolderOpen}
          what={<span className="font-mono text-12 break-all">{path}</span>}
          note="You picked it in a dialog: tools and programs of this space may read and change it."
          action="Take it back"
          name={path}
          busy={busy}
          onTakeBack={() => onTakeBack(path)}
        />
      ))}
    </ul>
  );
}

interface RowProps {
  icon: LucideIcon;
  what: ReactNode;
  note: string;
  action: string;
  name: string;
  busy: boolean;
  onTakeBack: () => void;
}

function Row({ icon: Icon, what, note, action, name, busy, onTakeBack }: RowProps) {
  return (
    <li className="flex items-center gap-3 border-b border-line py-2">
      <Icon size={15} aria-hidden className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="select-text">{what}</p>
        <p className="text-12 text-muted">{note}</p>
      </div>
      <Button disabled={busy} aria-label={`${action}: ${name}`} onClick={onTakeBack}>
        {action}
      </Button>
    </li>
  );
}
