// A drawing in a text: the picture of it, or what it was made from. Loaded with the first one.

import { CodeXml, Image } from "lucide-react";
import { useMemo, useState } from "react";
import { Button } from "./button";
import { Code } from "./code";
import { drawingOf } from "./drawing";
import { texts } from "../words/components";

export function Drawn({ source }: { source: string }) {
  const drawing = useMemo(() => drawingOf(source), [source]);
  const [asText, setAsText] = useState(false);
  const [broken, setBroken] = useState(false);
  const code = <Code text={source} label={texts.code} language="svg" fold={40} />;
  if (!drawing || broken) return code;
  return (
    <figure className="flex flex-col gap-1">
      {asText ? code : (
        <div className="overflow-hidden rounded-md border border-line bg-paper p-2">
          <img src={drawing.url} alt={drawing.title || texts.drawing.alt} width={drawing.width} height={drawing.height} className="mx-auto h-auto max-h-[60vh] w-auto max-w-full object-contain" onError={() => setBroken(true)} />
        </div>
      )}
      <figcaption>
        <Button look="quiet" icon={asText ? Image : CodeXml} onClick={() => setAsText(!asText)}>
          {asText ? texts.drawing.picture : texts.drawing.source}
        </Button>
      </figcaption>
    </figure>
  );
}
