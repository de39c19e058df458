import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ledger, LedgerLine } from '../../../shared/ipc/conversionsContract.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { formatCount } from '../../i18n/format.ts'
import { useAppState, useWorld } from '../../stores/world.ts'
import { NumberField } from './NumberField.tsx'
import styles from './Conversions.module.css'

/** What speech has cost, and how much it may. */
export function LedgerTab() {
  const { t } = useTranslation()
  const world = useWorld()
  const settings = useAppState((state) => state.settings)
  const connections = useAppState((state) => state.connections.connections)
  const [ledger, setLedger] = useState<Ledger | null>(null)
  useEffect(() => {
    const load = () => {
      world.bridge.call('ledger:get', {}).then(setLedger, world.report)
    }
    load()
    return world.bridge.on('conversions:changed', load)
  }, [world])
  const setCap = (patch: { creditsPerStory: number | null } | { creditsPerDay: number | null }) => {
    world.bridge.call('settings:update', patch).then((updated) => {
      world.app.setState({ settings: updated })
    }, world.report)
  }
  const nameOf = (group: keyof Ledger, { key, name }: LedgerLine) => {
    if (group !== 'connections') return name ?? key
    if (key === BUILT_IN_CONNECTION) return t('conversions.builtIn')
    return connections.find(({ id }) => id === key)?.name ?? t('conversions.removedConnection')
  }
  return (
    <>
      <div className={styles.pair}>
        <NumberField
          label={t('conversions.ledger.perStory')}
          placeholder={t('conversions.ledger.noCap')}
          value={settings.creditsPerStory}
          onChange={(creditsPerStory) => {
            setCap({ creditsPerStory })
          }}
        />
        <NumberField
          label={t('conversions.ledger.perDay')}
          placeholder={t('conversions.ledger.noCap')}
          value={settings.creditsPerDay}
          onChange={(creditsPerDay) => {
            setCap({ creditsPerDay })
          }}
        />
      </div>
      <p>{t('conversions.ledger.capsNote')}</p>
      {ledger?.days.length === 0 ? <p>{t('conversions.ledger.empty')}</p> : null}
      {ledger === null || ledger.days.length === 0
        ? null
        : (['stories', 'connections', 'days'] as const).map((group) => (
            <table key={group} className={styles.table}>
              <caption>{t(`conversions.ledger.${group}`)}</caption>
              <thead>
                <tr>
                  <th scope="col">{t(`conversions.ledger.name.${group}`)}</th>
                  <th scope="col">{t('conversions.ledger.conversions')}</th>
                  <th scope="col">{t('conversions.ledger.estimated')}</th>
                  <th scope="col">{t('conversions.ledger.charged')}</th>
                </tr>
              </thead>
              <tbody>
                {ledger[group].map((line) => (
                  <tr key={line.key}>
                    <th scope="row">{nameOf(group, line)}</th>
                    <td>{formatCount(line.conversions)}</td>
                    <td>{formatCount(line.estimated)}</td>
                    <td>{formatCount(line.charged)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          ))}
      <p>{t('conversions.ledger.note')}</p>
    </>
  )
}
