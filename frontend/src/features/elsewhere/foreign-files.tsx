import { useMutation, useQueryClient } from "@tanstack/react-query";
import { SquareArrowOutUpRight } from "lucide-react";
import { useState } from "react";
import type { ForeignView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { sayTime } from "../../backend/words";
import { Button, IconButton } from "../../components/button";
import { Revealed } from "../../components/code";
import { Failure } from "../../components/feedback";
import { useWays } from "../../widgets/ways";
import { texts as common } from "../../words/common";
import { texts as words } from "../../words/elsewhere";

const texts = words.files;

interface ForeignFilesProps {
  space: string;
  files: readonly ForeignView[];
}

interface Owned {
  path: string;
  paragraph: string;
  all: boolean;
}

/** The files, and paragraphs of the memory, that a call wrote after it had read such text; each becomes the person's with one press. */
export function ForeignFiles({ space, files }: ForeignFilesProps) {
  const backend = useBackend();
  const client = useQueryClient();
  const [asked, setAsked] = useState(false);
  const own = useMutation({
    mutationFn: ({ path, paragraph, all }: Owned) => backend.own(space, path, paragraph, all),
    onSuccess: (now) => {
      client.setQueryData(keys.foreign(space), now);
      setAsked(false);
    },
  });
  if (files.length === 0) return <p className="text-muted">{texts.empty}</p>;
  return (
    <>
      {own.error && <Failure what={texts.ownFailed} why={own.error.message} />}
      <ul className="border-t border-line">
        {files.map((file) => (
          <ForeignFile key={`${file.path} ${file.paragraph}`} file={file} busy={own.isPending} onOwn={() => own.mutate({ path: file.path, paragraph: file.paragraph, all: false })} />
        ))}
      </ul>
      {files.length > 1 && !asked && (
        <div>
          <Button onClick={() => setAsked(true)}>{texts.all}</Button>
        </div>
      )}
      {asked && (
        <div className="flex flex-wrap items-center gap-2">
          <p className="max-w-160 min-w-60 flex-1">{texts.sure}</p>
          <Button disabled={own.isPending} onClick={() => own.mutate({ path: "", paragraph: "", all: true })}>{texts.confirm}</Button>
          <Button autoFocus onClick={() => setAsked(false)}>{common.cancel}</Button>
        </div>
      )}
    </>
  );
}

interface ForeignFileProps {
  file: ForeignView;
  busy: boolean;
  onOwn: () => void;
}

function ForeignFile({ file: { file, paragraph, from, when, run, call }, busy, onOwn }: ForeignFileProps) {
  const ways = useWays();
  const name = paragraph ? `${file}: ${paragraph.slice(0, 40)}` : file;
  return (
    <li className="flex items-start gap-3 border-b border-line py-2">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="font-mono text-12 break-all select-text">
          <Revealed text={file} />
        </p>
        {paragraph && (
          <p className="line-clamp-3 max-w-160 border-l-2 border-line pl-2 break-words whitespace-pre-wrap select-text">
            <Revealed text={paragraph} />
          </p>
        )}
        <p className="flex min-w-0 items-center gap-x-1 text-12 text-muted">
          <span className="min-w-0 break-words">
            {texts.from(from)}, {texts.written(sayTime(when, new Date()))}
          </span>
          {ways && call && <IconButton label={texts.call(name)} icon={SquareArrowOutUpRight} onClick={() => ways.inspect(run, call)} />}
        </p>
      </div>
      <Button disabled={busy} aria-label={texts.ownNamed(name)} onClick={onOwn}>
        {texts.own}
      </Button>
    </li>
  );
}
