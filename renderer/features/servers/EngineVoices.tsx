import { runCommand } from '../../actions/commands.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import { formatCount } from '../../i18n/format.ts'
import { HearButton } from '../../fields/HearButton.tsx'
import type { Hearing } from '../../hooks/hearing.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './Servers.module.css'

/** The voices of engines, engine by engine, each with a play button if `hearing` is given. The writer cannot change them. */
export function EngineVoices({ hearing }: { readonly hearing: Hearing | null }) {
  const { t } = useTranslation()
  const app = useApp()
  const engines = useAppState((state) => state.servers.engine)
  return (
    <>
      {engines.map(({ name }) => (
        <VoicesOfEngine key={name} name={name} hearing={hearing} />
      ))}
      <div>
        <Button
          onPress={() => {
            runCommand(app, 'engines')
          }}
        >
          {t('commands.engines')}
        </Button>
      </div>
    </>
  )
}

function VoicesOfEngine({ name, hearing }: { readonly name: string; readonly hearing: Hearing | null }) {
  const { t } = useTranslation()
  const voices = useAppState((state) => state.hostVoices)
  const stateText = useEngineStateText(name)
  const own = voices.filter(({ engine }) => engine === name)
  const heading = t('servers.engine.voicesOf', { name })
  return (
    <section className={styles.engine}>
      <h3>{heading}</h3>
      <p className={styles.note}>{stateText}</p>
      {own.length === 0 ? null : (
        <ul className={styles.names} aria-label={heading} tabIndex={0}>
          {own.map((voice) => (
            <li key={voice.id}>
              {hearing === null ? null : <HearButton voice={voice} hearing={hearing} />}
              {voice.name}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The state of an engine, as a sentence; null before it is known, or without an engine. */
export function useEngineStateText(name: string | null): string | null {
  const { t } = useTranslation()
  const found = useAppState((state) => state.engineStates.find((engine) => engine.name === name))
  const count = useAppState((state) => state.hostVoices.filter(({ engine }) => engine === name).length)
  return found === undefined
    ? null
    : t(`servers.engine.states.${found.state}`, { ...found, count, formatted: formatCount(count) })
}
