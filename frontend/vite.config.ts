import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

// The page shows text from models and may answer "Run once", so nothing but its own files may run in it
// and nothing can be sent out by loading a picture. Only in builds: the dev server needs inline scripts.
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

function contentPolicy(): Plugin {
  return {
    name: "content-policy",
    apply: "build",
    transformIndexHtml: () => [
      { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY }, injectTo: "head-prepend" },
    ],
  };
}

/** Has the engine load the page while the few lines before it find out which language it speaks (src/app/main.tsx). */
function loadRootAhead(): Plugin {
  return {
    name: "load-root-ahead",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        const needed = new Set<string>();
        const need = (name: string): void => {
          if (needed.has(name)) return;
          needed.add(name);
          chunks.find(({ fileName }) => fileName === name)?.imports.forEach(need);
        };
        const root = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith("/src/app/root.tsx"));
        if (!root) throw new Error("there is no chunk of src/app/root.tsx to load ahead");
        need(root.fileName);
        return [...needed].filter((name) => !chunks.some((chunk) => chunk.isEntry && chunk.fileName === name)).map((name) => ({ tag: "link", attrs: { rel: "modulepreload", crossorigin: true, href: `./${name}` }, injectTo: "head" }));
      },
    },
  };
}

/** A page has thirty pictures of a few hundred bytes, and each file that is asked for costs as much as a large one: those that are needed together come together. */
const ICONS = { name: "icons", test: /node_modules[\\/]lucide-react/, entriesAware: true, entriesAwareMergeThreshold: 3000 };

export default defineConfig({
  plugins: [react(), tailwindcss(), contentPolicy(), loadRootAhead()],
  // Relative, because the window serves the page from a scheme of its own.
  base: "./",
  worker: { format: "es" },
  build: {
    target: "es2022",
    sourcemap: false,
    chunkSizeWarningLimit: 350,
    rolldownOptions: {
      output: {
        // Else the name of a group lists all who use it, and stands in the first script.
        chunkFileNames: ({ name }) => `assets/${name.split("~", 1)[0] ?? name}-[hash].js`,
        codeSplitting: { groups: [ICONS] },
      },
    },
  },
});
