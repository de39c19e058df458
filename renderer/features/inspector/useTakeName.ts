import type { BlockTake } from '../../../shared/story/blockTakes.ts'
import { takeName } from '../../i18n/takeName.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'

/** What a take is called, in the language that is shown. */
export function useTakeName(blockTake: BlockTake): string {
  const { t } = useTranslation()
  return takeName(t, blockTake)
}
