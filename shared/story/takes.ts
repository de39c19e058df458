/**
 * Which audio fits which block. A take is keyed by a hash of what was sent, never by position or name, so that undo,
 * moving and renaming never discard one, and the same words in the same voice are never bought twice.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import * as z from 'zod'
import { BUILT_IN_CONNECTION, blockIdSchema, SPEECH_MODELS } from './records.ts'
import type { Block, SpeechSettings, VibeRef } from './records.ts'
import { blocksOf, settingsOf } from './selectors.ts'
import type { Story } from './story.ts'

export const takeSchema = z.strictObject({
  id: z.string().min(1).max(64),
  key: z.string().min(1).max(128),
  /** The stored audio that the take is a slice of. */
  audioId: z.string().min(1).max(64),
  startMs: z.int().min(0),
  endMs: z.int().min(0),
  /** The block that it was made for: for the list of takes only, since the key decides what fits. */
  blockId: blockIdSchema,
  voiceId: z.string(),
  model: z.enum(SPEECH_MODELS),
  speed: z.number(),
  createdAtMs: z.int(),
})
export type Take = z.infer<typeof takeSchema>

/** Takes by key; a later take of the same key replaces an earlier one. */
export type TakesByKey = ReadonlyMap<string, Take>

/** What a take was asked for: the words, and everything that changes how they sound. */
export interface TakeRequest {
  readonly text: string
  readonly settings: SpeechSettings
  /** The target length in ms, or null for "as long as it takes". */
  readonly durationMs: number | null
  /** Whether the request carried emotion, vibe and prompt with effect: a story's blocks have none of it. */
  readonly withEmotion: boolean
  /** Who speaks; the built-in connection unless told. */
  readonly connectionId?: string
}

/** The key of a take: 128 bits of SHA-256 over a canonical form of the request. */
export function takeKey(request: TakeRequest): string {
  const { text, settings, durationMs, withEmotion, connectionId = BUILT_IN_CONNECTION } = request
  const { emotion, vibe, customPrompt } =
    withEmotion && settings.model === 'audio_stable' ? settings : NO_EXPRESSION
  const canonical = JSON.stringify([
    1,
    text,
    settings.voiceId,
    settings.model,
    settings.speed,
    emotion,
    durationMs,
    // Left out where there is neither, so that keys are what they were before there were vibes.
    ...(vibe === null && customPrompt === '' ? [] : [vibe && vibeKey(vibe), customPrompt]),
    // The same voice id is another voice at another service.
    ...(connectionId === BUILT_IN_CONNECTION ? [] : [{ connectionId }]),
  ])
  return bytesToHex(sha256(utf8ToBytes(canonical)).subarray(0, 16))
}

const NO_EXPRESSION = { emotion: '', vibe: null, customPrompt: '' } as const

/** Whether settings ask for more than plain speech. */
function hasExpression({ emotion, vibe, customPrompt }: SpeechSettings): boolean {
  return emotion !== '' || vibe !== null || customPrompt !== ''
}

/** What a vibe sounds like is in its words: one that was made again under another id has the same takes. */
function vibeKey({ id, prompt }: VibeRef): string | number {
  return prompt === '' ? id : prompt
}

/** The keys whose takes fit a block, best first. */
export interface BlockKeys {
  /** As the block's own conversion makes it. */
  readonly own: string
  /** As a story conversion makes it; differs from `own` only where an emotion has an effect. */
  readonly inStory: string
  /** As the block's own conversion makes it before it is fitted to a target length. */
  readonly unfitted: string
}

interface KnownKeys {
  readonly settings: SpeechSettings
  readonly connectionId: string
  readonly keys: BlockKeys
}

const keysByBlock = new WeakMap<Block, KnownKeys>()

/** The take keys of a block as it is now. */
export function blockKeys(story: Story, block: Block): BlockKeys {
  const settings = settingsOf(story, block)
  const known = keysByBlock.get(block)
  const { connectionId } = story.info
  const isKnown = known?.connectionId === connectionId && isSameSettings(known.settings, settings)
  if (isKnown) return known.keys
  const { text, durationMs } = block
  const asked = { text, settings, durationMs, withEmotion: true, connectionId }
  const own = takeKey(asked)
  const hasEffect = settings.model === 'audio_stable' && hasExpression(settings)
  const keys = {
    own,
    inStory: hasEffect ? takeKey({ ...asked, withEmotion: false }) : own,
    unfitted: durationMs === null ? own : takeKey({ ...asked, durationMs: null }),
  }
  keysByBlock.set(block, { settings, connectionId, keys })
  return keys
}

/** The take that fits a block as it is now, or undefined where there is none yet. */
export function findTake(story: Story, block: Block, takes: TakesByKey): Take | undefined {
  const keys = blockKeys(story, block)
  return takes.get(keys.own) ?? takes.get(keys.inStory)
}

/** Whether a block has anything to say; a block without is silence only and needs no take. */
export function hasSpeech(block: Block): boolean {
  return block.text.trim() !== ''
}

function isSameSettings(a: SpeechSettings, b: SpeechSettings): boolean {
  return (
    a === b ||
    (a.voiceId === b.voiceId &&
      a.model === b.model &&
      a.speed === b.speed &&
      a.emotion === b.emotion &&
      a.vibe === b.vibe &&
      a.customPrompt === b.customPrompt)
  )
}

/** A story as one finished conversion: its audio, and where each block is in it when the service told. */
export const storyRenderSchema = z.strictObject({
  id: z.string().min(1).max(64),
  audioId: z.string().min(1).max(64),
  /** `storyKey` of the story that was sent. */
  storyKey: z.string().min(1).max(128),
  durationMs: z.int().min(0),
  credits: z.int().nullable(),
  createdAtMs: z.int(),
})
export type StoryRender = z.infer<typeof storyRenderSchema>

const storyKeys = new WeakMap<Story, string>()

/** A key over everything that a story conversion sounds like: its blocks' keys and silences, in order. */
export function storyKey(story: Story): string {
  const known = storyKeys.get(story)
  if (known !== undefined) return known
  const parts = blocksOf(story).map((block) => `${blockKeys(story, block).inStory}:${block.silenceBeforeMs}`)
  const key = bytesToHex(sha256(utf8ToBytes(parts.join('\n'))).subarray(0, 16))
  storyKeys.set(story, key)
  return key
}

/** Whether a finished story conversion still sounds like the story. */
export function isCurrentRender(story: Story, render: StoryRender | null): boolean {
  return render !== null && render.storyKey === storyKey(story)
}

/** Takes by key, the newest of each. */
export function takesByKey(takes: Iterable<Take>): Map<string, Take> {
  const byKey = new Map<string, Take>()
  for (const take of takes) {
    const known = byKey.get(take.key)
    if (known === undefined || known.createdAtMs <= take.createdAtMs) byKey.set(take.key, take)
  }
  return byKey
}
