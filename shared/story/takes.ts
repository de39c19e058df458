/**
 * Which audio fits which block. The key of a take is a hash of the request, never of position or name: undo, moving and
 * renaming never discard a take, and the same words in the same voice are never bought twice.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import * as z from 'zod'
import { derive } from '../lib/derive.ts'
import { SPEECH_MODELS } from '../speech-api/models.ts'
import { heardBlocksOf } from './heardBlocks.ts'
import { pausedBlockOf, pauseMsOf } from './pauses.ts'
import { MAX_LABEL } from './limits.ts'
import {
  type Block,
  type BlockId,
  blockIdSchema,
  BUILT_IN_CONNECTION,
  takeIdSchema,
  takeKeySchema,
} from './records.ts'
import { settingsOf } from './selectors.ts'
import { heardSilencesOf } from './silences.ts'
import { hasExpression, settingsInKey, type SpeechSettings } from './speechSettings.ts'
import { hasSpeech, spokenTextOf } from './spokenText.ts'
import type { Story } from './story.ts'
import { wordTimesSchema } from './wordTimes.ts'

export const takeSchema = z.strictObject({
  id: takeIdSchema,
  /** A hash of the request; of a recording, `recordingKey`. */
  key: takeKeySchema,
  /** Made by a service, or recorded by the writer. */
  kind: z.enum(['speech', 'recording']),
  /** The writer's name for the take; '' if it has no name. */
  name: z.string().max(MAX_LABEL),
  /** The stored audio that the take is a slice of. */
  audioId: z.string().min(1).max(64),
  startMs: z.int().min(0),
  endMs: z.int().min(0),
  /**
   * The block whose list has the take, or the chapter whose title it is: the key decides which block a take fits. Null for a part of a block with pauses, which is not in
   * any list.
   */
  blockId: blockIdSchema.nullable(),
  /** The settings of the request; for a recording, no voice, and meaningless settings. */
  voiceId: z.string(),
  model: z.enum(SPEECH_MODELS),
  speed: z.number(),
  createdAtMs: z.int(),
  /**
   * When each word is heard, from `startMs` on, and its place in the words as they were sent (`spokenTextOf`); absent if the engine
   * did not report times.
   */
  words: wordTimesSchema.optional(),
})
export type Take = z.infer<typeof takeSchema>

/** The takes of a story for look-ups, made by `indexTakes` once for each list of takes. */
export interface TakeIndex {
  /** The newest take of each key. */
  readonly byKey: ReadonlyMap<string, Take>
  readonly byId: ReadonlyMap<string, Take>
  /** The stored audio that has takes. */
  readonly audioIds: ReadonlySet<string>
}

/** The request of a take: the words, and everything that changes how they sound. */
export interface TakeRequest {
  readonly text: string
  readonly settings: SpeechSettings
  /** The target length in ms, or null for "as long as it takes". */
  readonly durationMs: number | null
  /** Whether the request carries emotion, vibe and prompt with effect; a story request does not. */
  readonly withEmotion: boolean
  /** The connection that speaks; the built-in one by default. */
  readonly connectionId?: string
}

/** The key of a take: 128 bits of SHA-256 over a canonical form of the request. */
export function takeKey(request: TakeRequest): string {
  const { text, settings, durationMs, withEmotion, connectionId = BUILT_IN_CONNECTION } = request
  const { before, after } = partsOfKey(settings, withEmotion)
  // The same voice id is another voice at another service.
  const service = connectionId === BUILT_IN_CONNECTION ? [] : [{ connectionId }]
  const canonical = JSON.stringify([1, text, ...before, durationMs, ...after, ...service])
  return hashOf(canonical)
}

/** Nearly all blocks of a character have the same settings. */
const partsOfKey = derive(settingsInKey)

/** 128 bits of the SHA-256 of a text, in hexadecimal digits. */
const hashOf = createHash()

