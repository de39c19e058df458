import {
  AudioLines,
  BookOpen,
  CircleHelp,
  Download,
  FileAudio,
  FileDown,
  FolderOpen,
  Play,
  Settings,
  Trash2,
  X,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import type { CommandId } from '../../../shared/commands/commands.ts'
import { extensionsFor } from '../../../shared/files/fileTypes.ts'
import type { DeletedDraft, Example } from '../../../shared/ipc/views.ts'
import type { PackView } from '../../../shared/ipc/voicePacksContract.ts'
import { commandTip, runCommand } from '../../actions/commands.ts'
import { createFromText, takeDropped, takePasted } from '../../actions/dropped.ts'
import { togglePlaying } from '../../actions/playing.ts'
import { openExample } from '../../actions/projects.ts'
import { deleteForGood, restoreDraft } from '../../actions/recents.ts'
import { changeSettings } from '../../actions/settings.ts'
import { getPack, loadPacks } from '../../actions/voicePacks.ts'
import { DeleteQuestion } from '../../fields/DeleteQuestion.tsx'
import { FindButton } from '../../fields/FindButton.tsx'
import { useApp, useAppState, useViewState } from '../../hooks/app.ts'
import { formatSize, formatTime, formatWhen, localeFormats } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { pressedKeys } from '../../ui/Kbd.tsx'
import { barPath, barsIn } from '../../ui/drawSound.ts'
import { coverColor } from '../../ui/titleCover.ts'
import recentStyles from './Recents.module.css'
import { Recents } from './Recents.tsx'
import styles from './Welcome.module.css'

/** The first screen: begin a story, continue one, or listen to an example. */
export function Welcome() {
  const { t } = useTranslation()
  const app = useApp()
  const recents = useAppState((state) => state.recents)
  const examples = useAppState((state) => state.examples)
  const run = (id: CommandId) => () => {
    runCommand(app, id)
  }
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <img src="./icon.svg" alt="" width={22} height={22} />
        <b>{t('app.name')}</b>
        <span className={styles.space} />
        <FindButton />
        <span className={styles.space} />
        <IconButton
          label={t('commands.settings')}
          tip={commandTip(app, 'settings')}
          onPress={run('settings')}
        >
          <Settings size={16} />
        </IconButton>
        <IconButton
          label={t('commands.shortcuts')}
          tip={commandTip(app, 'shortcuts')}
          onPress={run('shortcuts')}
        >
          <CircleHelp size={16} />
        </IconButton>
      </header>
      <main className={styles.column}>
        <h1>{t('app.welcomeTitle')}</h1>
        <div className={styles.start}>
          <StartBox />
          <NaturalVoicesHint />
        </div>
        {recents.length === 0
          ? examples.map((example) => <ExampleCard key={example.id} example={example} />)
          : null}
        <section aria-labelledby="recents-heading">
          <div className={styles.head}>
            <h2 id="recents-heading">{t('app.recentHeading')}</h2>
            <Button tone="quiet" icon={<FolderOpen size={15} />} onPress={run('openStory')}>
              {t('app.open')}
            </Button>
            <Button tone="quiet" icon={<FileAudio size={15} />} onPress={run('documents')}>
              {t('commands.documents')}
            </Button>
          </div>
          {recents.length === 0 ? (
            <p className={styles.empty}>{t('app.noRecents')}</p>
          ) : (
            <Recents recents={recents} />
          )}
        </section>
        {(recents.length === 0 ? [] : examples).map((example) => (
          <p key={example.id} className={styles.example}>
            <BookOpen size={16} aria-hidden="true" />
            <span>{t('app.exampleHeading')}</span>
            <PlayExample example={example} look="round" />
            <button
              type="button"
              className={styles.link}
              title={example.description}
              dir="auto"
              onClick={() => {
                openExample(app, example.id).catch(app.report)
              }}
            >
              {example.title}
            </button>
          </p>
        ))}
        <DeletedDrafts />
      </main>
    </div>
  )
}

