import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DocumentState, DocumentView } from '../../../shared/ipc/documentsContract.ts'
import type { WireError } from '../../../shared/ipc/result.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { exportDocument, storyFromDocument } from '../../actions/documents.ts'
import { formatClock, formatCount, formatSpeed } from '../../i18n/format.ts'
import { useAppState, useWorld } from '../../stores/world.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { DocumentProgress } from './DocumentProgress.tsx'
import styles from './Documents.module.css'
import { formatSize } from './formatSize.ts'

/** One document: what it is, what goes on with it, and what can be done with it. */
export function DocumentItem({ document }: { readonly document: DocumentView }) {
  const { t } = useTranslation()
  const world = useWorld()
  const { voiceId, model, speed, sizeBytes, connectionId, name } = document
  const voice = useAppState((state) => state.voices.find(({ id }) => id === voiceId)?.name)
  const { connections } = useAppState((state) => state.connections)
  const service =
    connectionId === BUILT_IN_CONNECTION
      ? t('connections.builtIn')
      : (connections.find(({ id }) => id === connectionId)?.name ?? t('connections.unknown'))
  const facts = t('documents.facts', {
    voice: voice ?? voiceId,
    model: t(`inspector.models.${model}`),
    speed: t('units.speed', { value: formatSpeed(speed) }),
    size: formatSize(t, sizeBytes),
    service,
  })
  return (
    <li className={styles.item}>
      <h4 className={styles.name}>{name}</h4>
      <p className={styles.facts}>{facts}</p>
      <DocumentProgress document={document} />
      <Trouble state={document.state} />
      {document.state.phase === 'completed' ? (
        <Finished document={document} state={document.state} />
      ) : (
        <Pending
          document={document}
          tell={(channel) => () => {
            world.bridge.call(channel, { documentId: document.id }).catch(world.report)
          }}
        />
      )}
    </li>
  )
}

function Trouble({ state }: { readonly state: DocumentState }) {
  const error = 'error' in state ? state.error : null
  return error === null ? null : <ErrorText error={error} />
}

function ErrorText({ error: { code, params } }: { readonly error: WireError }) {
  const { t, i18n } = useTranslation()
  const key = i18n.exists(`errors.${code}`) ? `errors.${code}` : 'errors.unexpected'
  return <p className={styles.error}>{t(key, params)}</p>
}

type Told = 'documents:stop' | 'documents:follow' | 'documents:dismiss'

function Pending({
  document: { state },
  tell,
}: {
  readonly document: DocumentView
  readonly tell: (channel: Told) => () => void
}) {
  const { t } = useTranslation()
  if (state.phase === 'uploading') {
    return (
      <div className={styles.buttons}>
        <Button onPress={tell('documents:stop')}>{t('documents.cancelUpload')}</Button>
      </div>
    )
  }
  if (state.phase === 'converting' && state.isFollowed) {
    return (
      <div className={styles.buttons}>
        <Button onPress={tell('documents:stop')}>{t('documents.stopFollowing')}</Button>
      </div>
    )
  }
  return (
    <div className={styles.buttons}>
      {state.phase === 'converting' ? (
        <Button onPress={tell('documents:follow')}>{t('documents.follow')}</Button>
      ) : null}
      <Button onPress={tell('documents:dismiss')}>{t('documents.dismiss')}</Button>
    </div>
  )
}

interface FinishedProps {
  readonly document: DocumentView
  readonly state: Extract<DocumentState, { phase: 'completed' }>
}

function Finished({ document, state }: FinishedProps) {
  const { t } = useTranslation()
  const world = useWorld()
  const [password, setPassword] = useState<string | null>(null)
  const credits = document.usedCredits ?? document.estimatedCredits
  const length = formatClock(state.durationMs)
  const isAsking = password !== null
  const makeStory = () => {
    storyFromDocument(world, document, password).catch(world.report)
  }
  return (
    <>
      <p className={styles.facts}>
        {credits === null
          ? t('documents.completed', { length })
          : t('documents.completedCost', {
              length,
              credits: t('units.credits', { count: credits, formatted: formatCount(credits) }),
            })}
      </p>
      <audio
        className={styles.audio}
        controls
        preload="none"
        src={world.bridge.mediaUrl(state.projectId, state.audioId)}
        aria-label={t('documents.audioOf', { name: document.name })}
        onPlay={() => {
          world.player.pause()
        }}
      />
      <div className={styles.buttons}>
        {(['export-mp3', 'export-wav'] as const).map((purpose) => (
          <Button
            key={purpose}
            onPress={() => {
              exportDocument(world, document, purpose).catch(world.report)
            }}
          >
            {t(purpose === 'export-mp3' ? 'documents.exportMp3' : 'documents.exportWav')}
          </Button>
        ))}
        {isAsking ? null : (
          <Button
            onPress={() => {
              if (document.isProtected) setPassword('')
              else makeStory()
            }}
          >
            {t('documents.toStory')}
          </Button>
        )}
      </div>
      {isAsking ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            makeStory()
          }}
        >
          <TextField
            label={t('documents.toStoryPassword')}
            value={password}
            type="password"
            maxLength={1000}
            autoFocus
            onChange={setPassword}
          />
          <div className={styles.buttons}>
            <Button type="submit">{t('documents.toStoryGo')}</Button>
          </div>
        </form>
      ) : null}
    </>
  )
}
