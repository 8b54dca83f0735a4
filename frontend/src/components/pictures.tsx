// Pictures of a bounded size, loaded when they are shown. Each can be made larger.

import { useQuery } from "@tanstack/react-query";
import { ImageOff } from "lucide-react";
import { useState } from "react";
import { Waiting } from "./feedback";
import { sizeWords } from "./text";
import { number } from "../words/format";
import { texts } from "../words/components";

export interface Picture {
  mime: string;
  /** Bytes. */
  size: number;
  /** Names it for load; absent: it is not kept. */
  kept?: string;
}

interface Loaded {
  mime: string;
  /** Base64. */
  data: string;
  width: number;
  height: number;
}

interface PicturesProps {
  pictures: readonly Picture[];
  /** Whose they are, for those who cannot see them: "Take a screenshot". */
  of: string;
  load: (id: string) => Promise<Loaded>;
}

export function Pictures({ pictures, of, load }: PicturesProps) {
  if (pictures.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-3" aria-label={texts.picture.list}>
      {pictures.map((picture, i) => (
        <li key={picture.kept ?? i} className="max-w-full min-w-0">
          <One picture={picture} name={texts.picture.name(i + 1, pictures.length, of)} load={load} />
        </li>
      ))}
    </ul>
  );
}

interface OneProps {
  picture: Picture;
  name: string;
  load: PicturesProps["load"];
}

function One({ picture: { mime, size, kept = "" }, name, load }: OneProps) {
  const [large, setLarge] = useState(false);
  const found = useQuery({ queryKey: ["picture", kept], queryFn: () => load(kept), enabled: kept !== "" });
  const said = `${mime}, ${sizeWords(size)}`;
  if (kept === "") return <NotShown said={said} why={texts.picture.notKept} />;
  if (found.error) return <NotShown said={said} why={found.error.message} />;
  if (!found.data) return <Waiting what={texts.picture.reading} />;
  const { data, width, height } = found.data;
  const kind = found.data.mime; // by what it is, whatever it was called
  return (
    <figure className="flex max-w-full flex-col gap-1">
      <button
        aria-pressed={large}
        title={large ? texts.picture.smaller : texts.picture.larger}
        className="w-fit max-w-full overflow-hidden rounded-md border border-line bg-raised"
        onClick={() => setLarge(!large)}
      >
        <img
          src={`data:${kind};base64,${data}`}
          alt={texts.picture.alt(name, kind, width, height)}
          width={width}
          height={height}
          className={`h-auto w-auto max-w-full object-contain ${large ? "max-h-[70vh]" : "max-h-60"}`}
        />
      </button>
      <figcaption className="text-11 text-muted tabular-nums">
        {number(width)} × {number(height)} · {kind}, {sizeWords(size)}
      </figcaption>
    </figure>
  );
}

function NotShown({ said, why }: { said: string; why: string }) {
  return (
    <p className="flex items-start gap-1.5 text-12 text-muted">
      <ImageOff size={14} aria-hidden className="mt-px shrink-0" />
      <span className="min-w-0 break-words select-text">
        {texts.picture.missing(said, why.charAt(0).toUpperCase() + why.slice(1).replace(/\.?$/, "."))}
      </span>
    </p>
  );
}
