import { useRef, useState } from 'react'
import { speakerKey } from '../../../shared/import/source.ts'
import { MAX_LABEL } from '../../../shared/story/limits.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { MenuButton } from '../../ui/MenuButton.tsx'
import styles from './Import.module.css'

interface SpeakerNameProps {
  /** As the writer named the speaker, or as the text does. */
  readonly name: string
  /** As the text names the speaker. */
  readonly ownName: string
  /** The names of all speakers. */
  readonly names: readonly string[]
  /** Names the speaker; undefined for the name in the text. The name of another speaker makes both one. */
  readonly onName: (name: string | undefined) => void
}

/** The name of a speaker: a click merges it with another or renames it, and so does F2. */
export function SpeakerName({ name, ownName, names, onName }: SpeakerNameProps) {
  const { t } = useTranslation()
  /** The name before the one that is typed; null while none is. */
  const [before, setBefore] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  /** Whether the field is to come once the menu has given the focus back to its button: an open menu keeps it. */
  const isNext = useRef(false)
  const end = () => {
    setBefore(null)
    if (name.trim() === '') onName(undefined)
  }
  const endByKey = () => {
    end()
    // The button is there once this is drawn.
    requestAnimationFrame(() => box.current?.querySelector('button')?.focus())
  }
  const rename = () => {
    setBefore(name)
  }
  const others = names.filter((other) => speakerKey(other) !== speakerKey(name))
  return (
    <div
      ref={box}
      onFocus={({ target }) => {
        if (!isNext.current || box.current?.contains(target) !== true) return
        isNext.current = false
        rename()
      }}
      onKeyDown={(event) => {
        if (event.key === 'F2' && before === null) rename()
      }}
    >
      {before === null ? (
        <MenuButton
          label={t('imports.speakerMenu', { name })}
          className={styles.speakerName}
          entries={[
            {
              id: 'rename',
              label: t('imports.renameSpeaker'),
              shortcut: 'F2',
              onAction: () => {
                isNext.current = true
              },
            },
            ...(name === ownName
              ? []
              : [
                  {
                    id: 'own',
                    label: t('imports.ownName', { name: ownName }),
                    onAction: () => {
                      onName(undefined)
                    },
                  },
                ]),
            ...others.map((other, index) => ({
              id: `merge ${other}`,
              label: t('imports.mergeWith', { name: other }),
              startsGroup: index === 0,
              onAction: () => {
                onName(other)
              },
            })),
          ]}
        >
          <span dir="auto">{name}</span>
        </MenuButton>
      ) : (
        <input
          className={styles.speakerField}
          dir="auto"
          autoFocus
          aria-label={t('imports.speakerName', { name: ownName })}
          maxLength={MAX_LABEL}
          value={name}
          onChange={(event) => {
            onName(event.target.value)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== 'Escape') return
            event.preventDefault()
            event.stopPropagation() // Escape would close the review
            endByKey()
            if (event.key === 'Escape') onName(before)
          }}
          onBlur={end}
        />
      )}
    </div>
  )
}
