import { vi } from 'vitest'
import { createPlayer } from '../../../renderer/audio/createPlayer.ts'
import { createAppStore } from '../../../renderer/stores/appStore.ts'
import { createAudioStore } from '../../../renderer/stores/audioStore.ts'
import { createPlaybackStore } from '../../../renderer/stores/playbackStore.ts'
import { createStoryStore, openedStory } from '../../../renderer/stores/storyStore.ts'
import { createViewStore } from '../../../renderer/stores/viewStore.ts'
import type { Bridge } from '../../../renderer/bridge/bridge.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { apply, type Change } from '../../../shared/story/changes.ts'
import type { BlockId } from '../../../shared/story/records.ts'
import type { PlaybackRate } from '../../../shared/story/playbackRates.ts'
import type { Story } from '../../../shared/story/story.ts'
import { indexTakes, type StoryRender, type Take } from '../../../shared/story/takes.ts'
import { fakeElements } from './fakeElement.ts'
import { PROJECT, takeOf } from '../support/smallStory.ts'

/** A host that makes a take of two seconds in one second, as audio `made-<block>`. */
export function setUp(
  story: Story,
  takes: readonly Take[],
  options: { render?: StoryRender; lengths?: Record<string, number> } = {},
) {
  const storyStore = createStoryStore()
  const audio = createAudioStore()
  const playback = createPlaybackStore()
  const view = createViewStore()
  const app = createAppStore()
  const reported: unknown[] = []
  const log: string[] = []
  const madeLengths = Object.fromEntries(
    Array.from({ length: 9 }, (_, index) => [`made-b${index + 1}`, 2000]),
  )
  const elements = fakeElements({ ...madeLengths, ...options.lengths })
  storyStore.setState({ open: openedStory(PROJECT, story) })
  audio.setState({ allTakes: takes, takes: indexTakes(takes), render: options.render ?? null })
  const host = { fails: null as UserFacingError | null, fits: true }
  const current = () => storyStore.getState().open?.story ?? story
  const bridge = {
    async call(channel: string, input: { blockId: BlockId }) {
      log.push(`${channel} ${input.blockId}`)
      const asked = current() // the host speaks the words as they are on disk now
      await new Promise((resolve) => setTimeout(resolve, 1000))
      if (host.fails !== null) throw host.fails
      const take = takeOf(asked, input.blockId, `made-${input.blockId}`, 0, 2000)
      return host.fits ? take : { ...take, key: 'of other words' }
    },
    mediaUrl: (_projectId: string, audioId: string) => audioId,
  }
  const player = createPlayer({
    bridge: bridge as unknown as Bridge, // the two parts of it that a player uses
    story: storyStore,
    audio,
    playback,
    view,
    app,
    saver: { flush: async () => void log.push('flush') },
    report: (error) => reported.push(error),
    openElement: elements.open,
  })
  return {
    player,
    audio,
    playback,
    select(...selection: BlockId[]) {
      view.setState({ selection })
    },
    setRate(playbackRate: PlaybackRate) {
      app.setState(({ settings }) => ({ settings: { ...settings, playbackRate } }))
    },
    reported,
    log,
    elements,
    host,
    edit(change: (story: Story) => Change) {
      const open = storyStore.getState().open
      if (open !== null)
        storyStore.setState({ open: { ...open, story: apply(open.story, change(open.story)) } })
    },
    codes: () => reported.map((error) => (error instanceof UserFacingError ? error.code : String(error))),
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    state: () => {
      const { status, blockId } = playback.getState()
      return `${status} ${blockId ?? '-'} ${Math.round(player.positionMs())}`
    },
  }
}
