import { AudioLines, BookOpen, ChevronRight, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { MenuItem } from 'react-aria-components'
import { useAppState } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { describeVoice } from '../../i18n/voiceText.ts'
import { characterColor } from '../../ui/characterColor.ts'
import type { PaletteEntry } from './findEntries.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import styles from './Palette.module.css'

interface PaletteItemProps {
  readonly id: string
  readonly entry: PaletteEntry
  readonly onAction: () => void
}

/** One thing that the palette found. */
export function PaletteItem({ id, entry, onAction }: PaletteItemProps) {
  const { t } = useTranslation()
  const voices = useAppState((state) => state.voices)
  const { icon, label, detail = null, keys, text } = factsOf()
  return (
    <MenuItem
      id={id}
      className={styles.item ?? ''}
      textValue={text ?? (typeof label === 'string' ? label : '')}
      isDisabled={
        (entry.kind === 'command' && !entry.command.isEnabled) ||
        (entry.kind === 'place' && !entry.place.isEnabled)
      }
      onAction={onAction}
    >
      <span className={styles.icon}>{icon}</span>
      <span className={styles.label} dir="auto">
        {label}
      </span>
      {detail === null ? null : <span className={styles.detail}>{detail}</span>}
      {keys === undefined ? null : (
        <span className={styles.keys}>
          <Kbd>{keys}</Kbd>
        </span>
      )}
    </MenuItem>
  )

  function factsOf(): {
    readonly icon: ReactNode
    readonly label: ReactNode
    readonly detail?: string
    readonly keys?: string | undefined
    readonly text?: string
  } {
    switch (entry.kind) {
      case 'command':
        return { icon: <ChevronRight size={15} />, label: entry.command.label, keys: entry.command.keys }
      case 'place':
        return { icon: <ChevronRight size={15} />, label: entry.place.label, detail: entry.place.within }
      case 'give':
        return { icon: <UserRound size={15} />, label: t('palette.give', { name: entry.character.name }) }
      case 'character': {
        const { name, color, settings } = entry.character
        return {
          icon: (
            <span className={styles.face} style={characterColor(color)}>
              {[...name.trim()][0]?.toUpperCase() ?? '?'}
            </span>
          ),
          label: name,
          detail: t('palette.characterFacts', {
            voice: voices.find((voice) => voice.id === settings.voiceId)?.name ?? settings.voiceId,
            model: t(`inspector.models.${settings.model}`),
            blocks: t('units.blocks', { count: entry.blocks }),
          }),
        }
      }
      case 'chapter':
        return {
          icon: <BookOpen size={15} />,
          label: t('app.chapterN', { number: entry.number, title: entry.chapter.title }),
        }
      case 'voice':
        return {
          icon: <AudioLines size={15} />,
          label: entry.voice.name,
          detail: describeVoice(t, entry.voice),
        }
      case 'block': {
        const { before, match, after } = entry.excerpt
        return {
          icon: entry.number,
          label: (
            <span className={styles.words}>
              {before}
              <mark>{match}</mark>
              {after}
            </span>
          ),
          text: `${before}${match}${after}`,
        }
      }
    }
  }
}
