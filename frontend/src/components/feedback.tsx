// The states of a place that is not full: waiting, empty, failed. Each says what is going on and what to do next.

import type { UseQueryResult } from "@tanstack/react-query";
import { CircleX, LoaderCircle, RotateCw, TriangleAlert, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button";
import { texts as common } from "../words/common";

/** Says what is waited for, once the wait is longer than 300 ms. */
export function Waiting({ what }: { what: string }) {
  return (
    <div role="status" className="flex items-center justify-center gap-2 p-6 text-muted opacity-0 [animation:appear_120ms_300ms_forwards_ease-out]">
      <LoaderCircle size={14} aria-hidden className="turning" />
      {what}
    </div>
  );
}

interface EmptyProps {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

/** Says what would be here and how to get it. */
export function Empty({ icon: Icon, title, children, action }: EmptyProps) {
  return (
    <div className="mx-auto flex min-h-72 max-w-104 flex-col items-center justify-center gap-2 px-6 py-8 text-center">
      <Icon size={24} strokeWidth={1.5} aria-hidden className="mb-1 text-muted" />
      <p className="text-15 font-semibold">{title}</p>
      {children && <div className="text-muted">{children}</div>}
      {action && <div className="mt-2 flex gap-2">{action}</div>}
    </div>
  );
}

interface FailureProps {
  what: string;
  why: string;
  /** The next step. */
  action?: ReactNode;
}

/** An error beside what caused it. */
export function Failure(props: FailureProps) {
  return <Report {...props} icon={CircleX} frame="border-failed/40 bg-failed-soft" colour="text-failed" />;
}

/** What nobody knows the end of, beside what caused it. */
export function Doubt(props: FailureProps) {
  return <Report {...props} icon={TriangleAlert} frame="border-asking/40 bg-asking-soft" colour="text-asking" />;
}

function Report({ what, why, action, icon: Icon, frame, colour }: FailureProps & { icon: LucideIcon; frame: string; colour: string }) {
  return (
    <div role="alert" className={`flex flex-wrap items-start gap-x-3 gap-y-2 rounded-md border px-3 py-2 ${frame}`}>
      <div className="flex min-w-40 flex-1 items-start gap-2">
        <Icon size={15} aria-hidden className={`mt-0.5 shrink-0 ${colour}`} />
        <div className="min-w-0">
          <p className="font-semibold">{what}</p>
          <p className="break-words select-text">{why}</p>
        </div>
      </div>
      {action}
    </div>
  );
}

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  /** "Reading the tools of this space…" */
  waiting: string;
  /** "The tools could not be read." */
  failed: string;
  children: (data: T) => ReactNode;
}

/** What a query brings, or why not yet. */
export function Loaded<T>({ query, waiting, failed, children }: LoadedProps<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error) {
    const again = (
      <Button icon={RotateCw} onClick={() => void query.refetch()}>
        {common.tryAgain}
      </Button>
    );
    return (
      <div className="p-2">
        <Failure what={failed} why={query.error.message} action={again} />
      </div>
    );
  }
  return <Waiting what={waiting} />;
}
