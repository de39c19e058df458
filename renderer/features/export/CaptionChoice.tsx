import { useShallow } from 'zustand/react/shallow'
import type { CaptionFormatName } from '../../../shared/captions/captionFormats.ts'
import type { Story } from '../../../shared/story/story.ts'
import { useAudioState } from '../../hooks/world.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { isHeardWhole } from '../../stores/timing.ts'
import { SwitchField } from '../../ui/SwitchField.tsx'
import styles from './CaptionChoice.module.css'

/** What is chosen together: each group is one kind of use. */
const GROUPS = {
  captions: ['srt', 'vtt'],
  chapters: ['youtube', 'podcast'],
  times: ['json', 'audacity'],
} as const satisfies Readonly<Record<string, readonly CaptionFormatName[]>>
const GROUP_NAMES = ['captions', 'chapters', 'times'] as const

interface CaptionChoiceProps {
  readonly story: Story
  readonly chosen: readonly CaptionFormatName[]
  readonly onChange: (chosen: readonly CaptionFormatName[]) => void
}

/** Which files with the times of the words are written beside the audio. Without times there are none. */
export function CaptionChoice({ story, chosen, onChange }: CaptionChoiceProps) {
  const { t } = useTranslation()
  const hasNoTimes = useAudioState(
    useShallow(({ takes, allTakes, render }) => isHeardWhole(story, { takes, allTakes, render })),
  )
  if (hasNoTimes) return <p>{t('exports.noTimes')}</p>
  return (
    <div role="group" aria-label={t('exports.beside')} className={styles.group}>
      {GROUP_NAMES.map((group) => {
        const formats: readonly CaptionFormatName[] = GROUPS[group]
        const others = chosen.filter((format) => !formats.includes(format))
        return (
          <SwitchField
            key={group}
            label={t(`exports.besideFiles.${group}`)}
            hint={t(`exports.besideNotes.${group}`)}
            isOn={others.length < chosen.length}
            onChange={(isOn) => {
              onChange(isOn ? [...others, ...formats] : others)
            }}
          />
        )
      })}
    </div>
  )
}
