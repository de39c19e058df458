import type { Block } from '../../../shared/story/records.ts'
import { hasOwnPace } from '../../../shared/story/fitForecast.ts'
import { settingsOf } from '../../../shared/story/selectors.ts'
import { isEmotional, type VibeRef } from '../../../shared/story/speechSettings.ts'
import { useForecasts, useForecastText } from '../../hooks/forecast.ts'
import { useVibeProblem } from '../../hooks/vibeLibrary.ts'
import { useAppState } from '../../hooks/app.ts'
import { useOfStory } from '../../hooks/session.ts'
import { formatSpeed } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Chip } from '../../ui/Chip.tsx'
import styles from './BlockRow.module.css'

/** Fewer characters than a line of the script has in its usual width. */
const LINE_CHARACTERS = 60
/** More chips have lines of their own. */
const MOST_IN_LINE = 3

/** What a block has of its own: its name, and the settings that it does not inherit. */
export function BlockChips({ block }: { readonly block: Block }) {
  const { t } = useTranslation()
  const voice = useAppState(({ voices }) => voices.find(({ id }) => id === block.voiceId)?.name)
  const isExpressive = useOfStory((story) => isEmotional(settingsOf(story, block)))
  const { model, speed, vibe } = block
  const texts = [
    voice ?? block.voiceId,
    model && t(`inspector.models.${model}`),
    speed === null ? null : t('units.speed', { value: formatSpeed(speed) }),
    isExpressive && block.emotion,
    isExpressive && block.customPrompt !== null ? t('inspector.settings.customPrompt') : null,
  ].filter((text): text is string => typeof text === 'string' && text !== '')
  const ownVibe = isExpressive && vibe !== null && vibe !== 'none' ? vibe : null
  const hasPace = hasOwnPace(block)
  const count = texts.length + Number(ownVibe !== null) + Number(hasPace)
  if (block.name === '' && count === 0) return null
  const lines = Math.ceil(block.text.length / LINE_CHARACTERS)
  return (
    <div
      className={styles.chips}
      data-under={(block.name === '' && count < lines) || undefined}
      data-many={count > MOST_IN_LINE || undefined}
    >
      {block.name === '' ? null : <BlockName name={block.name} />}
      {texts.map((text) => (
        <Chip key={text} size="small" title={text}>
          {text}
        </Chip>
      ))}
      {ownVibe === null ? null : <VibeChip vibe={ownVibe} />}
      {hasPace ? <FitChip block={block} /> : null}
    </div>
  )
}

/** Characters at the end of a name that stay, however little room there is: ids of lines differ there. */
const NAME_END = 7

/** A block's name, cut in its middle if there is no room for it. */
function BlockName({ name }: { readonly name: string }) {
  const at = Math.max(0, name.length - NAME_END)
  return (
    <span className={styles.title} dir="auto" title={name}>
      <span className="visually-hidden">{name}</span>
      <span className={styles.titleStart} aria-hidden="true">
        {name.slice(0, at)}
      </span>
      <span aria-hidden="true">{name.slice(at)}</span>
    </span>
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
    <Chip size="small" dot="--warn" title={text}>
      {t(`inspector.fit.${forecast.kind}`)}
      <span className="visually-hidden">{text}</span>
    </Chip>
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
