import { Search, X } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { texts } from "../words/components";

export const inputLook =
  "w-full rounded-md border border-edge bg-ground px-2 text-13 placeholder:text-muted aria-invalid:border-failed disabled:opacity-60 focus-visible:-outline-offset-1";

export function TextInput({ className = "", ...rest }: ComponentProps<"input">) {
  return <input autoComplete="off" spellCheck={false} className={`${inputLook} h-7 ${className}`} {...rest} />;
}

export function TextArea({ className = "", ...rest }: ComponentProps<"textarea">) {
  return <textarea spellCheck={false} className={`${inputLook} min-h-14 py-1 font-mono text-12 ${className}`} {...rest} />;
}

interface FieldProps {
  id: string;
  label: string;
  required?: boolean;
  help?: ReactNode;
  errors?: readonly string[];
  children: ReactNode;
}

/** A label above a control, help below it, and what is wrong with it right there. */
export function Field({ id, label, required = false, help, errors = [], children }: FieldProps) {
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-12 font-semibold">
        {label}
        {required && <span className="ml-1.5 font-normal text-muted">{texts.required}</span>}
      </label>
      {children}
      {help && (
        <div id={`${id}-help`} className="text-12 text-muted">
          {help}
        </div>
      )}
      {errors.length > 0 && (
        <div id={`${id}-errors`} className="text-12 text-failed">
          {errors.map((error) => (
            <p key={error}>{error}</p>
          ))}
        </div>
      )}
    </div>
  );
}

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <div className="relative">
      <Search size={14} aria-hidden className="absolute top-1.75 left-2 text-muted" />
      <TextInput
        type="text"
        role="searchbox"
        aria-label={label}
        placeholder={label}
        value={value}
        className="px-7"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && value) {
            event.stopPropagation();
            onChange("");
          }
        }}
      />
      {value && (
        <button aria-label={texts.clear} className="absolute top-1 right-1 rounded-sm p-0.75 text-muted hover:text-text" onClick={() => onChange("")}>
          <X size={14} aria-hidden />
        </button>
      )}
    </div>
  );
}
