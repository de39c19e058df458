import { useTranslation } from 'react-i18next'
import type { VibeRef } from '../../../shared/story/speechSettings.ts'
import { useVibeTrouble } from '../../hooks/vibeLibrary.ts'
import { Chip } from '../../ui/Chip.tsx'

/** A block's vibe; one that the service no longer has is marked, and says what to do. */
export function VibeChip({ vibe }: { readonly vibe: VibeRef }) {
  const { t } = useTranslation()
  const trouble = useVibeTrouble(vibe)
  const { name } = vibe
  if (trouble === null) return <Chip size="small">{t('vibes.chip', { name })}</Chip>
  return (
    <span title={trouble.text}>
      <Chip size="small" dot="--warn">
        {t(trouble.kind === 'gone' ? 'vibes.chipGone' : 'vibes.chipChanged', { name })}
        <span className="visually-hidden">{trouble.text}</span>
      </Chip>
    </span>
  )
}
