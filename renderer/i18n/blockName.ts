import type { TFunction } from 'i18next'
import { creditsTitles } from '../../shared/story/credits.ts'
import { findHeardBlock } from '../../shared/story/heardBlocks.ts'
import type { BlockId } from '../../shared/story/records.ts'
import { blockNumber } from '../../shared/story/selectors.ts'
import { withCredits, type Story } from '../../shared/story/story.ts'

/** The name of a block within a sentence: its number. Chapter titles and credits have no number and use their own names. */
export function blockName(t: TFunction, story: Story, id: BlockId): string {
  const number = blockNumber(story, id)
  if (number > 0) return t('units.blockNamed', { number })
  return t('units.titleNamed', { name: findHeardBlock(withNamedCredits(story), id)?.name ?? '' })
}

/** A story whose credits contain only their names, because an open story does not know the wording of credits rendered with it. */
export function withNamedCredits(story: Story): Story {
  return withCredits(story, creditsTitles(story.info.language))
}
