import { Paperclip } from "lucide-react";
import { useState, type DragEvent, type ReactNode } from "react";
import { droppedIn, type Dropped } from "./attach";
import { texts } from "../../words/chat";

/** Takes files that are dropped anywhere on it (app/drops.ts lets them through to here, and marks them as taken). None: the page was not told which. */
export function DropZone({ off, onDrop, children }: { off: boolean; onDrop: (dropped: Dropped[]) => void; children: ReactNode }) {
  const [over, setOver] = useState(false);
  const leave = ({ relatedTarget, currentTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setOver(false);
  };
  return (
    <div
      data-takes-files={off ? undefined : ""}
      className="relative flex min-h-0 min-w-0 flex-1 flex-col"
      onDragOver={(event) => {
        if (event.dataTransfer.dropEffect === "copy") setOver(true);
      }}
      onDragLeave={leave}
      onDrop={(event) => {
        setOver(false);
        onDrop(droppedIn(event.dataTransfer));
      }}
    >
      {children}
      {over && (
        <div className="pointer-events-none absolute inset-2 z-20 flex flex-col items-center justify-center gap-2 rounded-lg border-2 border-dashed border-accent bg-ground/90">
          <Paperclip size={24} strokeWidth={1.5} aria-hidden className="text-muted" />
          <p className="font-semibold">{texts.attach.drop}</p>
          <p className="text-12 text-muted">{texts.attach.dropScope}</p>
        </div>
      )}
    </div>
  );
}
