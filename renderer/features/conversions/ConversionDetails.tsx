import { X } from 'lucide-react'
import { useState } from 'react'
import { isForgotten, isOpenEnded } from '../../../shared/jobs/job.ts'
import type { JobView } from '../../../shared/jobs/jobView.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { removeConversion, showInStory } from '../../actions/conversions.ts'
import { useApp } from '../../hooks/app.ts'
import { errorText } from '../../i18n/errorText.ts'
import type { en } from '../../i18n/en/index.ts'
import { formatStatus } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Warning } from '../../ui/Warning.tsx'
import { AttachPanel } from './AttachPanel.tsx'
import { ClaimPanel } from './ClaimPanel.tsx'
import { stateOf, wordsOf } from './columnText.ts'
import { JobMark } from './ConversionCell.tsx'
import styles from './ConversionDetails.module.css'
import { ConversionFacts } from './ConversionFacts.tsx'
import type { StoredAudioPlayer } from './useStoredAudio.ts'

interface ConversionDetailsProps {
  readonly conversion: JobView
  readonly audio: StoredAudioPlayer
  readonly onClose: () => void
}

/** A conversion in full: what it is at, what went wrong and what is safe, what can be done, and its facts. */
export function ConversionDetails({ conversion, audio, onClose }: ConversionDetailsProps) {
  const { t } = useTranslation()
  const app = useApp()
  const [panel, setPanel] = useState<'attach' | 'claim' | null>(null)
  const { id, state, status, isStoryThere, offeredHost } = conversion
  const isWaiting = state === 'accepted'
  const isFree = conversion.connectionId === BUILT_IN_CONNECTION
  // What is said and offered below tells more than the error does.
  const isExplained = state === 'unknown' || offeredHost !== null
  const percent = Math.round(conversion.percentage)
  const tell = (channel: 'jobs:resume' | 'jobs:dismiss') => () => {
    app.bridge.call(channel, { id }).catch(app.report)
  }
  const toggle = (kind: 'attach' | 'claim') => () => {
    setPanel(panel === kind ? null : kind)
  }
  const close = () => {
    setPanel(null)
  }
  const actions: readonly {
    readonly key: keyof (typeof en)['conversions']['actions']
    readonly run: () => void
    readonly isShown: boolean
  }[] = [
    {
      key: audio.playing === id ? 'stop' : 'play',
      run: () => {
        audio.toggle(conversion)
      },
      isShown: conversion.audioId !== null && isStoryThere,
    },
    {
      key: 'show',
      run: () => {
        showInStory(app, conversion).catch(app.report)
      },
      isShown: isStoryThere,
    },
    {
      key: 'allowHost',
      run: () => {
        allowHost(offeredHost ?? '').catch(app.report)
      },
      isShown: offeredHost !== null,
    },
    { key: 'follow', run: tell('jobs:resume'), isShown: isWaiting && isStoryThere },
    { key: 'claim', run: toggle('claim'), isShown: state === 'unknown' && isStoryThere },
    { key: 'attach', run: toggle('attach'), isShown: (isWaiting || state === 'unknown') && isStoryThere },
    { key: 'putAside', run: tell('jobs:dismiss'), isShown: state === 'unknown' && isStoryThere },
    {
      key: 'forget',
      run: () => {
        removeConversion(app, conversion).catch(app.report)
      },
      isShown: !isOpenEnded(conversion) || !isStoryThere,
    },
  ]
  return (
    <aside className={styles.details} aria-label={t('conversions.details')}>
      <div className={styles.head}>
        <span aria-hidden="true">
          <JobMark conversion={conversion} />
        </span>
        <b>
          {state === 'accepted' && !isForgotten(conversion)
            ? formatStatus(t, status)
            : stateOf(conversion, t)}
        </b>
        <IconButton label={t('conversions.closeDetails')} onPress={onClose}>
          <X size={16} />
        </IconButton>
      </div>
      <div className={styles.body}>
        <p className={styles.words} dir="auto">
          {wordsOf(conversion)}
        </p>
        {isWaiting && !isForgotten(conversion) ? (
          <progress
            aria-label={t('conversions.progress', { input: wordsOf(conversion) })}
            max={100}
            value={percent}
          />
        ) : null}
        {conversion.error === null || isExplained ? null : (
          <p className={styles.error} dir="auto">
            {errorText(t, conversion.error)}
          </p>
        )}
        {state === 'unknown' ? (
          <Warning text={t(isFree ? 'conversions.unknownHelpFree' : 'conversions.unknownHelp')} />
        ) : null}
        {offeredHost === null ? null : (
          <Warning text={t('conversions.waitsForHost', { host: offeredHost })} />
        )}
        <div className={styles.actions}>
          {actions
            .filter(({ isShown }) => isShown)
            .map(({ key, run }) => (
              <Button key={key} onPress={run}>
                {t(`conversions.actions.${key}`, { host: offeredHost ?? '' })}
              </Button>
            ))}
        </div>
        {panel === 'attach' ? <AttachPanel id={id} onDone={close} /> : null}
        {panel === 'claim' ? <ClaimPanel id={id} onDone={close} /> : null}
        <ConversionFacts conversion={conversion} />
      </div>
    </aside>
  )

  async function allowHost(host: string): Promise<void> {
    await app.bridge.call('webhooks:allowHost', { host })
    app.state.setState({ settings: await app.bridge.call('settings:get', {}) })
    await app.bridge.call('jobs:resume', { id })
  }
}
