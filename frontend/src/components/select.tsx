import { Check, ChevronDown } from "lucide-react";
import { Select as Radix } from "radix-ui";
import { texts } from "../words/components";

export interface Option {
  value: string;
  label: string;
}

interface SelectProps {
  id?: string;
  label: string;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
  placeholder?: string;
  disabled?: boolean;
  invalid?: boolean;
  quiet?: boolean;
}

export function Select({ id, label, value, options, onChange, placeholder = texts.choose, disabled = false, invalid = false, quiet = false }: SelectProps) {
  const look = quiet ? "text-muted hover:bg-hover hover:text-text" : "border border-edge bg-ground";
  return (
    <Radix.Root value={value} onValueChange={onChange} disabled={disabled}>
      <Radix.Trigger
        id={id}
        aria-label={label}
        aria-invalid={invalid || undefined}
        className={`inline-flex h-7 max-w-full items-center justify-between gap-2 rounded-md px-2 text-13 aria-invalid:border-failed disabled:opacity-60 ${look}`}
      >
        <span className="truncate">
          <Radix.Value placeholder={placeholder} />
        </span>
        <Radix.Icon>
          <ChevronDown size={14} aria-hidden className="text-muted" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content position="popper" sideOffset={4} className="appear z-50 max-h-80 min-w-(--radix-select-trigger-width) overflow-hidden rounded-md border border-edge bg-ground p-1">
          <Radix.Viewport>
            {options.map((option) => (
              <Radix.Item key={option.value} value={option.value} className="row cursor-default rounded-sm pr-3 pl-2 data-highlighted:bg-hover data-highlighted:outline-none">
                <span className="w-4">
                  <Radix.ItemIndicator>
                    <Check size={14} aria-hidden />
                  </Radix.ItemIndicator>
                </span>
                <Radix.ItemText>{option.label}</Radix.ItemText>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
