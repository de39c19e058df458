import type { TFunction } from 'i18next'
import { creditsTitles } from '../../shared/story/credits.ts'
import { findHeardBlock } from '../../shared/story/heardBlocks.ts'
import type { BlockId } from '../../shared/story/records.ts'
import { blockNumber } from '../../shared/story/selectors.ts'
import { withCredits, type Story } from '../../shared/story/story.ts'

/** What a block is called within a sentence: by its number; the title of a chapter and credits have none, and are called by their names. */
export function blockName(t: TFunction, story: Story, id: BlockId): string {
  const number = blockNumber(story, id)
  if (number > 0) return t('units.blockNamed', { number })
  return t('units.titleNamed', { name: findHeardBlock(withNamedCredits(story), id)?.name ?? '' })
}

/** A story with credits that only say their names: an open story does not know the words of those that are rendered with it. */
export function withNamedCredits(story: Story): Story {
  return withCredits(story, creditsTitles(story.info.language))
}
