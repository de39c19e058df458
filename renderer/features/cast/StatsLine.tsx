import type { SpeakerStats } from '../../../shared/story/castStats.ts'
import { useIsFree } from '../../hooks/session.ts'
import { formatClock, formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'

/** What a member of the cast says, how much of that is rendered, and what the rest costs. */
export function StatsLine({ stats }: { readonly stats: SpeakerStats }) {
  const { t } = useTranslation()
  const isFree = useIsFree()
  const { blocks, characters, madeMs, estimatedMs, missingCredits } = stats
  if (blocks === 0) return <span>{t('cast.noBlocks')}</span>
  const facts = [
    t('units.blocks', { count: blocks }),
    t('cast.letters', { count: characters, formatted: formatCount(characters) }),
    ...(madeMs === 0 ? [] : [t('cast.made', { length: formatClock(madeMs) })]),
    estimatedMs === 0 ? t('cast.allMade') : t('cast.toMake', { length: formatClock(estimatedMs) }),
    ...(isFree || missingCredits === 0 ? [] : [t('units.estimate', { count: missingCredits })]),
  ]
  return <span>{facts.join(' · ')}</span>
}
