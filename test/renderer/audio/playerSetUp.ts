import { vi } from 'vitest'
import { createPlayer } from '../../../renderer/audio/createPlayer.ts'
import { createAppStore } from '../../../renderer/stores/appStore.ts'
import { createAudioStore } from '../../../renderer/stores/audioStore.ts'
import { createPlaybackStore } from '../../../renderer/stores/player.ts'
import { createStoryStore } from '../../../renderer/stores/storyStore.ts'
import { createEditorStore } from '../../../renderer/stores/editorStore.ts'
import type { Bridge, MediaPlaying } from '../../../renderer/bridge/bridge.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { apply, type Change } from '../../../shared/story/changes.ts'
import type { BlockId } from '../../../shared/story/records.ts'
import type { PlaybackRate } from '../../../shared/story/limits.ts'
import type { Story } from '../../../shared/story/story.ts'
import type { StoryRender, Take } from '../../../shared/story/takes.ts'
import { FakeContext, fakeStream } from './fakeContext.ts'
import { fakeElements } from './fakeElement.ts'
import { id, PROJECT, sketchStory, takeOf } from '../support/smallStory.ts'

/** Three blocks of 1 s, 2 s and 3 s with half a second before the second and a second before the third. */
export const STORY = sketchStory([{}, { silenceMs: 500 }, { silenceMs: 1000 }])
/** Takes of its blocks. */
export const OWN_TAKES = [
  takeOf(STORY, id('b1'), 'one', 0, 1000),
  takeOf(STORY, id('b2'), 'two', 0, 2000),
  takeOf(STORY, id('b3'), 'three', 0, 3000),
]
/** The length of their audio, in ms. */
export const OWN = { one: 1000, two: 2000, three: 3000 }

/** A host that makes a take of two seconds in one second, as audio `made-<block>`. */
export function setUp(
  story: Story,
  takes: readonly Take[],
  options: { render?: StoryRender; lengths?: Record<string, number> } = {},
) {
  const storyStore = createStoryStore(PROJECT, story)
  const audio = createAudioStore(takes, options.render ?? null)
  const playback = createPlaybackStore()
  const editor = createEditorStore({ selection: [], brokenOff: null })
  const left = new AbortController()
  const app = createAppStore()
  const reported: unknown[] = []
  const log: string[] = []
  const madeLengths = Object.fromEntries(
    Array.from({ length: 9 }, (_, index) => [`made-b${index + 1}`, 2000]),
  )
  const lengths = { ...madeLengths, ...options.lengths }
  const elements = fakeElements(lengths)
  const contexts: FakeContext[] = []
  /** Every audio that the host was asked to decode during playback, with its place and speed. */
  const streamed: string[] = []
  const host = { fails: null as UserFacingError | null, fits: true, breaksAtMs: Infinity, opensAfterMs: 0 }
  const current = () => storyStore.getState().story
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
    readMedia: (_projectId: string, audioId: string) =>
      Promise.resolve(new TextEncoder().encode(audioId).buffer),
    async openMedia(_projectId: string, audioId: string, playing: MediaPlaying) {
      streamed.push(`${audioId}@${playing.fromMs} x${playing.rate}`)
      if (host.opensAfterMs > 0) await new Promise((resolve) => setTimeout(resolve, host.opensAfterMs))
      return fakeStream(audioId, lengths[audioId], playing, host.breaksAtMs)
    },
  }
  const player = createPlayer({
    bridge: bridge as unknown as Bridge, // the two stores of it that a player uses
    story: storyStore,
    audio,
    playback,
    editor,
    state: app,
    signal: left.signal,
    saver: { flush: async () => void log.push('flush') },
    report: (error) => reported.push(error),
    openElement: elements.open,
    openContext() {
      const context = new FakeContext(lengths)
      contexts.push(context)
      return context as unknown as AudioContext // the members that the player uses
    },
  })
  return {
    player,
    audio,
    playback,
    select(...selection: BlockId[]) {
      editor.setState({ selection })
    },
    setRate(playbackRate: PlaybackRate) {
      app.setState(({ settings }) => ({ settings: { ...settings, playbackRate } }))
    },
    reported,
    log,
    elements,
    contexts,
    streamed,
    /** The audio that is playing now, from elements and decoded audio, as "name@ms"; joined if there are several. */
    sounding: () =>
      [elements.sounding(), ...contexts.flatMap((context) => context.sounding())].filter(Boolean).join(' + '),
    /** Every start of playback so far, of elements and decoded audio, as "name@ms of the file", in order. */
    starts: () =>
      [
        ...elements.starts,
        ...contexts
          .flatMap(({ sources }) => sources)
          .filter((source) => source.hasBegun())
          .filter((source, _index, all) => !all.some((other) => other.goesOnIn(source)))
          .map((source) => ({ place: source.begin(), atMs: source.startsAtMs })),
      ]
        .sort((a, b) => a.atMs - b.atMs)
        .map(({ place }) => place),
    /** The played parts of decoded audio, as "name from-to" in ms of the file: one part if no sample is left out or silent in between. */
    pieces() {
      const heard: { name: string; fromS: number; startS: number; endS: number }[] = []
      for (const source of contexts.flatMap(({ sources }) => sources)) {
        if (!source.hasBegun()) continue
        const { startS, endS, buffer } = source
        const offsetS = source.fromS()
        const last = heard.at(-1)
        const playsOn =
          last !== undefined &&
          last.name === buffer?.name &&
          Math.abs(startS - last.endS) < 1e-6 &&
          Math.abs(offsetS - (last.fromS + last.endS - last.startS)) < 1e-4 // one sample at 48,000 Hz
        if (playsOn) last.endS = endS
        else heard.push({ name: buffer?.name ?? '', fromS: offsetS, startS, endS })
      }
      const inMs = (s: number) => Math.round(s * 1000)
      return heard.map(
        ({ name, fromS, startS, endS }) => `${name} ${inMs(fromS)}-${inMs(fromS + endS - startS)}`,
      )
    },
    host,
    edit(change: (story: Story) => Change) {
      storyStore.setState({ story: apply(current(), change(current())) })
    },
    codes: () => reported.map((error) => (error instanceof UserFacingError ? error.code : String(error))),
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    state: () => {
      const { status, blockId } = playback.getState()
      return `${status} ${blockId ?? '-'} ${Math.round(player.positionMs())}`
    },
  }
}
