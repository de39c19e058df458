import { builtinModules } from 'node:module'
import { join } from 'node:path'
import type { InlineConfig } from 'vite'

const root = import.meta.dirname

/** Packages that find files of theirs (WebAssembly, data, native code) beside their own code: bundling would part them. */
export const keptPackages = [
  '@echogarden/espeak-ng-emscripten',
  'hunspell-wasm',
  'opusscript',
  'rubberband-wasm',
  'sherpa-onnx-node',
]

interface Bundle {
  readonly source: string
  readonly out: string
  readonly format: 'cjs' | 'es'
}

/** What the desktop app runs outside its window. Each is one file: a sandboxed preload may not load others, and the processes
 * and workers are started by their address. */
export const bundles: readonly Bundle[] = [
  { source: 'electron/main.ts', out: 'main.cjs', format: 'cjs' },
  { source: 'electron/preload.ts', out: 'preload.cjs', format: 'cjs' },
  { source: 'electron/local-service/main.ts', out: 'localService.mjs', format: 'es' },
  { source: 'electron/local-service/speech/speakWorker.ts', out: 'speakWorker.mjs', format: 'es' },
  { source: 'electron/local-service/natural/naturalProcess.ts', out: 'naturalProcess.mjs', format: 'es' },
  {
    source: 'electron/lib/documents/documentWorker.ts',
    out: 'documentWorker.mjs',
    format: 'es',
  },
  { source: 'electron/project/outlineWorker.ts', out: 'outlineWorker.mjs', format: 'es' },
  { source: 'electron/mixdown/mixWorker.ts', out: 'mixWorker.mjs', format: 'es' },
  { source: 'electron/lib/archives/unpackWorker.ts', out: 'unpackWorker.mjs', format: 'es' },
  { source: 'electron/lib/spelling/spellWorker.ts', out: 'spellWorker.mjs', format: 'es' },
  { source: 'electron/mixdown/encodeWorker.ts', out: 'encodeWorker.mjs', format: 'es' },
]

const external = [
  'electron',
  /^electron\//,
  /^node:/,
  ...builtinModules,
  /^dictionary-/,
  ...keptPackages.map((name) => new RegExp(`^${name}(/|$)`)),
]

function toConfig({ source, out, format }: Bundle): InlineConfig {
  return {
    configFile: false,
    root,
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: join(root, source),
      outDir: join(root, 'out', 'desktop'),
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        external,
        output: { format, entryFileNames: out, codeSplitting: false },
      },
    },
  }
}

/** One build per bundle, for Vite to run one after the other. */
export function desktopBuilds(): readonly InlineConfig[] {
  return bundles.map(toConfig)
}
