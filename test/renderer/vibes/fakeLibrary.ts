/** A host with a library of vibes, for tests of what the writer sees of it. */
import { vi } from 'vitest'
import { showProject } from '../../../renderer/actions/projects.ts'
import { createWorld } from '../../../renderer/app/createWorld.ts'
import type { Bridge } from '../../../renderer/bridge/bridge.ts'
import type { World } from '../../../renderer/stores/world.ts'
import type { VibeView } from '../../../shared/ipc/vibesContract.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { StoryRecord } from '../../../shared/story/records.ts'
import { PROJECT } from '../audio/smallStory.ts'

export const WISE: VibeView = { id: 7, name: 'Wise', prompt: 'Slow and kind.', isMaster: false }
export const HASTY: VibeView = { id: 8, name: 'Hasty', prompt: 'Quick, out of breath.', isMaster: false }
export const BEDTIME: VibeView = { id: 1, name: 'Bedtime story', prompt: 'Calm and tender.', isMaster: true }

export interface FakeLibrary {
  custom: VibeView[] | null
  master: VibeView[] | null
  /** What every call to the library fails with, while it is set. */
  fault: UserFacingError | null
  /** How many vibes are created before that fails, while it is set. */
  faultAfterCreates: number | null
  /** Waited for before a vibe is removed. */
  removal: Promise<unknown>
  /** What making a variant of an audition comes to; `{}` unless told. */
  audition: (input: Record<string, unknown>) => Promise<unknown>
}

const UNREACHABLE = new UserFacingError('service-unreachable', { host: 'speech.example' })

/** A world over the library, with the given story open; `calls` has what the host was asked. */
export function libraryWorld(records: readonly StoryRecord[], start: Partial<FakeLibrary> = {}) {
  const library: FakeLibrary = {
    custom: [WISE, HASTY],
    master: [BEDTIME],
    fault: null,
    faultAfterCreates: null,
    removal: Promise.resolve(),
    audition: async () => ({}),
    ...start,
  }
  const calls: [channel: string, input: unknown][] = []
  let nextId = 100

  async function answer(channel: string, input: Record<string, unknown>): Promise<unknown> {
    if (library.fault !== null && channel.startsWith('vibes:')) throw library.fault
    const words = input['vibe'] as VibeView | undefined
    const own = library.custom ?? []
    switch (channel) {
      case 'vibes:list':
        return { custom: library.custom, master: library.master }
      case 'vibes:search':
        // As a service may: by what the words begin with, and not as the app would.
        return own.filter(({ prompt }) => prompt.startsWith(String(input['text'])))
      case 'vibes:audition':
        return library.audition(input)
      case 'vibes:create': {
        if (library.faultAfterCreates === 0) throw UNREACHABLE
        if (library.faultAfterCreates !== null) library.faultAfterCreates -= 1
        const made = { id: nextId++, name: '', prompt: '', ...words, isMaster: false }
        library.custom = [...own, made]
        return made
      }
      case 'vibes:update': {
        if (!own.some(({ id }) => id === input['id']))
          throw new UserFacingError('vibe-gone', { name: words?.name ?? '' })
        const changed = { ...WISE, ...words, id: Number(input['id']) }
        library.custom = own.map((vibe) => (vibe.id === changed.id ? changed : vibe))
        return changed
      }
      case 'vibes:remove':
        await library.removal
        library.custom = own.filter(({ id }) => id !== input['id'])
        return { wasThere: true }
      case 'vibes:writeFile':
        return { fileName: 'My vibes.vibes', download: null }
      case 'documents:list':
        return { documents: [], isHeldElsewhere: false }
      case 'audio:peaks':
        return { peaks: '' }
      default:
        return {}
    }
  }

  const bridge: Bridge = {
    call: (async (channel: string, input: Record<string, unknown>) => {
      calls.push([channel, input])
      return answer(channel, input)
    }) as Bridge['call'], // answers what the library asks for, and nothing else
    on: () => () => undefined,
    mediaUrl: (_projectId, audioId) => audioId,
    takeFile: vi.fn(),
  }
  const world: World = createWorld(bridge)
  showProject(world, {
    ...PROJECT,
    records: [...records],
    takes: [],
    render: null,
    renderState: { phase: 'idle' },
  })
  const callsOf = (channel: string) => calls.flatMap(([name, input]) => (name === channel ? [input] : []))
  return { world, library, callsOf }
}
