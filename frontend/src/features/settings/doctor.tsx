import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import type { DoctorView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { Button } from "../../components/button";
import { CopyButton } from "../../components/code";
import { Loaded } from "../../components/feedback";
import { Section } from "../../components/pane";
import { State } from "../../components/state";
import { texts as common } from "../../words/common";
import { texts } from "../../words/settings";

const SAID = {
  ok: { tone: "done", word: texts.doctor.good },
  warning: { tone: "warning", word: texts.doctor.look },
  error: { tone: "failed", word: texts.doctor.broken },
  off: { tone: "quiet", word: texts.doctor.off },
} as const;

/** What is enforced on this machine and what is not, with what to do about it. */
export function Doctor() {
  const backend = useBackend();
  const doctor = useQuery({ queryKey: keys.doctor, queryFn: () => backend.doctor(), staleTime: 0 });
  return (
    <Loaded query={doctor} waiting={texts.doctor.reading} failed={texts.doctor.failed}>
      {(list) => (
        <div className="flex flex-col gap-6">
          <div className="flex items-center justify-between gap-4">
            <p className="text-muted">{texts.doctor.note}</p>
            <div className="flex items-center gap-1">
              <CopyButton text={asText(list)} label={texts.doctor.copy} />
              <Button icon={RotateCw} disabled={doctor.isFetching} onClick={() => void doctor.refetch()}>
                {common.refresh}
              </Button>
            </div>
          </div>
          {[...new Set(list.map(({ area }) => area))].map((area) => (
            <Section key={area} level={2} title={area}>
              <ul className="border-t border-line">
                {list
                  .filter((line) => line.area === area)
                  .map((line) => (
                    <li key={line.name} className="grid grid-cols-[128px_minmax(0,1fr)] gap-3 border-b border-line py-2">
                      <State {...SAID[line.state]} />
                      <div className="min-w-0">
                        <p className="break-words select-text">
                          <b className="font-semibold">{line.name}</b> <span className="text-muted">{line.text}</span>
                        </p>
                        {line.action && <p className="break-words select-text">{line.action}</p>}
                      </div>
                    </li>
                  ))}
              </ul>
            </Section>
          ))}
        </div>
      )}
    </Loaded>
  );
}

function asText(list: DoctorView[]): string {
  return list.map((line) => `${line.area} / ${line.name}: ${line.state}: ${line.text}${line.action ? ` ${line.action}` : ""}`).join("\n");
}
