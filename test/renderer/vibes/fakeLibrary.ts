/** A host with a library of vibes, for tests of its user interface. */
import type { Input, Output } from '../../../shared/ipc/contract.ts'
import type { VibeView } from '../../../shared/ipc/libraryContract.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { StoryRecord } from '../../../shared/story/records.ts'
import { testWorld } from '../support/testWorld.tsx'

export const WISE: VibeView = { id: 7, name: 'Wise', prompt: 'Slow and kind.', isMaster: false }
export const HASTY: VibeView = { id: 8, name: 'Hasty', prompt: 'Quick, out of breath.', isMaster: false }
export const BEDTIME: VibeView = { id: 1, name: 'Bedtime story', prompt: 'Calm and tender.', isMaster: true }

export interface FakeLibrary {
  custom: VibeView[] | null
  master: VibeView[] | null
  /** The error of every call to the library, while it is set. */
  fault: UserFacingError | null
  /** The number of vibes that are created before creating fails, while it is set. */
  faultAfterCreates: number | null
  /** The titles of other stories that use a vibe. */
  usedIn: string[]
  /** Waited for before a vibe is removed. */
  removal: Promise<unknown>
  /** The answer to a variant of an audition, which the renderer does not read: `{}` by default. */
  audition: (input: Input<'vibes:audition'>) => Promise<unknown>
}

const UNREACHABLE = new UserFacingError('service-unreachable', { host: 'speech.example' })

/** A world over the library, with the given story open. */
export function libraryWorld(records: readonly StoryRecord[], start: Partial<FakeLibrary> = {}) {
  const library: FakeLibrary = {
    custom: [WISE, HASTY],
    master: [BEDTIME],
    fault: null,
    faultAfterCreates: null,
    usedIn: [],
    removal: Promise.resolve(),
    audition: async () => ({}),
    ...start,
  }
  let nextId = 100
  const own = () => {
    if (library.fault !== null) throw library.fault
    return library.custom ?? []
  }

  const setUp = testWorld({
    records,
    answers: {
      'vibes:list': () => {
        own()
        return { custom: library.custom, master: library.master }
      },
      // Like some services: by the beginning of the prompt, not as the app searches.
      'vibes:search': ({ text }) => own().filter(({ prompt }) => prompt.startsWith(text)),
      'vibes:audition': async (input) => {
        own()
        return (await library.audition(input)) as Output<'vibes:audition'>
      },
      'vibes:create': ({ vibe }) => {
        const before = own()
        if (library.faultAfterCreates === 0) throw UNREACHABLE
        if (library.faultAfterCreates !== null) library.faultAfterCreates -= 1
        const made = { id: nextId++, ...vibe, isMaster: false }
        library.custom = [...before, made]
        return made
      },
      'vibes:update': ({ id, vibe }) => {
        const before = own()
        if (!before.some((each) => each.id === id))
          throw new UserFacingError('vibe-gone', { name: vibe.name })
        const changed = { id, ...vibe, isMaster: false }
        library.custom = before.map((each) => (each.id === id ? changed : each))
        return changed
      },
      'vibes:usedIn': () => ({ titles: library.usedIn }),
      'vibes:remove': async ({ id }) => {
        own()
        await library.removal
        library.custom = own().filter((each) => each.id !== id)
        return { wasThere: true }
      },
      'vibes:writeFile': () => ({ fileName: 'My vibes.vibes', download: null }),
    },
  })
  return { ...setUp, library }
}
