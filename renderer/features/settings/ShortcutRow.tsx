import { RotateCcw, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { CommandId } from '../../../shared/commands/commands.ts'
import { bindKeys, commandWith, isKeys, keysOf, resetKeys } from '../../../shared/commands/keyBindings.ts'
import { hostOf } from '../../actions/commands.ts'
import { changeSettings } from '../../actions/settings.ts'
import { useAppState, useWorld } from '../../hooks/world.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { pressedKeys, showKeys } from '../../ui/keys.ts'
import styles from './Shortcuts.module.css'

/** Keys that were pressed and belong to another command. */
interface Clash {
  readonly keys: string
  /** The command that has them. */
  readonly with: CommandId
}

/** A command with its keys. A press on the keys waits for others; Escape leaves them as they are. */
export function ShortcutRow({ id }: { readonly id: CommandId }) {
  const { t } = useTranslation()
  const world = useWorld()
  const settings = useAppState((state) => state.settings)
  const [isWaiting, setWaiting] = useState(false)
  const [clash, setClash] = useState<Clash | null>(null)
  /** Takes the focus from buttons that go away with what they did. */
  const keysButton = useRef<HTMLButtonElement>(null)
  const host = hostOf(world)
  const name = t(`commands.${id}`)
  const keys = keysOf(id, host, settings)
  const isChanged = settings.ownKeys[id] !== undefined
  const bind = (chosen: string) => {
    setWaiting(false)
    setClash(null)
    keysButton.current?.focus()
    changeSettings(world, { ownKeys: bindKeys(id, chosen, host, settings) })
  }
  const onKey = (event: KeyboardEvent) => {
    if (!isWaiting || ['Shift', 'Control', 'Alt', 'Meta', 'Tab'].includes(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') {
      setWaiting(false)
      return
    }
    const pressed = pressedKeys(event.nativeEvent)
    if (!isKeys(pressed)) return
    const other = commandWith(pressed, host, { ...settings, areLetterKeysOn: true })
    if (other === undefined || other === id) bind(pressed)
    else {
      setClash({ keys: pressed, with: other })
      setWaiting(false)
    }
  }
  return (
    <li className={styles.row} data-waiting={isWaiting || clash !== null || undefined}>
      <span className={styles.name}>{name}</span>
      {clash === null ? null : (
        <span role="alert" className={styles.clash}>
          {t('settings.usedBy', { keys: showKeys(clash.keys), name: t(`commands.${clash.with}`) })}
          <Button
            onPress={() => {
              bind(clash.keys)
            }}
          >
            {t('settings.swap')}
          </Button>
          <IconButton
            label={t('app.cancel')}
            onPress={() => {
              setClash(null)
              keysButton.current?.focus()
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
              keysButton.current?.focus()
              changeSettings(world, { ownKeys: resetKeys(id, host, settings) })
            }}
          >
            <RotateCcw size={14} />
          </IconButton>
        </>
      ) : null}
      <button
        ref={keysButton}
        type="button"
        className={styles.keys}
        onClick={() => {
          setClash(null)
          setWaiting(true)
        }}
        onKeyDown={onKey}
        onBlur={() => {
          setWaiting(false)
        }}
      >
        {isWaiting ? (
          <span>{t('settings.pressKeys')}</span>
        ) : keys.length === 0 ? (
          <span className={styles.noKeys}>{t('settings.noKeys')}</span>
        ) : (
          keys.map((each) => <kbd key={each}>{showKeys(each)}</kbd>)
        )}
        <span className="visually-hidden">{t('settings.keysOf', { name })}</span>
      </button>
    </li>
  )
}
