import { Label, Radio, RadioGroup } from 'react-aria-components'
import { patchCharacter, patchDefaults } from '../../../shared/story/castCommands.ts'
import { NO_STATS, type SpeakerStats } from '../../../shared/story/storyCounts.ts'
import { MAX_NOTES } from '../../../shared/story/limits.ts'
import { type Character, CHARACTER_COLORS, type CharacterId } from '../../../shared/story/records.ts'
import { findCharacter } from '../../../shared/story/selectors.ts'
import { giveVoice } from '../../../shared/story/unreadBlocks.ts'
import { GainField } from '../../fields/GainField.tsx'
import { SpeechSettingsFields } from '../../fields/SpeechSettingsFields.tsx'
import { UnreadBlocksWarning } from '../../fields/UnreadWarning.tsx'
import { useSpeedText } from '../../hooks/forecast.ts'
import { useCastStats, useIsFree, useNewName, useSession, useStory } from '../../hooks/session.ts'
import { formatClock, formatCount } from '../../i18n/format.ts'
import type { TextKey } from '../../i18n/textKeys.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { storyOf } from '../../stores/app.ts'
import fieldStyles from '../../ui/Field.module.css'
import { SegmentField } from '../../ui/SegmentField.tsx'
import { TextAreaField, TextField } from '../../ui/TextField.tsx'
import { Warning } from '../../ui/Warning.tsx'
import { characterColor } from '../../ui/characterColor.ts'
import styles from './Cast.module.css'

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

/** How blocks without a character are spoken. */
export function DefaultFields() {
  const session = useSession()
  const defaults = useStory((story) => story.info.defaults)
  return (
    <SpeechSettingsFields
      settings={defaults}
      voiceFor={{ kind: 'story' }}
      voiceWarning={<UnreadOf id={null} />}
      onChange={(patch, { label, coalesceKey }) => {
        const story = storyOf(session)
        session.edit(label, patchDefaults(story, patch), coalesceKey && `${coalesceKey}:defaults`)
      }}
    />
  )
}

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

/** Warns about blocks that the voice of a character, or of the story (null), cannot read. */
function UnreadOf({ id }: { readonly id: CharacterId | null }) {
  const session = useSession()
  return (
    <UnreadBlocksWarning
      isOf={({ characterId, voiceId }, story) =>
        voiceId === null && (findCharacter(story, characterId)?.id ?? null) === id
      }
      onUse={(ids, voiceId) => {
        session.edit('edits.voiceId', giveVoice(storyOf(session), ids, voiceId))
      }}
    />
  )
}