/** Opening a long story computes some 50,000 hashes. Sharing one encoder, buffer and state takes a third of the time. */
function createHash(): (text: string) => string {
  const encoder = new TextEncoder()
  const [empty, state] = [sha256.create(), sha256.create()]
  const digest = new Uint8Array(empty.outputLen)
  let bytes = new Uint8Array(1024)
  return (text) => {
    const most = text.length * 3 // UTF-8 has no more bytes for a UTF-16 unit
    if (bytes.length < most) bytes = new Uint8Array(most * 2)
    const { written } = encoder.encodeInto(text, bytes)
    empty._cloneInto(state).update(bytes.subarray(0, written)).digestInto(digest)
    return bytesToHex(digest.subarray(0, 16))
  }
}

/** The possible keys of a block's audio. */
export interface BlockKeys {
  /** As the block's own conversion makes it: the only audio that fits the block. */
  readonly own: string
  /** As a story conversion makes it. If an emotion has an effect, this audio lacks the emotion and does not fit. */
  readonly inStory: string
  /** As the block's own conversion makes it before it is fitted to a target length. */
  readonly unfitted: string
}

/** The keys of takes that make a request for a block unnecessary: its audio, and speech that only has to be fitted to its length. */
export function servingKeys(story: Story, block: Block): readonly string[] {
  const { own, unfitted } = blockKeys(story, block)
  return [own, unfitted]
}

/** The take keys of a block in its current state. A locked block keeps its take, regardless of other changes. */
export function blockKeys(story: Story, block: Block): BlockKeys {
  const { lockedKey } = block
  if (lockedKey !== null) return { own: lockedKey, inStory: lockedKey, unfitted: lockedKey }
  return keysOf(block, textInKey(story, block), settingsOf(story, block), story.info.connectionId)
}

const keysOf = derive(
  ({ durationMs }: Block, text: string, settings: SpeechSettings, connectionId: string): BlockKeys => {
    const asked: TakeRequest = { text, settings, durationMs, withEmotion: true, connectionId }
    const own = takeKey(asked)
    return {
      own,
      inStory: hasExpression(settings) ? takeKey({ ...asked, withEmotion: false }) : own,
      unfitted: durationMs === null ? own : takeKey({ ...asked, durationMs: null }),
    }
  },
)

/** The request for a block rendered on its own, whether it is locked or not. */
export function takeRequestOf(story: Story, block: Block): TakeRequest {
  return {
    text: textInKey(story, block),
    settings: settingsOf(story, block),
    durationMs: block.durationMs,
    withEmotion: true,
    connectionId: story.info.connectionId,
  }
}

/** The words that are sent for a block, with the lengths of its pauses. */
function textInKey(story: Story, block: Block): string {
  const paused = pausedBlockOf(block)
  if (paused === null) return spokenTextOf(story, block)
  const parts = paused.parts.map((part) => [part.silenceBeforeMs, spokenTextOf(story, part.block)])
  return JSON.stringify(['paused', ...parts, paused.silenceAfterMs])
}

/**
 * The take that plays for a block now: the one that the writer picked, otherwise the newest that fits. Undefined if
 * there is none yet.
 */
export function findTake(story: Story, block: Block, takes: TakeIndex): Take | undefined {
  return takes.byId.size === 0 ? undefined : takeOfKey(block, blockKeys(story, block).own, takes) // computing a key takes time
}

/** The take of a block under one of its keys: the one the writer picked for this key, otherwise the newest. */
export function takeOfKey(block: Block, key: string, takes: TakeIndex): Take | undefined {
  return pickedTake(block, key, takes) ?? takes.byKey.get(key)
}

function pickedTake({ pick }: Block, key: string, takes: TakeIndex): Take | undefined {
  return pick?.key === key ? takes.byId.get(pick.takeId) : undefined
}

/**
 * The key of a recording of a block's words. No request produces it, so a recording plays only if it is picked. It ends with a hash
 * of the words, which distinguishes a recording of other words from one that was made when the block had another voice.
 */
export function recordingKey(story: Story, block: Block): string {
  return `${requestInRecordingKey(story, block)}-${hashOf(textInKey(story, block))}`
}

/** Whether the key of a recording stands for the block's words, other words, or is not known. */
export function recordedWords(story: Story, block: Block, key: string): 'same' | 'other' | 'unknown' {
  const words = key.slice(RECORDING.length).split('-')[1]
  if (words !== undefined) return words === hashOf(textInKey(story, block)) ? 'same' : 'other'
  // The form in older files.
  return key === requestInRecordingKey(story, block) ? 'same' : 'unknown'
}

