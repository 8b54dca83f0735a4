import type { ViolationView } from "../backend/backend";

/** What values lack before there is something to show. */
export function Unfilled({ text, violations }: { text: string; violations: readonly ViolationView[] }) {
  return (
    <div className="rounded-md border border-dashed border-edge px-3 py-2 text-muted">
      <p>{text}</p>
      <ul className="mt-1 text-12">
        {violations.map(({ path, message }) => (
          <li key={path + message}>
            {path && <span className="font-mono">{path.slice(1)}</span>} {message}
          </li>
        ))}
      </ul>
    </div>
  );
}
