import { ToggleGroup } from "radix-ui";
import type { Option } from "./select";
import { number } from "../words/format";

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (Option & { count?: number })[];
  onChange: (value: string) => void;
}

/** One of a few, all of them in view. */
export function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      // Pressing the chosen one again chooses nothing: stay.
      onValueChange={(next) => next && onChange(next)}
      className="inline-flex max-w-full shrink-0 flex-wrap rounded-md border border-edge p-px"
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          className="inline-flex h-6 items-center gap-1 rounded-[5px] px-1.5 text-12 whitespace-nowrap text-muted hover:text-text data-[state=on]:bg-chosen data-[state=on]:text-text"
        >
          {option.label}
          {option.count !== undefined && <span className="tabular-nums">{number(option.count)}</span>}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
