import { X } from 'lucide-react'
import { useState, useEffect } from 'react'
import { extensionsFor } from '../../../shared/files/fileTypes.ts'
import type { Claimable } from '../../../shared/ipc/jobsContract.ts'
import { isForgotten, isOpenEnded } from '../../../shared/jobs/job.ts'
import type { JobView } from '../../../shared/jobs/jobView.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { removeConversion, showInStory } from '../../actions/conversions.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import type { en } from '../../i18n/en.ts'
import { errorText } from '../../i18n/textKeys.ts'
import { formatStatus, formatClockTenths, formatCount, formatTime } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Warning } from '../../ui/Warning.tsx'
import { readSettings } from '../../actions/settings.ts'
import { JobMark, stateOf, wordsOf, serviceOf, voiceOf } from './ConversionTable.tsx'
import styles from './ConversionDetails.module.css'
import conversionsStyles from './Conversions.module.css'
import type { StoredAudioPlayer } from './useConversions.ts'

interface ConversionDetailsProps {
  readonly conversion: JobView
  readonly audio: StoredAudioPlayer
  readonly onClose: () => void
}

/** All details of a conversion: its state, what went wrong and what is safe, possible actions, and facts. */
export function ConversionDetails({ conversion, audio, onClose }: ConversionDetailsProps) {
  const { t } = useTranslation()
  const app = useApp()
  const [panel, setPanel] = useState<'attach' | 'claim' | null>(null)
  const { id, state, status, isStoryThere, offeredHost } = conversion
  const isWaiting = state === 'accepted'
  const isFree = conversion.connectionId === BUILT_IN_CONNECTION
  // The text and actions below say more than the error.
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
    await readSettings(app)
    await app.bridge.call('jobs:resume', { id })
  }
}

/** The facts about a conversion, as names with values. */
function ConversionFacts({ conversion }: { readonly conversion: JobView }) {
  const { t } = useTranslation()
  const voices = useAppState((state) => state.voices)
  const { connectionId, usedCredits, estimatedCredits, source, durationMs, uuid, endpoint } = conversion
  const isFree = connectionId === BUILT_IN_CONNECTION
  const story = endpoint === 'document' ? '' : conversion.storyTitle
  const facts = [
    [
      'story',
      conversion.isStoryThere ? story : [story, t('conversions.storyGone')].filter(Boolean).join(', '),
    ],
    ['voice', voiceOf(conversion, voices)],
    ['kind', t(`conversions.kinds.${endpoint}`)],
    ['service', serviceOf(conversion, t)],
    ['estimate', isFree ? '' : formatCount(estimatedCredits)],
    ['used', isFree || usedCredits === null ? '' : formatCount(usedCredits)],
    ['length', durationMs === null ? '' : formatClockTenths(durationMs)],
    ['source', source === null ? '' : t(`conversions.sources.${source}`)],
    ['sent', formatTime(conversion.createdAtMs)],
    ['updated', formatTime(conversion.updatedAtMs)],
    ['number', uuid ?? ''],
  ] as const
  return (
    <dl className={styles.facts}>
      {facts.map(([id, value]) =>
        value === '' ? null : (
          <div key={id}>
            <dt>{t(`conversions.facts.${id}`)}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

/** Conversions of the service that may be the unknown outcome, to claim instead of paying again. */
function ClaimPanel({ id, onDone }: { id: string; onDone: () => void }) {
  const { t } = useTranslation()
  const app = useApp()
  const [found, setFound] = useState<readonly Claimable[] | 'no-list' | null>(null)
  const [uuid, setUuid] = useState('')
  useEffect(() => {
    app.bridge.call('jobs:claimable', { id }).then(
      (listed) => {
        setFound(listed ?? 'no-list')
      },
      (error: unknown) => {
        setFound('no-list')
        app.report(error)
      },
    )
  }, [app, id])
  const claim = (chosen: string) => {
    app.bridge.call('jobs:claim', { id, uuid: chosen }).then(() => {
      app.note('conversions.claimed')
      onDone()
    }, app.report)
  }
  return (
    <section className={conversionsStyles.subPanel} aria-label={t('conversions.claimTitle')}>
      {found === null ? <p role="status">{t('conversions.claimLooking')}</p> : null}
      {found === 'no-list' ? <p>{t('conversions.claimNoList')}</p> : null}
      {found?.length === 0 ? <p>{t('conversions.claimNone')}</p> : null}
      {found === null || found === 'no-list' ? null : (
        <ul className={conversionsStyles.list}>
          {found.map((each) => (
            <li key={each.uuid} className={conversionsStyles.line}>
              <span className={conversionsStyles.input}>
                {each.input}
                <small>
                  {[
                    formatStatus(t, each.status),
                    each.voiceId,
                    each.createdAtMs === null ? '' : formatTime(each.createdAtMs),
                  ]
                    .filter((fact) => fact !== '')
                    .join(' · ')}
                </small>
              </span>
              <Button
                aria-label={t('conversions.claimOne', { uuid: each.uuid })}
                onPress={() => {
                  claim(each.uuid)
                }}
              >
                {t('conversions.claim')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        className={conversionsStyles.form}
        onSubmit={(event) => {
          event.preventDefault()
          claim(uuid)
        }}
      >
        <TextField label={t('conversions.claimId')} value={uuid} maxLength={200} onChange={setUuid} />
        <Button type="submit" isDisabled={uuid.trim() === ''}>
          {t('conversions.claim')}
        </Button>
      </form>
    </section>
  )
}

/** Accepts the audio of a waiting conversion: a dropped or chosen file, or a pasted address. */
function AttachPanel({ id, onDone }: { id: string; onDone: () => void }) {
  const { t } = useTranslation()
  const app = useApp()
  const [url, setUrl] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [isOver, setIsOver] = useState(false)
  const attach = async (from: Parameters<typeof send>[0]) => {
    setIsBusy(true)
    try {
      await send(from)
      app.note('conversions.attached')
      onDone()
    } catch (error) {
      app.report(error)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <section
      className={conversionsStyles.subPanel}
      aria-label={t('conversions.attachTitle')}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        event.stopPropagation()
        setIsOver(true)
      }}
      onDragLeave={() => {
        setIsOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        event.stopPropagation() // the window would open it as a story
        setIsOver(false)
        const file = event.dataTransfer.files[0]
        if (file !== undefined) void attach(file)
      }}
    >
      <p>{t('conversions.attachText')}</p>
      <div className={conversionsStyles.actions}>
        <FileButton
          isDisabled={isBusy}
          label={t('conversions.chooseFile')}
          extensions={extensionsFor('audio')}
          onChoose={(file) => void attach(file)}
        />
      </div>
      <form
        className={conversionsStyles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void attach(url)
        }}
      >
        <TextField
          label={t('conversions.address')}
          placeholder={t('conversions.addressPlaceholder')}
          value={url}
          maxLength={4096}
          onChange={setUrl}
        />
        <Button type="submit" isDisabled={isBusy || url.trim() === ''}>
          {t('conversions.fetch')}
        </Button>
      </form>
    </section>
  )

  async function send(from: File | string): Promise<void> {
    await app.bridge.call('jobs:attach', {
      id,
      from:
        typeof from === 'string'
          ? { kind: 'address', url: from }
          : { kind: 'file', ref: await app.bridge.takeFile(from, 'audio') },
    })
  }
}
