/** A world over a fake bridge with a story open, and components drawn in it. */
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeAll, vi } from 'vitest'
import { showProject } from '../../../renderer/actions/projects.ts'
import { createApp } from '../../../renderer/app/createApp.ts'
import { OpenStory } from '../../../renderer/app/OpenStory.tsx'
import { startI18n } from '../../../renderer/i18n/i18n.ts'
import { AppContext } from '../../../renderer/hooks/app.ts'
import type { AppState } from '../../../renderer/stores/appStore.ts'
import { currentSession, storyOf, type App, type Session } from '../../../renderer/stores/app.ts'
import type { Block, StoryRecord } from '../../../shared/story/records.ts'
import { findBlock } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import type { Take } from '../../../shared/story/takes.ts'
import { fakeBridge, type Answers } from './fakeBridge.ts'
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
  /** The host's answers; see `fakeBridge`. */
  readonly answers?: Answers
  /** The state of the app: voices, connections, settings… */
  readonly app?: Partial<AppState>
}

/** The start of a test: a session if the records of a story are given, otherwise an app without one. */
type WorldOf<Options extends TestWorldOptions> = Options extends {
  readonly records: readonly StoryRecord[]
}
  ? Session
  : App

/** A world without drawn components, with its bridge and shortcuts to read the open story. */
export function testWorld<Options extends TestWorldOptions = TestWorldOptions>(
  { records, takes = [], answers, app: known = {} }: Options = {} as Options, // every option can be left out
) {
  const fake = fakeBridge(answers)
  // The time is fixed, so that typing on a busy machine is one edit; a test with fake timers advances it.
  const startMs = Date.now()
  const app: App = {
    ...createApp(fake.bridge),
    now: () => (vi.isFakeTimers() ? Date.now() : startMs),
  }
  app.state.setState(known)
  const session =
    records === undefined
      ? null
      : showProject(app, { ...PROJECT, ...NOTHING_MADE, records: [...records], takes: [...takes] })
  const open = () => {
    const now = currentSession(app)
    if (now === null) throw new Error('No story is open in this test')
    return now
  }
  return {
    ...fake,
    world: (session ?? app) as WorldOf<Options>, // a session if there are records
    /** The session of the open story. */
    open,
    /** The current story. */
    story: (): Story => storyOf(open()),
    /** The current state of a block, by its short id: `b1`. */
    block: (name: string): Block => {
      const block = findBlock(storyOf(open()), id(name))
      if (block === undefined) throw new Error(`The story has no block ${name}`)
      return block
    },
    /** The labels of the edits that can be undone, oldest first. */
    edits: (): string[] =>
      open()
        .story.getState()
        .history.past.map(({ label }) => label),
  }
}

/** Draws components in a world, which is made from the options or given as `in`. */
export function renderInWorld<Options extends TestWorldOptions = TestWorldOptions>(
  ui: ReactNode,
  options?: Options,
) {
  const made = testWorld(options)
  return { ...made, ...renderIn(made.world, ui) }
}

/** Draws components in an existing world. */
export function renderIn(world: App, ui: ReactNode) {
  const user = userEvent.setup()
  return {
    user,
    ...render(
      <AppContext value={world}>
        <OpenStory>{ui}</OpenStory>
      </AppContext>,
    ),
  }
}
