// The lint rule behind the house's directions: which room may import from which. It judges where an import leads, not how it is
// written, and type imports count: a room that needs another's types depends on it.
import type { Rule } from 'eslint'
import { dirname, relative, resolve, sep } from 'node:path'

const root = dirname(dirname(import.meta.dirname))

/** Where a file lives, as far as the directions are concerned. */
interface Place {
  /** First folder: shared, electron, renderer, build, test… */
  readonly room: string
  /** Second folder, or the file's own name where it lies in the room itself */
  readonly part: string
  /** Third folder or file: tells features apart */
  readonly name: string
}

function placeOf(path: string): Place {
  const [room = '', part = '', name = ''] = relative(root, path).split(sep)
  return { room, part, name }
}

/** Rooms that a room's files may import from. Rooms that are not listed (tests, build scripts) may import from everywhere. */
const allowedRooms: Readonly<Record<string, readonly string[]>> = {
  shared: ['shared'],
  electron: ['electron', 'shared'],
  renderer: ['renderer', 'shared'],
}

/** The renderer's layers, lowest first; a part may import from its own layer and those below. */
const layers: readonly (readonly string[])[] = [
  ['ui', 'i18n'],
  ['bridge', 'stores', 'actions', 'audio'],
  ['features'],
  ['app', 'main.tsx'],
]

const layerOf = (part: string) => layers.findIndex((layer) => layer.includes(part))

function whyWrong(from: Place, to: Place): string | undefined {
  const rooms = allowedRooms[from.room]
  if (!rooms) return undefined
  if (!rooms.includes(to.room))
    return `${from.room}/ imports from ${rooms.join('/ and ')}/ only, not from ${to.room}/`
  if (from.room !== 'renderer' || to.room !== 'renderer') return undefined
  if (layerOf(from.part) >= 0 && layerOf(to.part) > layerOf(from.part))
    return `renderer/${from.part} does not import from renderer/${to.part}: ui ← features ← app`
  if (from.part === 'features' && to.part === 'features' && from.name !== to.name)
    return `features do not import each other (${from.name} → ${to.name}): they meet in stores, actions and shared`
  return undefined
}

function whyWrongPackage(from: Place, name: string): string | undefined {
  if (from.room === 'shared' && name.startsWith('node:')) return 'shared/ is pure: it does not use Node'
  if (name !== 'electron' && !name.startsWith('electron/')) return undefined
  if (from.room === 'renderer' || from.room === 'shared') return `${from.room}/ does not use Electron`
  const isHost = ['main.ts', 'preload.ts', 'desktop'].includes(from.part)
  return from.room === 'electron' && !isHost
    ? 'Electron is used in main.ts, preload.ts and desktop/ only: take what you need from the host as an argument'
    : undefined
}

export const directions: Rule.RuleModule = {
  meta: {
    type: 'problem',
    docs: { description: 'keep imports within the directions of the house' },
    schema: [],
    messages: { wrong: '{{why}}.' },
  },
  create(context) {
    const from = placeOf(context.filename)
    const check = (node: Rule.Node, source: unknown) => {
      if (typeof source !== 'string') return
      const why = source.startsWith('.')
        ? whyWrong(from, placeOf(resolve(dirname(context.filename), source)))
        : whyWrongPackage(from, source)
      if (why) context.report({ node, messageId: 'wrong', data: { why } })
    }
    const sourced = (node: Rule.Node & { source?: { value?: unknown } | null | undefined }) => {
      check(node, node.source?.value)
    }
    return {
      ImportDeclaration: sourced,
      ExportNamedDeclaration: sourced,
      ExportAllDeclaration: sourced,
      ImportExpression: sourced,
      // import('…').Type, which only TypeScript's syntax tree has
      TSImportType: (node: Rule.Node & { source?: { value?: unknown } }) => {
        check(node, node.source?.value)
      },
    }
  },
}