const RECORDING = 'recording-'

function requestInRecordingKey(story: Story, block: Block): string {
  return `${RECORDING}${blockKeys(story, block).own}`
}

/** The audio of a whole story, made by one conversion. */
export const storyRenderSchema = z.strictObject({
  id: z.string().min(1).max(64),
  audioId: z.string().min(1).max(64),
  /** The `storyKey` of the story in the request. */
  storyKey: z.string().min(1).max(128),
  durationMs: z.int().min(0),
  credits: z.int().nullable(),
  createdAtMs: z.int(),
})
export type StoryRender = z.infer<typeof storyRenderSchema>

/** A key of everything that affects the sound of a story conversion: the keys and silences of everything heard, in order. */
export const storyKey = derive((story: Story): string => {
  const silences = heardSilencesOf(story)
  const parts = heardBlocksOf(story).map(
    (block, index) => `${blockKeys(story, block).inStory}:${silences[index]}`,
  )
  return hashOf(parts.join('\n'))
})

/**
 * Whether a finished story conversion still sounds like the story. It does not if a block asks for an emotion, or if the
 * writer hears other audio of a block: a take that was picked, that came after the render's own take, or that has cuts. Nor does it if
 * the story ends in silence and has takes: a service's audio ends with the last word.
 */
export function isCurrentRender(story: Story, render: StoryRender | null, takes: TakeIndex): boolean {
  if (render === null || render.storyKey !== storyKey(story)) return false
  const hasTakes = takes.audioIds.has(render.audioId)
  if (hasTakes && endsInSilence(story)) return false
  return heardBlocksOf(story).every((block) => {
    if (!hasSpeech(story, block)) return true
    if (hasExpression(settingsOf(story, block))) return false
    const { own } = blockKeys(story, block)
    const other = hasTakes ? takeOfKey(block, own, takes) : pickedTake(block, own, takes)
    return other === undefined || (other.audioId === render.audioId && !hasCuts(block, other))
  })
}

/** Whether a block keeps cuts of a take (takeCuts.ts). */
function hasCuts({ takeCuts }: Block, { id }: Take): boolean {
  return Object.hasOwn(takeCuts, id)
}

/** Whether silence follows the last block with words. A pause at the end of that block is in its take. */
function endsInSilence(story: Story): boolean {
  const blocks = heardBlocksOf(story)
  const silences = heardSilencesOf(story)
  const last = blocks.findLastIndex((block) => hasSpeech(story, block))
  return blocks.some((block, index) => index > last && pauseMsOf(block) + (silences[index] ?? 0) > 0)
}

/** The last take of each block that has any; `takes` are oldest first. */
export function lastTakes(takes: readonly Take[]): Map<BlockId, Take> {
  return new Map(takes.flatMap((take) => (take.blockId === null ? [] : [[take.blockId, take] as const])))
}

/** Indexes takes by key, id and audio. */
export function indexTakes(takes: Iterable<Take>): TakeIndex {
  const byKey = new Map<string, Take>()
  const byId = new Map<string, Take>()
  const audioIds = new Set<string>()
  for (const take of takes) {
    const known = byKey.get(take.key)
    if (known === undefined || known.createdAtMs <= take.createdAtMs) byKey.set(take.key, take)
    byId.set(take.id, take)
    audioIds.add(take.audioId)
  }
  return { byKey, byId, audioIds }
}

export const NO_TAKES: TakeIndex = indexTakes([])

/** The name of a block's audio while it is being made: players play it from its first sentence on. No stored audio has such a name. */
const PREFIX = 'making:'

export function makingAudioId(blockId: BlockId): string {
  return `${PREFIX}${blockId}`
}

export function isMakingAudio(audioId: string): boolean {
  return audioId.startsWith(PREFIX)
}

/** The block of such a name; null for any other name. */
export function blockOfMaking(audioId: string): BlockId | null {
  return isMakingAudio(audioId) ? (blockIdSchema.safeParse(audioId.slice(PREFIX.length)).data ?? null) : null
}
