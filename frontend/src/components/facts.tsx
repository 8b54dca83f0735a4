import { Fragment, type ReactNode } from "react";
import { Revealed } from "./code";

export interface Fact {
  name: string;
  value: ReactNode;
}

/** Names and values in two columns. Facts without a value are left out. */
export function Facts({ facts }: { facts: Fact[] }) {
  const said = facts.filter(({ value }) => value !== "" && value !== undefined && value !== null && value !== false);
  if (said.length === 0) return null;
  return (
    <dl className="grid grid-cols-[minmax(72px,max-content)_minmax(0,1fr)] gap-x-3 gap-y-1 text-12">
      {said.map(({ name, value }) => (
        <Fragment key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 break-words select-text">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** A list of things that a machine reads, such as effects. */
export function MonoList({ items }: { items: readonly string[] }) {
  return (
    <ul className="font-mono">
      {items.map((item) => (
        <li key={item} className="break-all">
          <Revealed text={item} />
        </li>
      ))}
    </ul>
  );
}
