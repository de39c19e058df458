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
  /** Who is merged into the speaker, by key, with the names in the text. */
  readonly merged: readonly { readonly key: string; readonly name: string }[]
  /** Names the speaker; undefined for the name in the text. The name of another speaker makes both one. */
  readonly onName: (name: string | undefined) => void
  /** Takes out again who is merged into the speaker. */
  readonly onPart: (key: string) => void
}

/** The name of a speaker: a click merges it with another or renames it, and so does F2. */
export function SpeakerName({ name, ownName, names, merged, onName, onPart }: SpeakerNameProps) {
  const { t } = useTranslation()
  /** The name that is typed; null while none is. It holds from Enter on: a name on the way could be that of another speaker. */
  const [typed, setTyped] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  /** Whether the field is to come once the menu has given the focus back to its button: an open menu keeps it. */
  const isNext = useRef(false)
  const end = (isKept: boolean) => {
    setTyped(null)
    if (isKept && typed !== null && typed !== name) onName(typed.trim() === '' ? undefined : typed)
  }
  const endByKey = (isKept: boolean) => {
    end(isKept)
    // The button is there once this is drawn.
    requestAnimationFrame(() => box.current?.querySelector('button')?.focus())
  }
  const rename = () => {
    setTyped(name)
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
        if (event.key === 'F2' && typed === null) rename()
      }}
    >
      {typed === null ? (
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
            ...merged.map((part, index) => ({
              id: `part ${part.key}`,
              label: t('imports.part', { name: part.name }),
              startsGroup: index === 0,
              onAction: () => {
                onPart(part.key)
              },
            })),
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
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== 'Escape') return
            event.preventDefault()
            event.stopPropagation() // Escape would close the review
            endByKey(event.key === 'Enter')
          }}
          onBlur={() => {
            end(true)
          }}
        />
      )}
    </div>
  )
}
