import type { LucideIcon } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import type { ReactNode } from "react";

export const MENU = "appear z-50 min-w-44 rounded-md border border-edge bg-ground p-1";

interface MenuItemProps {
  icon?: LucideIcon;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon: Icon, onSelect, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item onSelect={onSelect} className="row cursor-default rounded-sm px-2 data-highlighted:bg-hover data-highlighted:outline-none">
      {Icon && <Icon size={14} aria-hidden className="text-muted" />}
      {children}
    </DropdownMenu.Item>
  );
}
