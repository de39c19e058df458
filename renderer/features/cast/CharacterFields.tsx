import { Label, Radio, RadioGroup } from 'react-aria-components'
import { patchCharacter } from '../../../shared/story/castCommands.ts'
import { NO_STATS } from '../../../shared/story/castStats.ts'
import { MAX_NOTES } from '../../../shared/story/limits.ts'
import { CHARACTER_COLORS, type Character } from '../../../shared/story/records.ts'
import { GainField } from '../../fields/GainField.tsx'
import { SpeechSettingsFields } from '../../fields/SpeechSettingsFields.tsx'
import { useSpeedText } from '../../hooks/forecast.ts'
import { useNewName } from '../../hooks/newName.ts'
import { useCastStats, useSession } from '../../hooks/session.ts'
import type { TextKey } from '../../i18n/textKeys.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { storyOf } from '../../stores/app.ts'
import fieldStyles from '../../ui/Field.module.css'
import { SegmentField } from '../../ui/SegmentField.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Warning } from '../../ui/Warning.tsx'
import { characterColor } from '../../ui/characterColor.ts'
import styles from './Cast.module.css'
import { StatsLine } from './StatsLine.tsx'
import { UnreadOf } from './UnreadOf.tsx'

/** A character's name and colour, how it speaks, and the writer's notes. */
export function CharacterFields({ character }: { readonly character: Character }) {
  const { t } = useTranslation()
  const nameField = useNewName(character.id)
  const session = useSession()
  const stats = useCastStats().bySpeaker.get(character.id) ?? NO_STATS
  const speedText = useSpeedText(character.settings.speed, stats.estimatedMs)
  const patch = (changed: Parameters<typeof patchCharacter>[2], label: TextKey, coalesceKey?: string) => {
    session.edit(label, patchCharacter(storyOf(session), character.id, changed), coalesceKey)
  }
  return (
    <>
      <TextField
        label={t('inspector.characterName')}
        inputRef={nameField}
        value={character.name}
        onChange={(name) => {
          patch({ name }, 'edits.rename', `name:${character.id}`)
        }}
      />
      <p className={styles.stats}>
        <StatsLine stats={stats} />
      </p>
      <ColorField
        value={character.color}
        onChange={(color) => {
          patch({ color }, 'edits.color')
        }}
      />
      <SegmentField
        label={t('cast.gender')}
        value={character.gender ?? 'none'}
        options={(['woman', 'man', 'none'] as const).map((id) => ({ id, name: t(`cast.genders.${id}`) }))}
        onChange={(gender) => {
          patch({ gender: gender === 'none' ? null : gender }, 'edits.gender')
        }}
      />
      <SpeechSettingsFields
        settings={character.settings}
        voiceFor={{ kind: 'character', id: character.id }}
        voiceWarning={<UnreadOf id={character.id} />}
        onChange={(settings, { label, coalesceKey }) => {
          patch({ settings }, label, coalesceKey && `${coalesceKey}:${character.id}`)
        }}
      />
      <GainField
        gainDb={character.gainDb}
        onChange={(gainDb) => {
          patch({ gainDb }, 'edits.gain', `gain:${character.id}`)
        }}
      />
      {speedText === null ? null : <Warning text={speedText} />}
      <TextAreaField
        label={t('cast.notes')}
        value={character.notes}
        rows={3}
        maxLength={MAX_NOTES}
        placeholder={t('cast.notesPlaceholder')}
        onChange={(notes) => {
          patch({ notes }, 'edits.notes', `notes:${character.id}`)
        }}
      />
    </>
  )
}

const COLORS = Array.from({ length: CHARACTER_COLORS }, (_, index) => index + 1)

/** A character's colour, one of the palette's. */
function ColorField({
  value,
  onChange,
}: {
  readonly value: number
  readonly onChange: (color: number) => void
}) {
  const { t } = useTranslation()
  return (
    <RadioGroup
      className={fieldStyles.field ?? ''}
      orientation="horizontal"
      value={String(value)}
      onChange={(color) => {
        onChange(Number(color))
      }}
    >
      <Label className={fieldStyles.label ?? ''}>{t('inspector.color')}</Label>
      <div className={styles.colors}>
        {COLORS.map((color) => (
          <Radio
            key={color}
            value={String(color)}
            className={styles.color ?? ''}
            style={characterColor(color)}
            aria-label={t('inspector.colorN', { number: color })}
          />
        ))}
      </div>
    </RadioGroup>
  )
}