/** Opens an example and plays it. */
function PlayExample({
  example: { id, title },
  look,
}: {
  readonly example: Example
  readonly look: 'round' | 'accent'
}) {
  const { t } = useTranslation()
  const app = useApp()
  return (
    <IconButton
      label={t('app.playExample', { title })}
      look={look}
      size="small"
      onPress={() => {
        openExample(app, id).then(togglePlaying).catch(app.report)
      }}
    >
      <Play size={13} fill="currentColor" />
    </IconButton>
  )
}

/** An example to open, for newcomers: the whole card opens it, and its button plays it. */
function ExampleCard({ example }: { readonly example: Example }) {
  const { t } = useTranslation()
  const app = useApp()
  const { id, title, description } = example
  return (
    <div className={`${recentStyles.item} ${styles.card}`}>
      <span className={recentStyles.cover} style={coverColor(title)} aria-hidden="true">
        <span dir="auto">{title}</span>
      </span>
      <div className={recentStyles.words}>
        <span className={styles.quiet}>{t('app.exampleHeading')}</span>
        <button
          type="button"
          className={styles.whole}
          dir="auto"
          onClick={() => {
            openExample(app, id).catch(app.report)
          }}
        >
          {title}
        </button>
        <p dir="auto">{description}</p>
        <span className={styles.sample}>
          <PlayExample example={example} look="accent" />
          <DecorWave />
        </span>
      </div>
    </div>
  )
}

/** Recently deleted drafts, each with a restore button. */
function DeletedDrafts() {
  const { t } = useTranslation()
  const drafts = useAppState((state) => state.deletedDrafts)
  if (drafts.length === 0) return null
  return (
    <section aria-labelledby="deleted-heading">
      <h2 id="deleted-heading">{t('app.deletedHeading')}</h2>
      <ul>
        {drafts.map((draft) => (
          <DeletedRow key={draft.id} draft={draft} />
        ))}
      </ul>
    </section>
  )
}

function DeletedRow({ draft }: { readonly draft: DeletedDraft }) {
  const { t } = useTranslation()
  const app = useApp()
  const [isAsking, setIsAsking] = useState(false)
  const title = draft.title === '' ? t('app.untitled') : draft.title
  return (
    <li className={styles.deleted}>
      <div className={styles.what}>
        <b dir="auto" title={title}>
          {title}
        </b>
        <small title={formatTime(draft.deletedAtMs)}>
          {t('app.deletedOn', { time: formatWhen(draft.deletedAtMs) })}
        </small>
      </div>
      <Button
        aria-label={t('app.restoreDraft', { title })}
        onPress={() => {
          restoreDraft(app, draft.id).catch(app.report)
        }}
      >
        {t('app.restore')}
      </Button>
      <IconButton
        label={t('app.deleteForGood', { title })}
        onPress={() => {
          setIsAsking(true)
        }}
      >
        <Trash2 size={15} />
      </IconButton>
      {isAsking ? (
        <DeleteQuestion
          question={t('app.deleteForGoodSure', { title })}
          go={t('app.deleteForGoodGo')}
          onDelete={() => deleteForGood(app, draft.id)}
          onClose={() => {
            setIsAsking(false)
          }}
        />
      ) : null}
    </li>
  )
}

/** Offers natural voices until one is installed, or until it is dismissed. */
export function NaturalVoicesHint() {
  const isOffered = useAppState(
    ({ settings, hostVoices }) =>
      settings.offersNaturalVoices && hostVoices.length > 0 && hostVoices.every(({ pack }) => pack === null),
  )
  return isOffered ? <Offer /> : null
}

