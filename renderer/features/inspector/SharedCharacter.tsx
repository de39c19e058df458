import { characterIdSchema } from '../../../shared/story/records.ts'
import type { CharacterId } from '../../../shared/story/records.ts'
import { giveTo } from '../../actions/speaking.ts'
import type { MixedValues } from '../../fields/SpeechSettingsFields.tsx'
import { useEditor, useOfStory, useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { ComboField } from '../../ui/ComboField.tsx'

const NO_CHARACTER = 'none'

interface SharedCharacterProps {
  readonly mixed: MixedValues
  /** The character of them all, where they have the same. */
  readonly value: CharacterId | null
}

/** The character of several selected blocks. */
export function SharedCharacter({ mixed, value }: SharedCharacterProps) {
  const { t } = useTranslation()
  const session = useSession()
  const selection = useEditor((state) => state.selection)
  const characters = useOfStory((story) => story.cast)
  const values = mixed.get('characterId')
  const cast = [
    { id: NO_CHARACTER, name: t('script.noCharacter') },
    ...characters.map(({ id, name }) => ({ id, name })),
  ]
  return (
    <ComboField
      label={t('inspector.character')}
      value={values ? '' : (value ?? NO_CHARACTER)}
      {...(values && { placeholder: t('inspector.mixedCharacters', { count: values.length }) })}
      options={cast}
      emptyText={t('inspector.noMatch')}
      onChange={(id) => {
        giveTo(session, selection, id === NO_CHARACTER ? null : characterIdSchema.parse(id))
      }}
    />
  )
}
