import { defineConfig } from "vite";

// The page is put into the program: relative links, files named by their content, nothing inlined (the policy forbids inline scripts).
export default defineConfig({
  base: "./",
  build: { outDir: "dist", emptyOutDir: false, assetsInlineLimit: 0, chunkSizeWarningLimit: 700, modulePreload: { polyfill: false }, target: "es2022" },
  server: { proxy: { "/api": "http://127.0.0.1:7070" } },
});
