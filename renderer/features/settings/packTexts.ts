import type { TFunction } from 'i18next'
import type { PackView } from '../../../shared/ipc/voicePacksContract.ts'
import { formatSize } from '../../i18n/formatSize.ts'

export function formatPackSize(t: TFunction, { size, state }: PackView): string {
  if (state.kind === 'here') return formatSize(t, state.bytes)
  if (size === null) return t('packs.notStated')
  const text = formatSize(t, size.bytes)
  return size.isExact ? text : t('packs.aboutSize', { size: text })
}

/** Whether audio of the voice may be sold, in words. */
export function commercialText(t: TFunction, { licence }: PackView): string {
  if (licence.allowsCommercialUse === true) return t('packs.commercial')
  if (licence.allowsCommercialUse === false) return t('packs.notCommercial')
  return t('packs.commercialUnknown')
}
