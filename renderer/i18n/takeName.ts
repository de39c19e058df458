import type { TFunction } from 'i18next'
import type { BlockTake } from '../../shared/story/blockTakes.ts'

/** The name of a take: the writer's own, otherwise its number. */
export function takeName(t: TFunction, { take, number }: BlockTake): string {
  if (take.name !== '') return take.name
  return take.kind === 'recording' ? t('takes.recording') : t('takes.take', { number })
}
