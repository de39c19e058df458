// The layers of docs/architecture.md: which folder may import from which. The imported file decides, not how it is imported, and type
// imports count: a folder that needs another's types depends on it.
import { isAbsolute, relative, sep } from 'node:path'
import { root } from '../root.mjs'

/** The place of a file in the layers. */
interface Place {
  /** First folder: shared, electron, renderer, build, test… */
  readonly side: string
  /** Second folder, or the file's own name if it is directly in the first folder */
  readonly layer: string
  /** Third folder or file: distinguishes features and hosts */
  readonly name: string
}

function placeOf(path: string): Place {
  const [side = '', layer = '', name = ''] = relative(root, path).split(sep)
  return { side, layer, name }
}

/** Sides that a side's files may import from. Sides that are not listed (tests, build scripts) may import from everywhere. */
const allowedSides: Readonly<Record<string, readonly string[]>> = {
  shared: ['shared'],
  electron: ['electron', 'shared'],
  renderer: ['renderer', 'shared'],
}

/** The layers of each side, lowest first. A folder imports from the layers below its own, and from itself. */
const layers: Readonly<Record<string, readonly (readonly string[])[]>> = {
  electron: [
    ['lib'],
    ['speech', 'local-service'],
    ['project'],
    ['mixdown', 'jobs'],
    ['app'],
    ['hosts'],
    ['main.ts', 'preload.ts', 'browserHost.ts', 'cli.ts'],
  ],
  renderer: [
    ['ui', 'i18n', 'bridge'],
    ['stores'],
    ['audio', 'actions'],
    ['hooks'],
    ['fields'],
    ['features'],
    ['app'],
    ['main.tsx'],
  ],
}

const layerOf = ({ side, layer }: Place) => (layers[side] ?? []).findIndex((names) => names.includes(layer))

function whyWrong(from: Place, to: Place): string | undefined {
  const sides = allowedSides[from.side]
  if (!sides) return undefined
  if (!sides.includes(to.side))
    return `${from.side}/ imports from ${sides.join('/ and ')}/ only, not from ${to.side}/`
  if (from.side !== to.side) return undefined
  const [own, other] = [layerOf(from), layerOf(to)]
  const order = (layers[from.side] ?? []).map((names) => names.join(', ')).join(' ← ')
  if (own >= 0 && (other > own || (own === other && from.layer !== to.layer)))
    return `${from.side}/${from.layer} does not import from ${to.side}/${to.layer}: ${order}`
  if (from.side === 'electron' && to.layer === 'local-service' && !mayStartService(from))
    return 'The speech service is a process of its own: only app/ and hosts/ start it, everything else asks it over HTTP'
  if (isSplit(from.layer) && from.layer === to.layer && from.name !== to.name && to.name !== 'page')
    return from.layer === 'features'
      ? `features do not import each other (${from.name} → ${to.name}): they meet in stores, actions and shared`
      : `hosts do not import each other (${from.name} → ${to.name}): they meet in app/ and in hosts/page`
  return undefined
}

const isSplit = (layer: string) => layer === 'features' || layer === 'hosts'

const mayStartService = ({ layer }: Place) => ['local-service', 'app', 'hosts'].includes(layer)

function whyWrongPackage(from: Place, name: string): string | undefined {
  if (from.side === 'shared' && name.startsWith('node:')) return 'shared/ is pure: it does not use Node'
  if (name !== 'electron' && !name.startsWith('electron/')) return undefined
  if (from.side === 'renderer' || from.side === 'shared') return `${from.side}/ does not use Electron`
  const isHost =
    from.layer === 'main.ts' ||
    from.layer === 'preload.ts' ||
    (from.layer === 'hosts' && from.name === 'desktop')
  return from.side === 'electron' && !isHost
    ? 'Electron is used in main.ts, preload.ts and hosts/desktop/ only: take what you need from the host as an argument'
    : undefined
}

/** Why a file must not import another file (by absolute paths) or a package (by name); undefined if it may. */
export function whyWrongImport(file: string, imported: string): string | undefined {
  const from = placeOf(file)
  return isAbsolute(imported) ? whyWrong(from, placeOf(imported)) : whyWrongPackage(from, imported)
}
