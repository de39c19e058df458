import { createStore } from 'zustand/vanilla'
import type { EventPayload } from '../../shared/ipc/contract.ts'
import type { BlockId } from '../../shared/story/records.ts'
import {
  indexTakes,
  NO_TAKES,
  type StoryRender,
  type Take,
  type TakeIndex,
} from '../../shared/story/takes.ts'
import type { PendingDeletes } from './pendingDeletes.ts'
import type { ProjectId } from '../../shared/ipc/views.ts'
import { cutPeaks } from '../../shared/story/peaks.ts'
import { parseCutAudio } from '../../shared/story/takeCuts.ts'
import type { Bridge } from '../bridge/bridge.ts'

export interface AudioState {
  readonly takes: TakeIndex
  /** Every take, oldest first, for the lists of takes. */
  readonly allTakes: readonly Take[]
  readonly render: StoryRender | null
  /** Blocks being rendered. */
  readonly making: ReadonlySet<BlockId>
  /** Takes that are about to be deleted, by their ids. */
  readonly removing: PendingDeletes<string>
  /** Take keys of lines being rendered for auditions. */
  readonly auditions: ReadonlySet<string>
  /** The take key of the latest requested line: audio of other lines arrives too late to be played. */
  readonly wantedAudition: string | null
}

export type AudioStore = ReturnType<typeof createAudioStore>

/** The audio of a story: never part of undo. */
export function createAudioStore(allTakes: readonly Take[] = [], render: StoryRender | null = null) {
  return createStore<AudioState>(() => ({
    takes: allTakes.length === 0 ? NO_TAKES : indexTakes(allTakes),
    allTakes,
    render,
    making: new Set(),
    auditions: new Set(),
    wantedAudition: null,
    removing: new Map(),
  }))
}

/** Audio that arrived for the story. */
type AddedAudio = { readonly takes: readonly Take[]; readonly render: StoryRender | null }

/** Adds audio; takes that the store already has, and an older render, are ignored. */
export function addAudio(audio: AudioStore, added: AddedAudio): void {
  audio.setState((state) => withAudio(state, added))
}

/** Marks a block whose audio is being made, or is no longer. */
export function markMaking(audio: AudioStore, blockId: BlockId, isMaking: boolean): void {
  audio.setState(({ making }) => ({ making: withMember(making, blockId, isMaking) }))
}

/** Marks a line whose audition is being made, or is no longer, by its take key. */
export function markAudition(audio: AudioStore, key: string, isMaking: boolean): void {
  audio.setState(({ auditions }) => ({ auditions: withMember(auditions, key, isMaking) }))
}

/** Sets which line is to be heard once its audio arrives, by its take key; null for none. */
export function wantAudition(audio: AudioStore, key: string | null): void {
  audio.setState({ wantedAudition: key })
}

function withMember<T>(set: ReadonlySet<T>, member: T, isIn: boolean): ReadonlySet<T> {
  const next = new Set(set)
  if (isIn) next.add(member)
  else next.delete(member)
  return next
}

function withAudio(state: AudioState, { takes, render }: AddedAudio): AudioState {
  const known = new Set(state.allTakes.map((take) => take.id))
  const added = takes.filter((take) => !known.has(take.id))
  const isOlder = render === null || (state.render?.createdAtMs ?? -Infinity) > render.createdAtMs
  const latest = isOlder ? state.render : render
  if (added.length === 0) return latest === state.render ? state : { ...state, render: latest }
  const allTakes = [...state.allTakes, ...added]
  return { ...state, allTakes, takes: indexTakes(allTakes), render: latest }
}

/** The state with renamed takes, and without deleted ones. */
export function withChangedTakes(
  state: AudioState,
  { changed, removed }: Pick<EventPayload<'takes:changed'>, 'changed' | 'removed'>,
): AudioState {
  const gone = new Set(removed)
  const byId = new Map(changed.map((take) => [take.id, take]))
  const allTakes = state.allTakes.filter(({ id }) => !gone.has(id)).map((take) => byId.get(take.id) ?? take)
  return { ...state, allTakes, takes: indexTakes(allTakes) }
}

export interface PeaksCache {
  /** The peaks of an audio, or undefined while they are loading: `onChange` listeners are called when they arrive. */
  get(projectId: ProjectId, audioId: string): Int8Array | undefined
  /** Calls the listener whenever peaks arrive. Returns a function that stops the calls. */
  onChange(listener: () => void): () => void
}

/** Waveforms of stored audio, fetched once each. A failed fetch is not repeated: the block has no waveform. */
export function createPeaksCache(bridge: Bridge): PeaksCache {
  const known = new Map<string, Int8Array>()
  const asked = new Set<string>()
  const listeners = new Set<() => void>()
  const cache: PeaksCache = {
    get(projectId, audioId) {
      const peaks = known.get(audioId)
      const cut = peaks === undefined ? parseCutAudio(audioId) : null
      if (cut !== null) {
        const whole = cache.get(projectId, cut.audioId)
        if (whole === undefined) return undefined
        const left = cutPeaks(whole, cut.kept)
        known.set(audioId, left)
        return left
      }
      if (peaks !== undefined || asked.has(audioId)) return peaks
      asked.add(audioId)
      bridge.call('audio:peaks', { projectId, audioId }).then(
        (answer) => {
          known.set(audioId, fromBase64(answer.peaks))
          for (const listener of listeners) listener()
        },
        () => undefined, // the block is drawn without a waveform; an error of its audio is reported when it is played
      )
      return undefined
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return cache
}

/** The bytes of base64. An hour of audio has 720,000, which `Int8Array.from` takes a hundred times as long for. */
function fromBase64(text: string): Int8Array {
  const decoded = atob(text)
  const bytes = new Int8Array(decoded.length)
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = decoded.charCodeAt(index)
  return bytes
}
