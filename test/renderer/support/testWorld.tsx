/** A world over a fake bridge with a story open, and components drawn in it. */
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeAll, vi } from 'vitest'
import { showProject } from '../../../renderer/actions/projects.ts'
import { createWorld } from '../../../renderer/app/createWorld.ts'
import { DeferredStory } from '../../../renderer/app/DeferredStory.tsx'
import { startI18n } from '../../../renderer/i18n/i18n.ts'
import { WorldContext } from '../../../renderer/hooks/world.ts'
import type { AppState } from '../../../renderer/stores/appStore.ts'
import type { World } from '../../../renderer/stores/world.ts'
import type { Block, StoryRecord } from '../../../shared/story/records.ts'
import { findBlock } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import type { Take } from '../../../shared/story/takes.ts'
import { fakeBridge } from './fakeBridge.ts'
import type { Answers } from './fakeBridge.ts'
import { id, NOTHING_MADE, PROJECT } from './smallStory.ts'

beforeAll(startI18n)
// happy-dom has no reportError. An error that the app does not expect fails the test.
vi.stubGlobal('reportError', (error: unknown) => {
  queueMicrotask(() => {
    throw error
  })
})

export interface TestWorldOptions {
  /** The records of the open story; without them, no story is open. */
  readonly records?: readonly StoryRecord[]
  readonly takes?: readonly Take[]
  /** What the host answers; see `fakeBridge`. */
  readonly answers?: Answers
  /** What the app knows already: voices, connections, settings… */
  readonly app?: Partial<AppState>
}

/** A world in which nothing is drawn yet, with its bridge and short ways to look into the open story. */
export function testWorld({ records, takes = [], answers, app = {} }: TestWorldOptions = {}) {
  const fake = fakeBridge(answers)
  const world: World = createWorld(fake.bridge)
  world.app.setState(app)
  if (records !== undefined) {
    const view = { ...PROJECT, ...NOTHING_MADE, records: [...records], takes: [...takes] }
    showProject(world, view)
  }
  const open = () => {
    const state = world.story.getState().open
    if (state === null) throw new Error('No story is open in this test')
    return state
  }
  return {
    ...fake,
    world,
    /** The story as it is now. */
    story: (): Story => open().story,
    /** A block as it is now, by its short id: `b1`. */
    block: (name: string): Block => {
      const block = findBlock(open().story, id(name))
      if (block === undefined) throw new Error(`The story has no block ${name}`)
      return block
    },
    /** The labels of the edits that can be undone, oldest first. */
    edits: (): string[] => open().history.past.map(({ label }) => label),
  }
}

/** Draws components in a world, which is made from the options or given as `in`. */
export function renderInWorld(ui: ReactNode, options: TestWorldOptions = {}) {
  const made = testWorld(options)
  return { ...made, ...renderIn(made.world, ui) }
}

/** Draws components in a world that a test made before. */
export function renderIn(world: World, ui: ReactNode) {
  const user = userEvent.setup()
  return {
    user,
    ...render(
      <WorldContext value={world}>
        <DeferredStory>{ui}</DeferredStory>
      </WorldContext>,
    ),
  }
}
