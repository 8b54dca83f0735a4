import { preview } from "vite";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    address: string;
  }
}

/** Serves what `vite build --mode e2e` made, for all tests. */
export default async function serve(project: TestProject): Promise<() => Promise<void>> {
  const server = await preview({
    configFile: false,
    root: project.config.root,
    logLevel: "error",
    build: { outDir: "node_modules/.cache/e2e" },
    preview: { host: "127.0.0.1", port: 4173, headers: { "Cache-Control": "max-age=3600" } },
  });
  project.provide("address", server.resolvedUrls?.local[0] ?? "");
  return () => server.close();
}
