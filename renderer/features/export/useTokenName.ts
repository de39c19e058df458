import type { NameToken } from '../../../shared/export/fileNames.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'

/** Gives what a piece of a name is called. */
export function useTokenName(): (token: NameToken) => string {
  const { t } = useTranslation()
  return (token) => {
    if (token.kind === 'text') return `“${token.text}”`
    const digits = token.part === 'n' && token.digits > 1 ? ` ${'1'.padStart(token.digits, '0')}` : ''
    return `${t(`exports.nameParts.${token.part}`)}${digits}`
  }
}
