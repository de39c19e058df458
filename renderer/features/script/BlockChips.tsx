import type { Block } from '../../../shared/story/records.ts'
import { hasOwnPace } from '../../../shared/story/fitForecast.ts'
import { settingsOf } from '../../../shared/story/selectors.ts'
import { isEmotional } from '../../../shared/story/speechSettings.ts'
import type { VibeRef } from '../../../shared/story/speechSettings.ts'
import { useForecasts, useForecastText } from '../../hooks/forecast.ts'
import { useVibeProblem } from '../../hooks/vibeLibrary.ts'
import { useAppState } from '../../hooks/app.ts'
import { useStoryState } from '../../hooks/session.ts'
import { formatSpeed } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Chip } from '../../ui/Chip.tsx'
import styles from './BlockRow.module.css'

/** What a block has of its own: its name, and the settings that it does not inherit. */
export function BlockChips({ block }: { readonly block: Block }) {
  const { t } = useTranslation()
  const voice = useAppState(({ voices }) => voices.find(({ id }) => id === block.voiceId)?.name)
  const isExpressive = useStoryState(({ story }) => isEmotional(settingsOf(story, block)))
  const { model, speed, vibe } = block
  const texts = [
    voice ?? block.voiceId,
    model && t(`inspector.models.${model}`),
    speed === null ? null : t('units.speed', { value: formatSpeed(speed) }),
    isExpressive && block.emotion,
    isExpressive && block.customPrompt !== null ? t('inspector.settings.customPrompt') : null,
  ].filter((text): text is string => typeof text === 'string' && text !== '')
  const ownVibe = isExpressive && vibe !== null && vibe !== 'none' ? vibe : null
  return (
    <>
      {block.name === '' ? null : (
        <span className={styles.title} dir="auto" title={block.name}>
          {block.name}
        </span>
      )}
      {texts.length === 0 && ownVibe === null ? null : (
        <div className={styles.chips}>
          {texts.map((text) => (
            <Chip key={text} size="small" title={text}>
              {text}
            </Chip>
          ))}
          {ownVibe === null ? null : <VibeChip vibe={ownVibe} />}
        </div>
      )}
      {hasOwnPace(block) ? <FitChip block={block} /> : null}
    </>
  )
}

/** Marks a block that will sound rushed or dragged, and says why. */
function FitChip({ block }: { readonly block: Block }) {
  const { t } = useTranslation()
  const [forecast] = useForecasts([block.id])
  const textOf = useForecastText()
  if (forecast === undefined) return null
  const text = textOf(forecast)
  return (
    <div className={styles.chips}>
      <Chip size="small" dot="--warn" title={text}>
        {t(`inspector.fit.${forecast.kind}`)}
        <span className="visually-hidden">{text}</span>
      </Chip>
    </div>
  )
}

/** A block's vibe. A vibe that the service no longer has is marked, and the mark says what to do. */
export function VibeChip({ vibe }: { readonly vibe: VibeRef }) {
  const { t } = useTranslation()
  const problem = useVibeProblem(vibe)
  const { name } = vibe
  if (problem === null) {
    const text = t('vibes.chip', { name })
    return (
      <Chip size="small" title={text}>
        {text}
      </Chip>
    )
  }
  const text = t(problem.kind === 'gone' ? 'vibes.chipGone' : 'vibes.chipChanged', { name })
  return (
    <Chip size="small" dot="--warn" title={`${text}\n${problem.text}`}>
      {text}
      <span className="visually-hidden">{problem.text}</span>
    </Chip>
  )
}
