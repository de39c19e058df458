import { useTranslation } from 'react-i18next'
import { errorText } from '../../i18n/errorText.ts'
import { isForgotten, isOpenEnded } from '../../../shared/jobs/job.ts'
import type { JobView } from '../../../shared/jobs/jobView.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { showInStory } from '../../actions/conversions.ts'
import type { en } from '../../i18n/en/index.ts'
import { formatClockTenths, formatCount, formatStatus, formatTime } from '../../i18n/format.ts'
import { useWorld } from '../../hooks/world.ts'
import { Button } from '../../ui/Button.tsx'
import { AttachPanel } from './AttachPanel.tsx'
import { ClaimPanel } from './ClaimPanel.tsx'
import styles from './Conversions.module.css'
import type { StoredAudioPlayer } from './useStoredAudio.ts'

interface ConversionRowProps {
  readonly conversion: JobView
  readonly audio: StoredAudioPlayer
  readonly panel: 'attach' | 'claim' | null
  readonly onPanel: (panel: 'attach' | 'claim' | null) => void
  readonly onRemoved: () => void
}

/** One conversion: what it is at, what it cost, what went wrong, and what can be done. */
export function ConversionRow({ conversion, audio, panel, onPanel, onRemoved }: ConversionRowProps) {
  const { t } = useTranslation()
  const world = useWorld()
  const { id, state, input, isStoryThere } = conversion
  const isWaiting = state === 'accepted'
  const isFree = conversion.connectionId === BUILT_IN_CONNECTION
  // What is said and offered below tells more than the error does.
  const isExplained = state === 'unknown' || conversion.offeredHost !== null
  const name = input === '' ? conversion.storyTitle : input
  const toggle = (kind: 'attach' | 'claim') => {
    onPanel(panel === kind ? null : kind)
  }
  const action = (
    key: keyof (typeof en)['conversions']['actions'],
    run: () => void,
    isShown: boolean,
    host = '',
  ) => {
    if (!isShown) return null
    const label = t(`conversions.actions.${key}`, { host })
    return (
      <Button key={key} aria-label={t('conversions.actionOn', { action: label, input: name })} onPress={run}>
        {label}
      </Button>
    )
  }
  return (
    <>
      <div className={styles.line}>
        <b className={styles.input} dir="auto">
          {name}
        </b>
        <Status conversion={conversion} name={name} />
      </div>
      <p className={styles.facts}>
        <Facts conversion={conversion} />
      </p>
      {conversion.error === null || isExplained ? null : (
        <p className={styles.error} dir="auto">
          {errorText(t, conversion.error)}
        </p>
      )}
      {state === 'unknown' ? (
        <p>{t(isFree ? 'conversions.unknownHelpFree' : 'conversions.unknownHelp')}</p>
      ) : null}
      {conversion.offeredHost === null ? null : (
        <p>{t('conversions.waitsForHost', { host: conversion.offeredHost })}</p>
      )}
      <div className={styles.actions}>
        {action(
          audio.playing === id ? 'stop' : 'play',
          () => {
            audio.toggle(conversion)
          },
          conversion.audioId !== null && isStoryThere,
        )}
        {action(
          'show',
          () => {
            showInStory(world, conversion).catch(world.report)
          },
          isStoryThere,
        )}
        {action(
          'allowHost',
          () => {
            allowHost(conversion.offeredHost ?? '').catch(world.report)
          },
          conversion.offeredHost !== null,
          conversion.offeredHost ?? '',
        )}
        {action(
          'follow',
          () => {
            world.bridge.call('jobs:resume', { id }).catch(world.report)
          },
          isWaiting && isStoryThere,
        )}
        {action(
          'claim',
          () => {
            toggle('claim')
          },
          state === 'unknown' && isStoryThere,
        )}
        {action(
          'attach',
          () => {
            toggle('attach')
          },
          (isWaiting || state === 'unknown') && isStoryThere,
        )}
        {action(
          'putAside',
          () => {
            world.bridge.call('jobs:dismiss', { id }).catch(world.report)
          },
          state === 'unknown' && isStoryThere,
        )}
        {action(
          'forget',
          () => {
            world.bridge.call('jobs:removeFromList', { id }).then(onRemoved, world.report)
          },
          !isOpenEnded(conversion) || !isStoryThere,
        )}
      </div>
      {panel === 'attach' ? (
        <AttachPanel
          id={id}
          onDone={() => {
            onPanel(null)
          }}
        />
      ) : null}
      {panel === 'claim' ? (
        <ClaimPanel
          id={id}
          onDone={() => {
            onPanel(null)
          }}
        />
      ) : null}
    </>
  )

  async function allowHost(host: string): Promise<void> {
    await world.bridge.call('webhooks:allowHost', { host })
    world.app.setState({ settings: await world.bridge.call('settings:get', {}) })
    await world.bridge.call('jobs:resume', { id })
  }
}

function Status({ conversion, name }: { conversion: JobView; name: string }) {
  const { t } = useTranslation()
  const { state, status } = conversion
  if (state === 'preparing') return null // such a job is not listed
  if (state !== 'accepted' || isForgotten(conversion)) {
    const shown = state === 'accepted' ? 'forgotten' : state
    return (
      <span className={`${styles.state} ${styles[shown] ?? ''}`}>{t(`conversions.states.${shown}`)}</span>
    )
  }
  const percent = Math.round(conversion.percentage)
  return (
    <span className={styles.state}>
      {formatStatus(t, status)}{' '}
      <progress aria-label={t('conversions.progress', { input: name })} max={100} value={percent} />{' '}
      {t('app.percent', { percent })}
    </span>
  )
}

function Facts({ conversion }: { conversion: JobView }) {
  const { t } = useTranslation()
  const { connectionId, connectionName, usedCredits, source, durationMs } = conversion
  const isFree = connectionId === BUILT_IN_CONNECTION
  const facts = [
    t(`conversions.kinds.${conversion.endpoint}`),
    conversion.endpoint === 'document'
      ? ''
      : t('conversions.of', { story: shortTitle(conversion.storyTitle) }),
    conversion.isStoryThere ? '' : t('conversions.storyGone'),
    isFree ? t('conversions.builtIn') : (connectionName ?? t('conversions.removedConnection')),
    isFree ? '' : credits(),
    durationMs === null ? '' : formatClockTenths(durationMs),
    source === null ? '' : t(`conversions.sources.${source}`),
    t('conversions.times', {
      created: formatTime(conversion.createdAtMs),
      updated: formatTime(conversion.updatedAtMs),
    }),
  ]
  return facts.filter((fact) => fact !== '').join(' · ')

  function credits(): string {
    const { estimatedCredits } = conversion
    if (usedCredits === null) return t('units.estimate', { count: estimatedCredits })
    return t('conversions.credits', {
      used: formatCount(usedCredits),
      estimated: formatCount(estimatedCredits),
    })
  }
}

const TITLE_CHARACTERS = 60

/** A title among other facts, where a whole sentence would bury them. */
function shortTitle(title: string): string {
  const characters = Array.from(title)
  return characters.length > TITLE_CHARACTERS ? `${characters.slice(0, TITLE_CHARACTERS).join('')}…` : title
}
