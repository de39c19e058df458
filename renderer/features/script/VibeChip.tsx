import { useTranslation } from 'react-i18next'
import type { VibeRef } from '../../../shared/story/speechSettings.ts'
import { useVibeProblem } from '../../hooks/vibeLibrary.ts'
import { Chip } from '../../ui/Chip.tsx'

/** A block's vibe. A vibe that the service no longer has is marked, and the mark says what to do. */
export function VibeChip({ vibe }: { readonly vibe: VibeRef }) {
  const { t } = useTranslation()
  const problem = useVibeProblem(vibe)
  const { name } = vibe
  if (problem === null) return <Chip size="small">{t('vibes.chip', { name })}</Chip>
  return (
    <span title={problem.text}>
      <Chip size="small" dot="--warn">
        {t(problem.kind === 'gone' ? 'vibes.chipGone' : 'vibes.chipChanged', { name })}
        <span className="visually-hidden">{problem.text}</span>
      </Chip>
    </span>
  )
}
