/** How flat bars are distinguished: by their character's colour, and by whether their audio is rendered. */
import { blocksOf, findCharacter } from '../../../shared/story/selectors.ts'
import { isMade } from '../../stores/blockState.ts'
import type { View } from './view.ts'

/** The look of a clip as a number: clips of the same number look the same. */
export function lookOf({ story, states }: Pick<View, 'story' | 'states'>, index: number): number {
  const block = blocksOf(story)[index]
  if (block === undefined) return 0
  const color = findCharacter(story, block.characterId)?.color ?? 0
  return color * 2 + (isMade(states.get(block.id)?.kind ?? 'notMade') ? 1 : 0)
}

/** The colour token of a look. */
export function tokenOf(look: number): string {
  return `--c${look >> 1}`
}

/** Whether the audio of a look's clips is rendered. */
export function isMadeIn(look: number): boolean {
  return look % 2 === 1
}
