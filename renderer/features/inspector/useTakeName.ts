import type { BlockTake } from '../../../shared/story/blockTakes.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'

/** What a take is called: as the writer named it, otherwise by its number. */
export function useTakeName({ take, number }: BlockTake): string {
  const { t } = useTranslation()
  if (take.name !== '') return take.name
  return take.kind === 'recording' ? t('takes.recording') : t('takes.take', { number })
}
