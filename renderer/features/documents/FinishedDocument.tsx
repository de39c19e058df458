import { Pause, Play, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Slider } from 'react-aria-components'
import { AUDIO_FORMATS } from '../../../shared/files/fileTypes.ts'
import type { WireError } from '../../../shared/ipc/result.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { MAX_PASSWORD_CHARACTERS } from '../../../shared/speech-api/limits.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { exportDocument, removeDocument, storyFromDocument } from '../../actions/documents.ts'
import { useApp } from '../../hooks/app.ts'
import { errorText } from '../../i18n/textKeys.ts'
import { formatClock, formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { currentSession } from '../../stores/app.ts'
import type { DocumentJob } from '../../stores/jobsStore.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Documents.module.css'
import { SliderBar } from '../../ui/SliderField.tsx'

interface FinishedDocumentProps {
  readonly job: DocumentJob
  readonly durationMs: number
}

/** The audio of a document, and what can be done with it. */
export function FinishedDocument({ job, durationMs }: FinishedDocumentProps) {
  const { t } = useTranslation()
  const app = useApp()
  const story = useStoryOfDocument(job)
  const { projectId, audioId, usedCredits, estimatedCredits } = job
  const { name } = job.document
  // A document's own text is not known here, so its estimate is the service's, or 0.
  const known = usedCredits ?? (estimatedCredits === 0 ? null : estimatedCredits)
  const credits = job.connectionId === BUILT_IN_CONNECTION ? null : known
  const length = formatClock(durationMs)
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
      <AudioBar
        src={projectId === null || audioId === null ? undefined : app.bridge.mediaUrl(projectId, audioId)}
        durationMs={durationMs}
        name={name}
      />
      <div className={styles.buttons}>
        {AUDIO_FORMATS.map((format) => (
          <Button
            key={format}
            onPress={() => {
              exportDocument(app, job, format).catch(app.report)
            }}
          >
            {t(format === 'mp3' ? 'documents.exportMp3' : 'documents.exportWav')}
          </Button>
        ))}
        <Button isDisabled={story.isReading || story.asked !== null} onPress={story.begin}>
          {t(story.isReading ? 'documents.reading' : 'documents.toStory')}
        </Button>
        <IconButton
          label={t('documents.delete', { name })}
          onPress={() => {
            removeDocument(app, job)
          }}
        >
          <Trash2 size={15} />
        </IconButton>
      </div>
      {story.asked === null ? null : <DocumentPassword name={name} story={story} />}
    </>
  )
}

interface DocumentPasswordProps {
  /** The document's name. */
  readonly name: string
  readonly story: StoryOfDocument
}

/** Asks for the password to read a document's words; the password is discarded with this component. */
function DocumentPassword({ name, story }: DocumentPasswordProps) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const error = story.asked?.error ?? null
  return (
    <form
      className={styles.password}
      onSubmit={(event) => {
        event.preventDefault()
        if (password !== '' && !story.isReading) story.read(password)
      }}
    >
      <TextField
        label={t('documents.toStoryPassword', { name })}
        value={password}
        type="password"
        maxLength={MAX_PASSWORD_CHARACTERS}
        autoFocus
        onChange={setPassword}
      />
      {error === null ? (
        <p className={styles.note}>{t('documents.toStoryPasswordHint')}</p>
      ) : (
        <div role="alert">
          <ErrorText error={error} />
        </div>
      )}
      <div className={styles.buttons}>
        <Button type="submit" tone="primary" isDisabled={password === '' || story.isReading}>
          {t('documents.toStoryGo')}
        </Button>
        <Button onPress={story.cancel}>{t('app.cancel')}</Button>
      </div>
    </form>
  )
}

interface StoryOfDocument {
  readonly isReading: boolean
  /** Set while the password is requested, with the error of the last one. */
  readonly asked: { readonly error: WireError | null } | null
  begin(): void
  /** Reads with a password, which is not stored. */
  read(password: string | null): void
  cancel(): void
}

/** Makes a story from a document's words, asking for its password if needed. */
function useStoryOfDocument(job: DocumentJob): StoryOfDocument {
  const app = useApp()
  const [isReading, setIsReading] = useState(false)
  const [asked, setAsked] = useState<StoryOfDocument['asked']>(null)

  function read(password: string | null): void {
    setIsReading(true)
    storyFromDocument(app, job, password)
      .then(
        () => {
          setAsked(null)
        },
        (error: unknown) => {
          const about = aboutPassword(error)
          setAsked(about === null ? null : { error: password === null ? null : about })
          if (about === null) app.report(error)
        },
      )
      .finally(() => {
        setIsReading(false)
      })
  }

  return {
    isReading,
    asked,
    read,
    begin() {
      if (job.document.isProtected) setAsked({ error: null })
      else read(null)
    },
    cancel() {
      setAsked(null)
    },
  }
}

function aboutPassword(error: unknown): WireError | null {
  if (!(error instanceof UserFacingError)) return null
  const { code, params } = error
  const isIt = code === 'document-password-needed' || code === 'document-password-wrong'
  return isIt ? { code, params: { ...params } } : null
}

/** What went wrong, what is safe, and what to do. */
export function ErrorText({ error }: { readonly error: WireError }) {
  const { t } = useTranslation()
  return <p className={styles.error}>{errorText(t, error)}</p>
}

interface AudioBarProps {
  /** The URL of the audio; undefined if it is gone. */
  readonly src: string | undefined
  readonly durationMs: number
  /** The document's name. */
  readonly name: string
}

/** A player for the document's audio: play, pause, position and seeking. It pauses the story, and loads nothing before it plays. */
function AudioBar({ src, durationMs, name }: AudioBarProps) {
  const { t } = useTranslation()
  const app = useApp()
  const label = t('documents.audioOf', { name })
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [atMs, setAtMs] = useState(0)
  const toggle = () => {
    const element = audio.current
    if (element === null) return
    if (element.paused) void element.play().catch(() => setPlaying(false))
    else element.pause()
  }
  return (
    <div className={styles.player} role="group" aria-label={label}>
      <audio
        ref={audio}
        preload="none"
        src={src}
        onPlay={() => {
          setPlaying(true)
          currentSession(app)?.player.pause()
        }}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setAtMs(Math.round(currentTarget.currentTime * 1000))}
      />
      <IconButton
        look="round"
        label={t(isPlaying ? 'documents.pause' : 'documents.play', { name })}
        isDisabled={src === undefined}
        onPress={toggle}
      >
        {isPlaying ? <Pause size={13} fill="currentColor" /> : <Play size={13} fill="currentColor" />}
      </IconButton>
      <Slider
        className={styles.slider ?? ''}
        aria-label={label}
        value={Math.min(atMs, durationMs)}
        minValue={0}
        maxValue={Math.max(1, durationMs)}
        step={100}
        isDisabled={src === undefined}
        onChange={(next) => {
          setAtMs(next)
          if (audio.current !== null) audio.current.currentTime = next / 1000
        }}
      >
        <SliderBar />
      </Slider>
      <span className={styles.time}>
        {formatClock(atMs)} / {formatClock(durationMs)}
      </span>
    </div>
  )
}
