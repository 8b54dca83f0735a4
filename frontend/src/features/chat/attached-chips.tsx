import { File, Folder, Image, LoaderCircle, TriangleAlert, X } from "lucide-react";
import type { AttachedView } from "../../backend/backend";
import { IconButton } from "../../components/button";
import { sizeWords } from "../../components/text";
import { sentence } from "../../backend/words";
import type { Attaching } from "./attach";
import { texts } from "../../words/chat";

/** Of pictures with more pixels no smaller copy may be made for a model. */
const PIXELS_MOST = 50_000_000;
/** Larger files are not read whole by a file tool. */
const BYTES_MOST = 50 * 1024 * 1024;

/** What is attached to the message that is written, and what sending it allows. */
export function AttachedChips({ attaching }: { attaching: Attaching }) {
  const { attached, busy, problems, remove } = attaching;
  if (attached.length === 0 && !busy && problems.length === 0) return null;
  const warnings = attached.flatMap(warningOf);
  return (
    <section aria-label={texts.attach.label} className="mb-2">
      <ul className="flex max-h-28 flex-wrap gap-1.5 overflow-y-auto">
        {attached.map((one) => (
          <li key={one.id} title={one.copy ? one.name : one.path} className="flex h-7 max-w-72 items-center gap-1.5 rounded-md border border-edge pl-2">
            <Sign of={one} />
            <span className="min-w-0 truncate">{one.name}</span>
            <span className="shrink-0 text-11 text-muted">{about(one)}</span>
            <IconButton label={texts.attach.remove(one.name)} icon={X} className="size-6" onClick={() => remove(one)} />
          </li>
        ))}
        {busy && (
          <li className="flex h-7 items-center px-2 text-muted">
            <LoaderCircle size={14} aria-hidden className="animate-spin" />
          </li>
        )}
      </ul>
      {attached.length > 0 && <p className="mt-1 text-11 text-muted">{texts.attach.scope(attached.length, attached.filter(({ inside }) => inside).length)}</p>}
      {[...warnings, ...problems].length > 0 && (
        <ul role="alert" className="mt-1 max-h-24 overflow-y-auto text-12">
          {[...warnings, ...problems].map((text) => (
            <li key={text} className="flex items-start gap-1.5">
              <TriangleAlert size={14} aria-hidden className="mt-0.75 shrink-0 text-asking" />
              <span className="min-w-0 break-words select-text">{sentence(text)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Sign({ of }: { of: AttachedView }) {
  const Icon = of.folder ? Folder : of.width > 0 ? Image : File;
  return <Icon size={14} aria-hidden className="shrink-0 text-muted" />;
}

function warningOf({ name, folder, size, width, height }: AttachedView): string[] {
  if (width * height > PIXELS_MOST) return [texts.attach.hugePicture(name)];
  return !folder && size > BYTES_MOST ? [texts.attach.hugeFile(name)] : [];
}

function about({ folder, copy, size, width, height }: AttachedView): string {
  if (folder) return texts.attach.folder;
  const said = [sizeWords(size)];
  if (width > 0) said.push(texts.attach.picture(width, height));
  if (copy) said.push(texts.attach.copy);
  return said.join(" · ");
}