function Offer() {
  const { t } = useTranslation()
  const app = useApp()
  const packs = useAppState((state) => state.packs)
  useEffect(() => {
    loadPacks(app).catch(app.report)
  }, [app])
  const first = packs === null || packs.unavailable !== null ? undefined : smallestOf(packs.packs)
  // A pack is named after its model: the number of its voices says more.
  const name =
    first === undefined
      ? ''
      : first.speakers.length > 1
        ? t('packs.speakers', { count: first.speakers.length })
        : first.name
  const isUnderWay = first !== undefined && first.state.kind !== 'absent' && first.state.kind !== 'failed'
  return (
    <section className={styles.offer} aria-label={t('packs.title')}>
      <AudioLines size={18} aria-hidden="true" />
      <div className={styles.offered}>
        <b>{t('packs.offer')}</b>
        <p>{t('packs.hint')}</p>
        <DecorWave />
        <div className={styles.buttons}>
          {first === undefined || first.size === null ? null : (
            <Button
              icon={<Download size={14} />}
              isDisabled={isUnderWay}
              onPress={() => {
                getPack(app, first.id).catch(app.report)
              }}
            >
              {isUnderWay
                ? t('packs.progress', { name })
                : `${t('packs.getNamed', { name })} · ${formatSize(t, first.size.bytes)}`}
            </Button>
          )}
          <Button tone="quiet" onPress={() => runCommand(app, 'naturalVoices')}>
            {t('commands.naturalVoices')}
          </Button>
        </div>
      </div>
      <IconButton
        label={t('packs.dismiss')}
        size="small"
        onPress={() => changeSettings(app, { offersNaturalVoices: false })}
      >
        <X size={14} />
      </IconButton>
    </section>
  )
}

/** The smallest voice of the writer's language whose size is known, the fastest to download. */
function smallestOf(packs: readonly PackView[]): PackView | undefined {
  const [language = ''] = localeFormats().locale.split('-')
  const sizeOf = ({ size }: PackView) => size?.bytes ?? Infinity
  return packs
    .filter(({ languages }) => languages.some((tag) => tag.split('-')[0] === language))
    .toSorted((a, b) => sizeOf(a) - sizeOf(b))[0]
}

const [WIDTH_PX, HEIGHT_PX] = [240, 24]
/** Rises and falls like a sentence; it is not made from audio. */
const PATH = barPath(
  Array.from(
    { length: barsIn(WIDTH_PX) },
    (_, bar) => Math.abs(Math.sin(bar / 3) * Math.cos(bar / 11)) * 0.8 + 0.1,
  ),
  WIDTH_PX,
  HEIGHT_PX,
)

/** A decorative waveform. */
function DecorWave() {
  return (
    <svg className={styles.wave} viewBox={`0 0 ${WIDTH_PX} ${HEIGHT_PX}`} aria-hidden="true">
      <path d={PATH} />
    </svg>
  )
}

/** Everything that can be dropped can also be chosen. */
const ACCEPTED = [...extensionsFor('open'), ...extensionsFor('document')]

/** Starts a story: from typed or pasted words, a file, or nothing. */
function StartBox() {
  const { t } = useTranslation()
  const app = useApp()
  const [text, setText] = useState('')
  const hasDialog = useViewState((state) => state.dialog !== null)
  const isWritten = text.trim() !== ''
  useEffect(() => {
    if (hasDialog) return undefined
    const onPaste = (event: ClipboardEvent) => {
      takePasted(app, event, () => !isWritten) // text pasted into existing words belongs to them
    }
    window.addEventListener('paste', onPaste)
    return () => {
      window.removeEventListener('paste', onPaste)
    }
  }, [app, isWritten, hasDialog])
  const start = () => {
    if (isWritten) createFromText(app, text).catch(app.report)
    else runCommand(app, 'newStory')
  }
  return (
    <div className={styles.box}>
      <textarea
        className={styles.text}
        dir="auto"
        aria-label={t('app.startText')}
        placeholder={t('app.startPlaceholder')}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
        }}
        onKeyDown={(event) => {
          if (pressedKeys(event) !== 'Mod+Enter') return
          event.preventDefault()
          start()
        }}
      />
      <div className={styles.foot}>
        <span className={styles.drop}>
          <FileDown size={16} aria-hidden="true" />
          {t('app.startDrop')}
        </span>
        <FileButton
          icon={<FolderOpen size={15} />}
          label={t('app.upload')}
          extensions={ACCEPTED}
          onChoose={(file) => {
            takeDropped(app, file).catch(app.report)
          }}
        />
        <Button tone="primary" onPress={start}>
          {t('commands.newStory')}
        </Button>
      </div>
    </div>
  )
}
