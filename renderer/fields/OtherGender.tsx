import { GENDERS } from '../../shared/story/records.ts'
import type { GenderCounts } from '../../shared/voices/casting.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Warning } from '../ui/Warning.tsx'

/** Warns of people whose voices are of the other gender, because the language has no natural voice of their own. */
export function OtherGender({ counts }: { readonly counts: GenderCounts }) {
  const { t } = useTranslation()
  const told = GENDERS.filter((gender) => counts[gender] > 0)
  if (told.length === 0) return null
  const sentences = told.map((gender) => t(`cast.casting.otherGender.${gender}`, { count: counts[gender] }))
  return <Warning text={[...sentences, t('cast.casting.otherGenderHelp')].join(' ')} />
}
