import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { defineConfig } from 'vite'

const root = import.meta.dirname

/** The renderer: one page for the desktop window and for the browser host alike. */
export default defineConfig({
  root: join(root, 'renderer'),
  // Relative addresses: the page is served as app:// in the desktop app and as http:// by the browser host.
  base: './',
  cacheDir: join(root, 'node_modules', '.vite'),
  plugins: [react()],
  build: {
    outDir: join(root, 'out', 'renderer'),
    emptyOutDir: true,
    // The desktop app brings its own Chromium; the browser host meets whatever recent browser is there.
    target: ['chrome140', 'firefox140', 'safari18.4'],
    // The content security policy allows no data: addresses for fonts and scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
    reportCompressedSize: false,
  },
})
