/** The keys of every command, in the groups of the menu bar: to look at, to change and to print. */
import { Printer, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Checkbox } from 'react-aria-components'
import { COMMAND_IDS, COMMANDS, PLACE_KEYS, PLACE_KEYS_IDS } from '../../../shared/commands/commands.ts'
import type { CommandId } from '../../../shared/commands/commands.ts'
import { keysOf } from '../../../shared/commands/keyBindings.ts'
import { hostOf } from '../../actions/commands.ts'
import { changeSettings } from '../../actions/settings.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { CheckMark } from '../../ui/CheckMark.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { showKeys } from '../../ui/keys.ts'
import { KeySearch } from './KeySearch.tsx'
import type { KeyQuery } from './KeySearch.tsx'
import { ShortcutRow } from './ShortcutRow.tsx'
import styles from './Shortcuts.module.css'

/** The menus of the menu bar in the order of the table; undefined for commands that are in none. */
const GROUPS = [...new Set(COMMAND_IDS.map((id) => COMMANDS[id].bar?.[0]))]

interface ShortcutsProps {
  /** Shows only commands whose names hold this, and no controls around them. */
  readonly search?: string
  /** Whether a search found nothing else, so that finding nothing here has to be said. */
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
    <div data-print={search === undefined || undefined} className={styles.shortcuts}>
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
