import { Plus, RotateCcw, Trash2, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { COMMANDS } from '../../../shared/commands/commands.ts'
import type { CommandId } from '../../../shared/commands/commands.ts'
import {
  bindKeys,
  commandWith,
  isKeys,
  keysOf,
  resetKeys,
  systemOwner,
  unbindKeys,
} from '../../../shared/commands/keyBindings.ts'
import type { KeyBindings } from '../../../shared/commands/keyBindings.ts'
import { hostOf } from '../../actions/commands.ts'
import { changeSettings } from '../../actions/settings.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { pressedKeys, showKeys } from '../../ui/keys.ts'
import styles from './Shortcuts.module.css'

/** Keys that are waited for: instead of some, or besides them where `instead` is null. */
interface Wanted {
  readonly instead: string | null
}

/** Keys that were pressed and belong to another command. */
interface Clash extends Wanted {
  readonly keys: string
  /** The command that has them. */
  readonly with: CommandId
}

/** A command with its keys. A press on keys waits for others in their place; Escape leaves them as they are. */
export function ShortcutRow({ id }: { readonly id: CommandId }) {
  const { t } = useTranslation()
  const app = useApp()
  const settings = useAppState((state) => state.settings)
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const [clash, setClash] = useState<Clash | null>(null)
  /** Takes the focus from buttons that go away with what they did. */
  const row = useRef<HTMLLIElement>(null)
  const host = hostOf(app)
  const name = t(`commands.${id}`)
  const keys = keysOf(id, host, settings)
  const { systemKeys = [] } = COMMANDS[id]
  const isChanged = settings.ownKeys[id] !== undefined
  const keep = (ownKeys: KeyBindings) => {
    flushSync(() => {
      setWanted(null)
      setClash(null)
      changeSettings(app, { ownKeys })
    })
    row.current?.querySelector<HTMLElement>('[data-keys]')?.focus()
  }
  const onKey = (event: KeyboardEvent) => {
    if (wanted === null || ['Shift', 'Control', 'Alt', 'Meta', 'Tab'].includes(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') {
      setWanted(null)
      return
    }
    const pressed = pressedKeys(event.nativeEvent)
    if (!isKeys(pressed)) return
    const other = systemOwner(pressed) ?? commandWith(pressed, host, { ...settings, areLetterKeysOn: true })
    if (other === undefined || other === id) keep(bindKeys(id, pressed, wanted.instead, host, settings))
    else {
      setClash({ keys: pressed, with: other, ...wanted })
      setWanted(null)
    }
  }
  const wait = (instead: string | null) => {
    setClash(null)
    setWanted({ instead })
  }
  const shown = [
    ...(keys.length === 0 ? [null] : keys),
    ...(keys.length > 0 && wanted?.instead === null ? [null] : []),
  ]
  return (
    <li
      ref={row}
      className={styles.row}
      data-waiting={wanted !== null || clash !== null || undefined}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setWanted(null)
      }}
    >
      <span className={styles.name}>{name}</span>
      {clash === null ? null : (
        <span role="alert" className={styles.clash}>
          {t('settings.usedBy', { keys: showKeys(clash.keys), name: t(`commands.${clash.with}`) })}
          {systemOwner(clash.keys) === undefined ? (
            <Button
              onPress={() => {
                keep(bindKeys(id, clash.keys, clash.instead, host, settings))
              }}
            >
              {t('settings.swap')}
            </Button>
          ) : null}
          <IconButton
            label={t('app.cancel')}
            onPress={() => {
              setClash(null)
              row.current?.querySelector<HTMLElement>('[data-keys]')?.focus()
            }}
          >
            <X size={14} />
          </IconButton>
        </span>
      )}
      {isChanged && clash === null ? (
        <>
          <small className={styles.changed}>{t('settings.changed')}</small>
          <IconButton
            label={t('settings.reset', { name })}
            onPress={() => {
              keep(resetKeys(id, host, settings))
            }}
          >
            <RotateCcw size={14} />
          </IconButton>
        </>
      ) : null}
      <span className={styles.bindings}>
        {systemKeys.map((each) => (
          <Kbd key={each}>{showKeys(each)}</Kbd>
        ))}
        {shown.map((each) => (
          <button
            key={each ?? ''}
            type="button"
            data-keys
            // The place for further keys comes with the press that asks for it.
            autoFocus={each === null && keys.length > 0}
            className={styles.keys}
            data-waiting={wanted?.instead === each || undefined}
            onClick={() => {
              wait(each)
            }}
            onKeyDown={onKey}
          >
            {wanted?.instead === each ? (
              <span>{t('settings.pressKeys')}</span>
            ) : each === null ? (
              <span className={styles.noKeys}>
                {systemKeys.length === 0 ? t('settings.noKeys') : <Plus size={14} />}
              </span>
            ) : (
              <Kbd>{showKeys(each)}</Kbd>
            )}
            <span className="visually-hidden">{t('settings.keysOf', { name })}</span>
          </button>
        ))}
      </span>
      {wanted === null || wanted.instead === null ? null : (
        <>
          <IconButton
            label={t('settings.addKeys', { name })}
            size="small"
            onPress={() => {
              wait(null)
            }}
          >
            <Plus size={14} />
          </IconButton>
          <IconButton
            label={t('settings.removeKeys', { keys: showKeys(wanted.instead), name })}
            size="small"
            onPress={() => {
              if (wanted.instead !== null) keep(unbindKeys(id, wanted.instead, host, settings))
            }}
          >
            <Trash2 size={14} />
          </IconButton>
        </>
      )}
    </li>
  )
}
