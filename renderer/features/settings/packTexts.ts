import type { TFunction } from 'i18next'
import type { PackView } from '../../../shared/ipc/voicePacksContract.ts'
import { localeFormats } from '../../i18n/locale.ts'

/** A size on the disk in MB or GB, as decimal units. */
export function formatBytes(t: TFunction, bytes: number): string {
  const { decimal } = localeFormats()
  return bytes < 1e9
    ? t('packs.megabytes', { value: decimal(bytes / 1e6, 0, bytes < 1e7 ? 1 : 0) })
    : t('packs.gigabytes', { value: decimal(bytes / 1e9, 0, 1) })
}

export function formatPackSize(t: TFunction, { size, state }: PackView): string {
  if (state.kind === 'here') return formatBytes(t, state.bytes)
  if (size === null) return t('packs.notStated')
  const text = formatBytes(t, size.bytes)
  return size.isExact ? text : t('packs.aboutSize', { size: text })
}

/** Whether audio of the voice may be sold, in words. */
export function commercialText(t: TFunction, { licence, remark }: PackView): string {
  if (licence.allowsCommercialUse === true) return t('packs.commercial')
  if (licence.allowsCommercialUse === false) return t('packs.notCommercial')
  return remark === null ? t('packs.commercialUnknown') : t('packs.begunFromLessac')
}
