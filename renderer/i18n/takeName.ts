import type { TFunction } from 'i18next'
import type { BlockTake } from '../../shared/story/blockTakes.ts'

/** What a take is called: as the writer named it, otherwise by its number. */
export function takeName(t: TFunction, { take, number }: BlockTake): string {
  if (take.name !== '') return take.name
  return take.kind === 'recording' ? t('takes.recording') : t('takes.take', { number })
}
