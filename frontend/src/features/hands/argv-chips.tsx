import { SquareTerminal, X } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { inputLook } from "../../components/field";
import { partsOf } from "./hand-text";
import { texts } from "../../words/handform";

interface ArgvChipsProps {
  id: string;
  elements: readonly string[];
  /** What is wrong with an element, by its number. */
  problems: ReadonlyMap<number, string>;
  onSet: (at: number, element: string) => void;
  onInsert: (at: number, element: string) => void;
  onRemove: (at: number) => void;
  onMove: (from: number, to: number) => void;
}

/** A command as its elements: each is exactly one argument, whatever is in it. */
export function ArgvChips({ id, elements, problems, onSet, onInsert, onRemove, onMove }: ArgvChipsProps) {
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const [editing, setEditing] = useState(-1);
  const [dragged, setDragged] = useState(-1);
  const [adding, setAdding] = useState("");
  /** The chip that gets the focus once it is drawn. */
  const next = useRef(-1);

  useEffect(() => {
    if (next.current < 0) return;
    const chip = box.current?.querySelector<HTMLElement>(`[data-chip="${next.current}"]`);
    if (!chip) return; // it is still being edited in what is drawn now
    chip.focus();
    next.current = -1;
  });

  const focus = (to: number) => {
    const last = Math.max(0, Math.min(elements.length - 1, to));
    setAt(last);
    next.current = last;
  };
  const remove = (i: number) => {
    onRemove(i);
    if (elements.length > 1) focus(Math.min(i, elements.length - 2));
    else box.current?.querySelector("input")?.focus();
  };
  const move = (from: number, to: number) => {
    if (to < 0 || to >= elements.length) return;
    onMove(from, to);
    focus(to);
  };
  const onKey = (event: KeyboardEvent, i: number) => {
    const forward = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (forward !== undefined) {
      event.preventDefault();
      if (event.altKey) move(i, i + forward);
      else focus(i + forward);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      remove(i);
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      focus(event.key === "Home" ? 0 : elements.length - 1);
    }
  };

  return (
    <div ref={box} className="flex flex-col gap-1">
      <ol aria-describedby={`${id}-keys`} className={`${inputLook} flex min-h-7 flex-wrap items-center gap-1 py-1`}>
        {elements.map((element, i) => (
          <li
            key={i}
            className="relative max-w-full"
            draggable={editing !== i}
            onDragStart={(event) => {
              setDragged(i);
              event.dataTransfer.effectAllowed = "move";
            }}
            onDragOver={(event) => dragged >= 0 && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged >= 0 && dragged !== i) move(dragged, i);
              setDragged(-1);
            }}
            onDragEnd={() => setDragged(-1)}
          >
            {editing === i ? (
              <ElementInput
                label={i === 0 ? texts.command.program : texts.command.argument(i)}
                value={element}
                onDone={(value) => {
                  setEditing(-1);
                  if (value !== undefined && value !== element) onSet(i, value);
                  focus(i);
                }}
              />
            ) : (
              <Chip program={i === 0} problem={problems.get(i)}>
                <button
                  data-chip={i}
                  type="button"
                  tabIndex={i === Math.min(at, elements.length - 1) ? 0 : -1}
                  aria-label={`${i === 0 ? texts.command.program : texts.command.argument(i)}: ${element || texts.command.empty}${problems.has(i) ? `; ${problems.get(i) ?? ""}` : ""}`}
                  className="flex min-w-0 items-center rounded-sm px-1.5 py-0.5 text-left font-mono text-12 break-all"
                  onFocus={() => setAt(i)}
                  onClick={() => setEditing(i)}
                  onKeyDown={(event) => onKey(event, i)}
                >
                  <ElementText element={element} program={i === 0} />
                </button>
                <button type="button" tabIndex={-1} aria-label={i === 0 ? texts.command.removeProgram : texts.command.removeArgument(i)} className="rounded-sm p-0.5 text-muted hover:bg-hover hover:text-text" onClick={() => remove(i)}>
                  <X size={12} aria-hidden />
                </button>
              </Chip>
            )}
          </li>
        ))}
        <li className="min-w-28 flex-1">
          <input
            id={id}
            aria-describedby={`${id}-keys ${id}-errors`}
            aria-invalid={problems.size > 0 || undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder={elements.length === 0 ? texts.command.typeProgram : texts.command.add}
            className="h-6 w-full rounded-sm bg-transparent px-1 font-mono text-12 placeholder:font-sans placeholder:text-muted focus-visible:-outline-offset-1"
            value={adding}
            onChange={(event) => setAdding(event.target.value)}
            onBlur={() => {
              if (adding !== "") onInsert(elements.length, adding);
              setAdding("");
            }}
            onKeyDown={(event) => {
              if (event.key === "Enter" && adding !== "") {
                event.preventDefault();
                onInsert(elements.length, adding);
                setAdding("");
              } else if ((event.key === "Backspace" || event.key === "ArrowLeft") && adding === "" && elements.length > 0) {
                event.preventDefault();
                focus(elements.length - 1);
              }
            }}
          />
        </li>
      </ol>
      <p id={`${id}-keys`} className="text-11 text-muted">
        {texts.command.keys}
      </p>
    </div>
  );
}

function Chip({ program, problem, children }: { program: boolean; problem: string | undefined; children: ReactNode }) {
  const look = problem !== undefined ? "border-failed bg-failed-soft" : program ? "border-edge bg-hover" : "border-line bg-raised";
  return (
    <span title={problem} className={`flex max-w-full items-center rounded-sm border pr-0.5 ${look}`}>
      {children}
    </span>
  );
}

/** What an element holds; placeholders look like what they are. */
export function ElementText({ element, program = false }: { element: string; program?: boolean }) {
  if (element === "") return <span className="text-muted italic">{texts.command.empty}</span>;
  return (
    <span className="flex min-w-0 flex-wrap items-center">
      {program && <SquareTerminal size={13} aria-hidden className="mr-1.5 shrink-0 text-muted" />}
      {partsOf(element).map(({ text, param }, i) =>
        param ? (
          <span key={i} className="rounded-sm bg-chosen px-1 text-accent">
            {`{{${text}}}`}
          </span>
        ) : (
          <span key={i} className="whitespace-pre-wrap">
            {text}
          </span>
        ),
      )}
    </span>
  );
}

/** Enter and leaving it take what was typed, Escape does not. */
function ElementInput({ label, value, onDone }: { label: string; value: string; onDone: (value: string | undefined) => void }) {
  const [typed, setTyped] = useState(value);
  const done = useRef(false);
  const end = (result: string | undefined) => {
    if (done.current) return;
    done.current = true;
    onDone(result);
  };
  return (
    <input
      autoFocus
      aria-label={label}
      autoComplete="off"
      spellCheck={false}
      value={typed}
      style={{ width: `${Math.min(40, Math.max(6, typed.length + 2))}ch` }}
      className="h-6 max-w-full rounded-sm border border-accent bg-ground px-1.5 font-mono text-12"
      onChange={(event) => setTyped(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => end(typed)}
      onKeyDown={(event) => {
        if (event.key === "Enter") {
          event.preventDefault();
          end(typed);
        } else if (event.key === "Escape") {
          event.stopPropagation();
          end(undefined);
        }
      }}
    />
  );
}
