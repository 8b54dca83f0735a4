import type { MouseEvent, ReactNode } from "react";

interface OpenRowProps {
  className?: string;
  onOpen: () => void;
  /** Its cells. One has a button with the same onOpen, for the keyboard and for those who do not see. */
  children: ReactNode;
}

/**
 * A table's row that is opened by a click anywhere in it. The row listens itself: a button that is stretched over its
 * row covers the whole page in WebKit, to which a row is no place that something can be laid out in.
 */
export function OpenRow({ className = "", onOpen, children }: OpenRowProps) {
  const clicked = ({ target }: MouseEvent) => {
    if (target instanceof Element && !target.closest("button, a, input, label")) onOpen();
  };
  return (
    <tr className={`cursor-default hover:bg-hover [&>td]:px-2 [&>td]:first:pl-4 [&>td]:last:pr-4 ${className}`} onClick={clicked}>
      {children}
    </tr>
  );
}
