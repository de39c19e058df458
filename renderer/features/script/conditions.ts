/** The conditions of the script's filter: their names, and how many blocks of a story meet each. */
import type { TFunction } from 'i18next'
import { BLOCK_MARKS } from '../../../shared/story/records.ts'
import { blocksOf, findCharacter, findChapter, sectionsOf } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { formatCount } from '../../i18n/format.ts'
import { FILTER_STATES, type BlockCondition } from '../../stores/blockFilter.ts'
import type { BlockState } from '../../stores/blockState.ts'
import { characterBlocksOf } from '../../stores/characterBlocks.ts'
import { narratedSpeechOf } from '../../stores/narratedSpeech.ts'

export interface CountedCondition {
  readonly condition: BlockCondition
  readonly count: number
}

/** The name of a condition. A removed character or chapter is named like none. */
export function conditionName(t: TFunction, story: Story, condition: BlockCondition): string {
  switch (condition.kind) {
    case 'state':
      return t(`units.blockState.${condition.state}`)
    case 'mark':
      return t(`notes.marks.${condition.mark}`)
    case 'notes':
      return t('script.filter.notes')
    case 'narratedSpeech':
      return t('script.filter.narratedSpeech')
    case 'character':
      return findCharacter(story, condition.characterId)?.name ?? t('script.noCharacter')
    case 'chapter':
      return findChapter(story, condition.chapterId)?.title ?? t('app.opening')
    case 'blocks':
      return condition.name
  }
}

/** Whether the name of a condition is user text. */
export function isNameWritten(condition: BlockCondition): boolean {
  return condition.kind === 'character'
    ? condition.characterId !== null
    : condition.kind === 'chapter' || condition.kind === 'blocks'
}

/** The conditions for filtering the blocks of a story, with the number of blocks that meet each: grouped by kind, characters in cast order. */
export function conditionsOf(
  story: Story,
  counts: Readonly<Record<BlockState['kind'], number>>,
): readonly CountedCondition[] {
  const blocks = blocksOf(story)
  const narrated = narratedSpeechOf(story).size
  const spoken = characterBlocksOf(story)
  const sections = sectionsOf(story)
  const noted = blocks.filter(({ notes }) => notes !== '').length
  return [
    ...FILTER_STATES.map((state) => ({ condition: { kind: 'state', state } as const, count: counts[state] })),
    ...BLOCK_MARKS.map((mark) => ({
      condition: { kind: 'mark', mark } as const,
      count: blocks.filter((block) => block.mark === mark).length,
    })),
    { condition: { kind: 'notes' }, count: noted },
    ...(narrated === 0 ? [] : [{ condition: { kind: 'narratedSpeech' } as const, count: narrated }]),
    ...[...story.cast.map(({ id }) => id), null].flatMap((characterId) => {
      const count = spoken.get(characterId)?.length ?? 0
      return count === 0 ? [] : [{ condition: { kind: 'character', characterId } as const, count }]
    }),
    ...(sections.length < 2
      ? []
      : sections.map((section) => ({
          condition: { kind: 'chapter', chapterId: section.chapter?.id ?? null } as const,
          count: section.blocks.length,
        }))),
  ]
}

/** “12 of 60 blocks”. */
export function shownOf(t: TFunction, shown: number, story: Story): string {
  return t('script.filter.of', {
    formatted: formatCount(shown),
    total: formatCount(blocksOf(story).length),
  })
}
