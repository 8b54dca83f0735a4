import { FolderOpen, Globe, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { WallsView } from "../../backend/backend";
import { sayTime } from "../../backend/words";
import { Button } from "../../components/button";
import { texts } from "../../words/walls";

interface LetThroughProps {
  walls: WallsView;
  busy: boolean;
  /** "" = the answer about registries; else a path. */
  onTakeBack: (path: string) => void;
}

/** What the person has answered and granted, each with the way back. */
export function LetThrough({ walls: { network, granted }, busy, onTakeBack }: LetThroughProps) {
  if (network.answer === "" && granted.length === 0) {
    return <p className="text-muted">{texts.allowed.empty}</p>;
  }
  const since = network.answered && `, ${sayTime(network.answered, new Date())}`;
  return (
    <ul className="border-t border-line">
      {network.answer !== "" && (
        <Row
          icon={Globe}
          what={network.answer === "yes" ? texts.allowed.registries(since) : texts.allowed.noRegistries}
          note={network.answer === "yes" ? texts.allowed.registriesText : texts.allowed.noRegistriesText}
          action={network.answer === "yes" ? texts.allowed.revoke : texts.allowed.askAgain}
          name={texts.allowed.answer}
          busy={busy}
          onTakeBack={() => onTakeBack("")}
        />
      )}
      {granted.map((path) => (
        <Row
          key={path}
          icon={FolderOpen}
          what={<span className="font-mono text-12 break-all">{path}</span>}
          note={texts.allowed.picked}
          action={texts.allowed.revoke}
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
