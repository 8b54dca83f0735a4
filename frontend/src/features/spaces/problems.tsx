import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Pencil, RotateCw } from "lucide-react";
import type { ProblemView, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { IconButton } from "../../components/button";
import { CopyButton } from "../../components/code";
import { Empty, Loaded } from "../../components/feedback";
import { PaneHeader } from "../../components/pane";
import { State } from "../../components/state";
import { useWays } from "../../widgets/ways";
import { texts as common } from "../../words/common";
import { texts } from "../../words/spaces";

/** What is wrong in a space's files. The rest of the space has loaded all the same. */
export function ProblemsPage({ space }: { space: SpaceView }) {
  const backend = useBackend();
  const problems = useQuery({ queryKey: keys.problems(space.path), queryFn: () => backend.problems(space.path) });
  return (
    <>
      <PaneHeader title={texts.problems.title} note={texts.problems.note(space.name)}>
        <IconButton label={common.refresh} icon={RotateCw} onClick={() => void problems.refetch()} />
      </PaneHeader>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Loaded query={problems} waiting={texts.problems.reading} failed={texts.problems.failed}>
          {(list) =>
            list.length === 0 ? (
              <Empty icon={CircleCheck} title={texts.problems.none}>
                {texts.problems.noneText}
              </Empty>
            ) : (
              <ProblemList problems={list} />
            )
          }
        </Loaded>
      </div>
    </>
  );
}

function ProblemList({ problems }: { problems: ProblemView[] }) {
  const ways = useWays();
  const files = [...new Set(problems.map((problem) => problem.file))];
  return (
    <div className="flex flex-col">
      {files.map((file) => (
        <section key={file} className="border-b border-line px-4 py-3">
          <h2 className="mb-1 font-mono text-12">
            {file}
          </h2>
          <ul>
            {problems.filter((problem) => problem.file === file).map((problem) => (
              <li key={`${problem.line} ${problem.text}`} className="group grid grid-cols-[88px_minmax(0,1fr)_auto] items-start gap-x-3 py-1">
                <State tone={problem.severity === "error" ? "failed" : "warning"} word={problem.severity === "error" ? texts.problems.error : texts.problems.warning} />
                <div className="min-w-0">
                  <p className="break-words select-text">{problem.text}</p>
                  <p className="font-mono text-12 text-muted select-text">{place(problem)}</p>
                </div>
                <span className="flex">
                  {ways && isWritable(problem.file) && <IconButton label={texts.problems.show} icon={Pencil} onClick={() => ways.file(problem.file, problem.line)} />}
                  <CopyButton text={`${place(problem)}: ${problem.text}`} label={texts.problems.copy} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Go says of each file whether it can be written here; this only spares a button that leads nowhere. */
const isWritable = (file: string) => /^(agent\/([^/]+\/)?[^/]+\.(md|json)|skills\/[^/]+\/SKILL\.md|space\.manifest\.json|ctxnest\.json)$/.test(file);

function place({ file, line }: ProblemView): string {
  return line > 0 ? `${file}:${line}` : file;
}
