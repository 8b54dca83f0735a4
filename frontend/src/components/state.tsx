import { Ban, CircleCheck, CircleMinus, CircleX, Hand, LoaderCircle, TriangleAlert, type LucideIcon } from "lucide-react";

const TONES = {
  running: { icon: LoaderCircle, colour: "text-accent" },
  asking: { icon: Hand, colour: "text-asking" },
  done: { icon: CircleCheck, colour: "text-done" },
  failed: { icon: CircleX, colour: "text-failed" },
  denied: { icon: Ban, colour: "text-denied" },
  warning: { icon: TriangleAlert, colour: "text-asking" },
  quiet: { icon: CircleMinus, colour: "text-muted" },
} satisfies Record<string, { icon: LucideIcon; colour: string }>;

interface StateProps {
  /** plain: a word without a meaning of its own, in line with those that have one. */
  tone: keyof typeof TONES | "plain";
  word: string;
  /** It was so at some time: nothing turns. */
  past?: boolean;
  /** Only the icon is seen; the word is still read out. */
  bare?: boolean;
  /** It stands in a line of small text. */
  inline?: boolean;
}

/** A meaning: always an icon and a word, never a colour alone. */
export function State({ tone, word, bare = false, past = false, inline = false }: StateProps) {
  if (tone === "plain") return <span className="flex h-5 items-center pl-5 text-12 whitespace-nowrap text-muted">{word}</span>;
  const { icon: Icon, colour } = TONES[tone];
  return (
    <span className={`flex w-fit shrink-0 items-center gap-1.5 text-12 whitespace-nowrap ${inline ? "h-4" : "h-5"} ${colour}`} title={bare ? word : undefined}>
      <Icon size={14} aria-hidden className={tone === "running" && !past ? "turning" : ""} />
      <span className={bare ? "sr-only" : ""}>{word}</span>
    </span>
  );
}
