/** The keys of every command, in the groups of the menu bar: to view, change and print. */
import { Printer, RotateCcw, Search, Plus, Trash2, X } from 'lucide-react'
import { useState, useRef, type KeyboardEvent } from 'react'
import { Checkbox, Input, SearchField } from 'react-aria-components'
import { flushSync } from 'react-dom'
import {
  COMMAND_IDS,
  COMMANDS,
  PLACE_KEYS,
  PLACE_KEYS_IDS,
  type CommandId,
} from '../../../shared/commands/commands.ts'
import {
  keysOf,
  isKeys,
  isLetter,
  bindKeys,
  commandWith,
  resetKeys,
  systemOwner,
  unbindKeys,
  type KeyBindings,
} from '../../../shared/commands/keyBindings.ts'
import { hostOf } from '../../actions/commands.ts'
import { changeSettings } from '../../actions/settings.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { CheckMark } from '../../ui/CheckMark.tsx'
import { Kbd, showKeys, pressedKeys } from '../../ui/Kbd.tsx'
import styles from './Shortcuts.module.css'

/** The menus of the menu bar in the order of the table; undefined for commands that are in none. */
const GROUPS = [...new Set(COMMAND_IDS.map((id) => COMMANDS[id].bar?.[0]))]

interface ShortcutsProps {
  /** Shows only commands whose names contain this, without the controls. */
  readonly search?: string
  /** Whether a search found nothing else, so that an empty result here must be mentioned. */
  readonly isAlone?: boolean
}

/** The list of shortcuts. */
export function Shortcuts({ search, isAlone = false }: ShortcutsProps) {
  const { t } = useTranslation()
  const app = useApp()
  const settings = useAppState((state) => state.settings)
  const [query, setQuery] = useState<KeyQuery>({ text: '' })
  const isShown = (id: CommandId) => {
    const keys = keysOf(id, hostOf(app), settings)
    if (search === undefined && 'keys' in query) return keys.includes(query.keys)
    const text = search ?? ('text' in query ? query.text.trim().toLowerCase() : '')
    return t(`commands.${id}`).toLowerCase().includes(text) || keys.includes(text.toUpperCase())
  }
  const groups = GROUPS.map((menu) => ({
    menu: menu ?? ('other' as const),
    ids: COMMAND_IDS.filter((id) => COMMANDS[id].bar?.[0] === menu && isShown(id)),
  })).filter(({ ids }) => ids.length > 0)
  if (search !== undefined && groups.length === 0) return isAlone ? <p>{t('settings.none')}</p> : null
  return (
    <div data-print={search === undefined || undefined}>
      {search !== undefined ? null : (
        <div className={styles.head}>
          <h2>{t('commands.shortcuts')}</h2>
          <KeySearch query={query} onChange={setQuery} />
          <Checkbox
            className={styles.letters ?? ''}
            isSelected={settings.areLetterKeysOn}
            onChange={(isOn) => {
              changeSettings(app, { areLetterKeysOn: isOn })
            }}
          >
            <CheckMark />
            {t('settings.letterKeys')}
          </Checkbox>
          <Button
            icon={<Printer size={14} />}
            onPress={() => {
              window.print()
            }}
          >
            {t('settings.print')}
          </Button>
          <Button
            icon={<RotateCcw size={14} />}
            isDisabled={Object.keys(settings.ownKeys).length === 0}
            onPress={() => {
              changeSettings(app, { ownKeys: {} })
            }}
          >
            {t('settings.resetAll')}
          </Button>
        </div>
      )}
      {groups.length > 0 ? null : <p>{t('settings.noCommand')}</p>}
      <div className={styles.groups}>
        {groups.map(({ menu, ids }) => (
          <section key={menu} className={styles.group} aria-label={t(`settings.group.${menu}`)}>
            <h3>{t(`settings.group.${menu}`)}</h3>
            <ul>
              {ids.map((id) => (
                <ShortcutRow key={id} id={id} />
              ))}
            </ul>
          </section>
        ))}
        {search !== undefined || 'keys' in query || query.text !== '' ? null : (
          <section className={styles.group} aria-label={t('settings.group.place')}>
            <h3>{t('settings.group.place')}</h3>
            <ul>
              {PLACE_KEYS_IDS.map((id) => (
                <li key={id} className={styles.row}>
                  <span className={styles.name}>{t(`commands.${id}`)}</span>
                  <Kbd>{showKeys(PLACE_KEYS[id])}</Kbd>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </div>
  )
}

/** A search for commands by name, or by keys. */
type KeyQuery = { readonly text: string } | { readonly keys: string }

/** Keys for moving the cursor or leaving the field. */
const OF_THE_FIELD = /^(?:Tab|Escape|Enter|Space|Backspace|Delete|Home|End|Arrow\w+)$/

interface KeySearchProps {
  readonly query: KeyQuery
  readonly onChange: (query: KeyQuery) => void
}

/** A field that finds commands by their names, or by pressing their keys. */
function KeySearch({ query, onChange }: KeySearchProps) {
  const { t } = useTranslation()
  const shown = 'keys' in query ? showKeys(query.keys) : query.text
  const onKey = (event: KeyboardEvent) => {
    const pressed = pressedKeys(event)
    const isWritten = isLetter(pressed) || event.nativeEvent.isComposing
    if (isWritten || OF_THE_FIELD.test(pressed) || !isKeys(pressed)) return
    event.preventDefault()
    event.stopPropagation()
    onChange({ keys: pressed })
  }
  return (
    <SearchField
      className={styles.search ?? ''}
      aria-label={t('settings.searchKeys')}
      value={shown}
      onChange={(value) => {
        // Typing after keys begins a name.
        onChange({ text: 'keys' in query && value.startsWith(shown) ? value.slice(shown.length) : value })
      }}
    >
      <Search size={14} aria-hidden="true" />
      <Input placeholder={t('settings.searchKeys')} maxLength={100} dir="auto" onKeyDownCapture={onKey} />
    </SearchField>
  )
}

/** A key press being awaited: instead of some keys, or in addition if `instead` is null. */
interface Wanted {
  readonly instead: string | null
}

/** Keys that were pressed and belong to another command. */
interface Clash extends Wanted {
  readonly keys: string
  /** The command that has them. */
  readonly with: CommandId
}

/** A command with its keys. A press on keys waits for replacements; Escape cancels. */
function ShortcutRow({ id }: { readonly id: CommandId }) {
  const { t } = useTranslation()
  const app = useApp()
  const settings = useAppState((state) => state.settings)
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const [clash, setClash] = useState<Clash | null>(null)
  /** Takes the focus from buttons that disappear with their action. */
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
            // The field for additional keys appears with the press that requests it.
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
