// What a component may ask of the machine it runs on. The app provides it.

import { createContext, use, type ReactNode } from "react";

export interface Platform {
  copy: (text: string) => Promise<void>;
  openURL: (url: string) => Promise<void>;
}

const Here = createContext<Platform | undefined>(undefined);

export function PlatformProvider({ platform, children }: { platform: Platform; children: ReactNode }) {
  return <Here value={platform}>{children}</Here>;
}

export function usePlatform(): Platform {
  const platform = use(Here);
  if (!platform) throw new Error("There is no PlatformProvider around this component.");
  return platform;
}
