import type { BlockTake } from '../../../shared/story/blockTakes.ts'
import { takeName } from '../../i18n/takeName.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'

/** The name of a take, in the page's language. */
export function useTakeName(blockTake: BlockTake): string {
  const { t } = useTranslation()
  return takeName(t, blockTake)
}
