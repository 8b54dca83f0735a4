import { Switch as Radix } from "radix-ui";

interface SwitchProps {
  /** Whole: "Run the hook guard-git". */
  label: string;
  on: boolean;
  disabled?: boolean;
  onChange: (on: boolean) => void;
}

/** On or off, at once. */
export function Switch({ label, on, disabled = false, onChange }: SwitchProps) {
  return (
    <Radix.Root
      aria-label={label}
      title={label}
      checked={on}
      disabled={disabled}
      onCheckedChange={onChange}
      className="relative block h-4 w-7 shrink-0 rounded-full border border-edge bg-hover disabled:opacity-50 data-[state=checked]:border-accent-fill data-[state=checked]:bg-accent-fill"
    >
      <Radix.Thumb className="block size-3 translate-x-px rounded-full bg-muted transition-transform duration-100 data-[state=checked]:translate-x-3.25 data-[state=checked]:bg-on-accent" />
    </Radix.Root>
  );
}
