import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";

const LOOKS = {
  primary: "bg-accent-fill text-on-accent hover:brightness-110",
  asking: "bg-asking-fill text-on-asking hover:brightness-105 font-semibold",
  plain: "border border-edge bg-ground hover:bg-hover",
  quiet: "text-muted hover:bg-hover hover:text-text",
};

type ButtonProps = ComponentProps<"button"> & { look?: keyof typeof LOOKS; icon?: LucideIcon };

export function Button({ look = "plain", icon: Icon, className = "", children, type = "button", ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={`inline-flex h-7 shrink-0 items-center gap-1.5 rounded-md px-2.5 text-13 whitespace-nowrap disabled:pointer-events-none disabled:opacity-50 ${LOOKS[look]} ${className}`}
      {...rest}
    >
      {Icon && <Icon size={14} aria-hidden />}
      {children}
    </button>
  );
}

type IconButtonProps = Omit<ComponentProps<"button">, "aria-label"> & { label: string; icon: LucideIcon };

/** A button that is only an icon: its name is read out and shown as a tip (tips.tsx). */
export function IconButton({ label, icon: Icon, className = "", type = "button", ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      data-tip=""
      className={`inline-flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text disabled:pointer-events-none disabled:opacity-50 ${className}`}
      {...rest}
    >
      <Icon size={15} aria-hidden />
    </button>
  );
}
