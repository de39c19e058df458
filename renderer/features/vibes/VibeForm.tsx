import { Share, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { openStoryDialog } from '../../actions/dialogs.ts'
import { useApp } from '../../hooks/app.ts'
import { useEditor, useSession, useStory } from '../../hooks/session.ts'
import { errorText } from '../../i18n/textKeys.ts'
import type { WireError } from '../../../shared/ipc/result.ts'
import type { VibeView } from '../../../shared/ipc/libraryContract.ts'
import { usesOfVibe, vibeRefOf, type VibeWords, vibeWordsSchema } from '../../../shared/story/vibes.ts'
import { EMOTION_MODEL } from '../../../shared/speech-api/models.ts'
import { MAX_PROMPT_CHARACTERS, MAX_VIBE_NAME_CHARACTERS } from '../../../shared/speech-api/limits.ts'
import {
  askToRemoveVibe,
  createVibe,
  libraryOf,
  shareVibes,
  speakWith,
  updateVibe,
} from '../../actions/vibes.ts'
import { toWireError } from '../../actions/errors.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { VibesState } from '../../stores/vibesStore.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { TextAreaField, TextField } from '../../ui/TextField.tsx'
import styles from './Vibes.module.css'

interface NewVibeProps {
  /** The words of a deleted vibe, to start with. */
  readonly lost: VibesState['lost']
  readonly onDone: () => void
}

/** The form for a new vibe. */
export function NewVibe({ lost, onDone }: NewVibeProps) {
  const { t } = useTranslation()
  const session = useSession()
  return (
    <VibeFields
      start={lost?.words ?? { name: '', prompt: '' }}
      startError={lost?.error ?? null}
      saveLabel={t('vibes.create')}
      isNew
      onSave={async (words) => {
        const { name } = await createVibe(session, words, libraryOf(session))
        onDone()
        session.note('vibes.created', { name })
      }}
      onCancel={onDone}
    />
  )
}

/** One of the writer's own vibes: edit, use, delete. */
export function OwnVibe({ vibe }: { readonly vibe: VibeView }) {
  const { t } = useTranslation()
  const session = useSession()
  const uses = useStory((story) => usesOfVibe(story, vibe.id).blocks.length)
  return (
    <>
      <VibeFields
        start={vibe}
        saveLabel={t('vibes.save')}
        onSave={async (words) => {
          if (await updateVibe(session, vibe.id, words)) session.note('vibes.saved', { name: words.name })
        }}
        extra={
          <>
            <IconButton
              label={t('vibes.shareOne', { name: vibe.name })}
              onPress={() => {
                shareVibes(session, [vibe]).catch(session.report)
              }}
            >
              <Share size={15} />
            </IconButton>
            <IconButton
              label={t('vibes.delete', { name: vibe.name })}
              onPress={() => {
                askToRemoveVibe(session, vibe).catch(session.report)
              }}
            >
              <Trash2 size={15} />
            </IconButton>
          </>
        }
      />
      <div className={styles.fields}>
        {uses > 0 ? (
          <p className={styles.quiet}>
            {t('vibes.uses', { count: uses })} {t('vibes.usesNote')}
          </p>
        ) : null}
        <UseButtons vibe={vibe} />
      </div>
    </>
  )
}

/** One of the platform's vibes: read, use, copy. */
export function MasterVibe({ vibe }: { readonly vibe: VibeView }) {
  const { t } = useTranslation()
  const session = useSession()
  const copy = async () => {
    const words = vibeWordsSchema.parse({ name: vibe.name, prompt: vibe.prompt })
    const { name } = await createVibe(session, words, libraryOf(session))
    session.note('vibes.created', { name })
  }
  return (
    <div className={styles.fields}>
      <p className={styles.words} dir="auto">
        {vibe.prompt}
      </p>
      <p className={styles.quiet}>{t('vibes.readOnly')}</p>
      <UseButtons vibe={vibe} />
      <div className={styles.buttons}>
        <Button
          onPress={() => {
            copy().catch(session.report)
          }}
        >
          {t('vibes.copy')}
        </Button>
      </div>
    </div>
  )
}

function UseButtons({ vibe }: { readonly vibe: VibeView }) {
  const { t } = useTranslation()
  const session = useSession()
  const chosen = useEditor((state) => state.selection.length)
  if (chosen === 0) return null
  return (
    <div className={styles.buttons}>
      <Button
        onPress={() => {
          speakWith(session, { model: EMOTION_MODEL, vibe: vibeRefOf(vibe) })
        }}
      >
        {chosen === 1 ? t('vibes.use') : t('vibes.useSeveral', { count: chosen })}
      </Button>
      <Button
        onPress={() => {
          openStoryDialog(session, { kind: 'audition', vibes: [vibeRefOf(vibe)] })
        }}
      >
        {t('vibes.audition')}
      </Button>
    </div>
  )
}

interface VibeFieldsProps {
  readonly start: VibeWords
  readonly startError?: WireError | null
  readonly saveLabel: string
  readonly isNew?: boolean
  /** If it fails, the words stay in the fields. */
  readonly onSave: (words: VibeWords) => Promise<void>
  readonly onCancel?: () => void
  readonly extra?: React.ReactNode
}

function VibeFields(props: VibeFieldsProps) {
  const { start, startError = null, saveLabel, isNew = false, onSave, onCancel, extra } = props
  const { t } = useTranslation()
  const app = useApp()
  const [name, setName] = useState(start.name)
  const [prompt, setPrompt] = useState(start.prompt)
  const [isSaving, setIsSaving] = useState(false)
  const [error, setError] = useState(startError)
  const words = vibeWordsSchema.safeParse({ name, prompt })
  const isChanged = isNew || name !== start.name || prompt !== start.prompt
  const save = () => {
    if (!words.success || !isChanged || isSaving) return
    setIsSaving(true)
    setError(null)
    onSave(words.data)
      .catch((caught: unknown) => {
        setError(toWireError(app, caught))
      })
      .finally(() => {
        setIsSaving(false)
      })
  }
  return (
    <form
      className={styles.fields}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <TextField
        label={t('vibes.name')}
        value={name}
        maxLength={MAX_VIBE_NAME_CHARACTERS}
        autoFocus={isNew}
        placeholder={t('vibes.namePlaceholder')}
        onChange={setName}
      />
      <TextAreaField
        label={t('vibes.prompt')}
        value={prompt}
        rows={4}
        maxLength={MAX_PROMPT_CHARACTERS}
        placeholder={t('vibes.promptPlaceholder')}
        onChange={setPrompt}
      />
      {error === null ? null : (
        <p role="alert" className={styles.bad}>
          {errorText(t, error)}
        </p>
      )}
      <div className={styles.buttons}>
        <Button tone="primary" type="submit" isDisabled={!words.success || !isChanged || isSaving}>
          {saveLabel}
        </Button>
        {onCancel === undefined ? null : <Button onPress={onCancel}>{t('vibes.cancel')}</Button>}
        {extra}
      </div>
    </form>
  )
}
