// A drawing in a text: the picture of it, or its source. Loaded with the first one.

import { CodeXml, Image } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { Button } from "./button";
import { Code } from "./code";
import { drawingOf } from "./drawing";
import { drawMermaid } from "./mermaid/draw";
import { texts } from "../words/components";

export function Drawn({ source, language }: { source: string; language: "svg" | "mermaid" }) {
  return language === "svg" ? <Picture svg={source} source={source} language="svg" /> : <Diagram source={source} />;
}

/** A diagram is drawn apart from the page; until then, and where it cannot be, its source stands there. */
function Diagram({ source }: { source: string }) {
  const [svg, setSvg] = useState("");
  useEffect(() => {
    let here = true;
    void drawMermaid(source).then((now = "") => {
      if (here) setSvg(now);
    });
    return () => {
      here = false;
    };
  }, [source]);
  return <Picture svg={svg} source={source} language="mermaid" />;
}

function Picture({ svg, source, language }: { svg: string; source: string; language: string }) {
  const drawing = useMemo(() => drawingOf(svg), [svg]);
  const [asText, setAsText] = useState(false);
  const [broken, setBroken] = useState(false);
  const code = <Code text={source} label={texts.code} language={language} fold={40} />;
  if (!drawing || broken) return code;
  return (
    <figure className="flex flex-col gap-1">
      {asText ? code : (
        <div className="overflow-hidden rounded-md border border-line bg-paper p-2">
          <img src={drawing.url} alt={drawing.title || (language === "svg" ? texts.drawing.alt : texts.drawing.diagram)} width={drawing.width} height={drawing.height} className="mx-auto h-auto max-h-[60vh] w-auto max-w-full object-contain" onError={() => setBroken(true)} />
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
