import { patchSilenceRules } from '../../../shared/story/castCommands.ts'
import { isSameValue } from '../../../shared/story/changes.ts'
import { MAX_SILENCE_MS } from '../../../shared/story/limits.ts'
import {
  CALM_SILENCES,
  NATURAL_SILENCES,
  NO_SILENCES,
  SILENCE_BOUNDARIES,
} from '../../../shared/story/records.ts'
import type { SilenceRules } from '../../../shared/story/records.ts'
import { countSilences } from '../../../shared/story/silences.ts'
import { useAudioState, useOfStory, useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { isHeardWhole } from '../../stores/timing.ts'
import { storyOf } from '../../stores/app.ts'
import { SecondsField } from '../../ui/SecondsField.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import styles from './Inspector.module.css'

const PRESETS = { none: NO_SILENCES, natural: NATURAL_SILENCES, calm: CALM_SILENCES } as const
const PRESET_NAMES = ['none', 'natural', 'calm'] as const

/** The silences of the story's rules: one for each boundary, or all of them at once. */
export function SilenceRulesFields() {
  const { t } = useTranslation()
  const session = useSession()
  const rules = useOfStory((story) => story.info.silenceRules)
  const ruled = useOfStory((story) => countSilences(story).ruled)
  const pinned = useOfStory((story) => countSilences(story).pinned)
  const audio = useAudioState((state) => state)
  const isWhole = useOfStory((story) => isHeardWhole(story, audio))
  const preset = PRESET_NAMES.find((name) => isSameValue(PRESETS[name], rules)) ?? null
  return (
    <section className={styles.rules} aria-label={t('inspector.rules.title')}>
      <h2 className={styles.title}>{t('inspector.rules.title')}</h2>
      <SegmentField
        label={t('inspector.rules.preset')}
        value={preset}
        options={PRESET_NAMES.map((name) => ({ id: name, name: t(`inspector.rules.presets.${name}`) }))}
        onChange={(name) => patch(PRESETS[name])}
      />
      <div className={styles.pair}>
        {SILENCE_BOUNDARIES.map((boundary) => (
          <SecondsField
            key={boundary}
            label={t(`inspector.rules.${boundary}`)}
            unit={t('inspector.secondsUnit')}
            valueMs={rules[boundary]}
            maxMs={MAX_SILENCE_MS}
            onChange={(value) => patch({ [boundary]: value ?? 0 }, `rules:${boundary}`)}
          />
        ))}
      </div>
      <p className={styles.empty} role="status">
        {t('inspector.rules.ruled', { count: ruled })} {t('inspector.rules.pinned', { count: pinned })}
      </p>
      <p className={styles.empty}>{t(isWhole ? 'inspector.rules.whole' : 'inspector.rules.free')}</p>
    </section>
  )

  function patch(values: Partial<SilenceRules>, coalesce?: string): void {
    session.edit('edits.silenceRules', patchSilenceRules(storyOf(session), values), coalesce)
  }
}
