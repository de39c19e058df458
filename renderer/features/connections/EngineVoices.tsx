import { useTranslation } from 'react-i18next'
import { runCommand } from '../../actions/commands.ts'
import { useAppState, useWorld } from '../../hooks/world.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './Connections.module.css'
import { useEngineStateText } from './engineStateText.ts'

/** The voices that engines bring, engine by engine; they are not the writer's to change. */
export function EngineVoices() {
  const { t } = useTranslation()
  const world = useWorld()
  const { engines } = useAppState((state) => state.engines)
  return (
    <>
      {engines.map(({ name }) => (
        <VoicesOfEngine key={name} name={name} />
      ))}
      <div>
        <Button
          onPress={() => {
            runCommand(world, 'engines')
          }}
        >
          {t('commands.engines')}
        </Button>
      </div>
    </>
  )
}

function VoicesOfEngine({ name }: { readonly name: string }) {
  const { t } = useTranslation()
  const voices = useAppState((state) => state.hostVoices)
  const standing = useEngineStateText(name)
  const own = voices.filter(({ engine }) => engine === name)
  const heading = t('engines.voicesOf', { name })
  return (
    <section className={styles.engine}>
      <h3>{heading}</h3>
      <p className={styles.note}>{standing}</p>
      {own.length === 0 ? null : (
        <ul className={styles.names} aria-label={heading} tabIndex={0}>
          {own.map((voice) => (
            <li key={voice.id}>{voice.name}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
