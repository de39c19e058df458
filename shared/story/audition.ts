/** Auditions: a line spoken as a block would say it with other settings. Keys and costs come from the story with that block changed. */
import { apply } from './changes.ts'
import type { Block, BlockId } from './records.ts'
import { blockCharacters } from './renderPlan.ts'
import { findBlock } from './selectors.ts'
import { clampSettings, toOverrides, type SpeechSettings } from './speechSettings.ts'
import { hasSpeech } from './spokenText.ts'
import { withoutLexicon, type Story } from './story.ts'
import { blockKeys, type Take, type TakeIndex } from './takes.ts'

export interface AuditionLine {
  readonly text: string
  readonly settings: SpeechSettings
  /** Whether the text is sent as it is, without the lexicon. */
  readonly isSpoken?: boolean | undefined
}

/** The story in which a block says the line; undefined if there is no such block. */
export function auditionStory(
  story: Story,
  blockId: BlockId,
  { text, settings, isSpoken = false }: AuditionLine,
): { readonly story: Story; readonly block: Block } | undefined {
  const spoken = findBlock(story, blockId)
  if (spoken === undefined) return undefined
  const block: Block = {
    ...spoken,
    ...clampSettings(toOverrides(settings)),
    text,
    durationMs: null,
    lockedKey: null,
  }
  const trial = apply(story, { put: [block], remove: [] })
  return { story: isSpoken ? withoutLexicon(trial) : trial, block }
}

/** An existing take of a line. A take from a whole-story render does not fit: it has no vibe. */
export function findAuditioned(story: Story, block: Block, takes: TakeIndex): Take | undefined {
  return takes.byKey.get(blockKeys(story, block).own)
}

/**
 * The cost of hearing a line, in credits: 0 if its take exists, otherwise an estimate of one credit per character; and the key
 * of its take, '' if there is nothing to say.
 */
export function auditionCost(
  story: Story,
  blockId: BlockId,
  line: AuditionLine,
  takes: TakeIndex,
): { readonly take: Take | undefined; readonly credits: number; readonly key: string } {
  const trial = auditionStory(story, blockId, line)
  if (trial === undefined || !hasSpeech(trial.story, trial.block))
    return { take: undefined, credits: 0, key: '' }
  const key = blockKeys(trial.story, trial.block).own
  const take = takes.byKey.get(key)
  return { take, credits: take === undefined ? blockCharacters(trial.story, trial.block) : 0, key }
}
