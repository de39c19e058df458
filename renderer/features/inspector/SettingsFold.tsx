import { ChevronDown, ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { DEFAULT_MODEL } from '../../../shared/speech-api/models.ts'
import type { Block } from '../../../shared/story/records.ts'
import { settingsOf } from '../../../shared/story/selectors.ts'
import { isPinned, silenceBeforeOf } from '../../../shared/story/silences.ts'
import { isEmotional } from '../../../shared/story/speechSettings.ts'
import { useAppState } from '../../hooks/app.ts'
import { useBlockTakes } from '../../hooks/takes.ts'
import { useEditor, useStory, useSession } from '../../hooks/session.ts'
import { useVibeProblem } from '../../hooks/vibeLibrary.ts'
import { useArePlainVoices, useVoiceProblem } from '../../hooks/voiceOptions.ts'
import { formatSeconds, formatSpeed } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { emotionName } from '../../i18n/voiceText.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Warning } from '../../ui/Warning.tsx'
import { foldSettings } from '../../stores/editorStore.ts'
import styles from './Inspector.module.css'

/** The number of takes from which a block's settings fold by default, to keep its takes in view. */
const SEVERAL = 2

interface SettingsFoldProps {
  readonly block: Block
  /** Shown below the line while the settings are folded. */
  readonly warnings: ReactNode
  /** The fields, with their warnings. */
  readonly children: ReactNode
}

/** The settings of one block, which fold to a line that summarises them, once the block has a take. */
export function SettingsFold({ block, warnings, children }: SettingsFoldProps) {
  const { t } = useTranslation()
  const session = useSession()
  const takes = useBlockTakes(block.id).length
  const isOpen = useEditor(({ areSettingsOpen }) => areSettingsOpen ?? takes < SEVERAL)
  if (takes === 0) return children
  const Chevron = isOpen ? ChevronUp : ChevronDown
  return (
    <>
      <div className={styles.settings}>
        {isOpen ? <span className={styles.space} /> : <SettingChips block={block} />}
        <Button
          tone="quiet"
          size="small"
          aria-expanded={isOpen}
          onPress={() => foldSettings(session.editor, isOpen)}
        >
          {t('inspector.settingsTitle')}
          <Chevron size={14} aria-hidden="true" />
        </Button>
      </div>
      {isOpen ? (
        children
      ) : (
        <>
          {warnings}
          <SettingProblems block={block} />
        </>
      )}
    </>
  )
}

/** Problems with a block's voice or vibe, which the folded fields would show. */
function SettingProblems({ block }: { readonly block: Block }) {
  const settings = useStory((story) => settingsOf(story, block))
  const voice = useVoiceProblem(settings.voiceId)
  const vibe = useVibeProblem(isEmotional(settings) ? settings.vibe : null)
  return (
    <>
      {voice === null ? null : <Warning {...voice} />}
      {vibe === null ? null : <Warning {...vibe} />}
    </>
  )
}

/** The settings of a block, in one line: its own overrides stand out. */
function SettingChips({ block }: { readonly block: Block }) {
  const { t } = useTranslation()
  const settings = useStory((story) => settingsOf(story, block))
  const silenceMs = useStory((story) => silenceBeforeOf(story, block))
  const { voiceId, model, speed, emotion, vibe } = settings
  const voice = useAppState(({ voices }) => voices.find(({ id }) => id === voiceId)?.name ?? voiceId)
  const seconds = (ms: number) => `${formatSeconds(ms)} ${t('inspector.secondsUnit')}`
  const acts = isEmotional(settings)
  // A natural voice has one model; another one that is left from an earlier voice can be removed.
  const hasModel = !useArePlainVoices([voiceId]) || model !== DEFAULT_MODEL
  const chips: readonly (readonly [text: string, isOwn: boolean])[] = [
    [voice, block.voiceId !== null],
    [hasModel ? t(`inspector.models.${model}`) : '', block.model !== null],
    [t('units.speed', { value: formatSpeed(speed) }), block.speed !== null],
    [acts ? emotionName(t, emotion) : '', block.emotion !== null],
    [acts && typeof vibe === 'object' && vibe !== null ? vibe.name : '', block.vibe !== null],
    [isPinned(block) ? t('inspector.silenceChip', { time: seconds(silenceMs) }) : '', true],
    [block.durationMs === null ? '' : t('inspector.durationChip', { time: seconds(block.durationMs) }), true],
  ]
  return (
    <div className={styles.chips}>
      {chips.map(([text, isOwn]) =>
        text === '' ? null : (
          <Chip key={text} size="small" isOwn={isOwn} title={text}>
            {text}
          </Chip>
        ),
      )}
    </div>
  )
}
