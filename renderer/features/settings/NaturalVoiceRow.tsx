/** One pack in the list of natural voices. */
import type { TFunction } from 'i18next'
import { Check, CircleAlert, Download, Ellipsis, LoaderCircle, Pause, Volume2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { PackView } from '../../../shared/ipc/voicePacksContract.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { packVoiceId } from '../../../shared/voices/voicePacks.ts'
import { getPack, playSample, removePack, renamePack, stopPack } from '../../actions/voicePacks.ts'
import { HearTarget } from '../../fields/VoiceField.tsx'
import { useApp } from '../../hooks/app.ts'
import { useKeptFocus } from '../../ui/focus.ts'
import { errorText } from '../../i18n/textKeys.ts'
import { formatCount, formatRemaining, formatSize } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { languageName } from '../../i18n/voiceText.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './NaturalVoices.module.css'

/** The most languages shown in a row; the others are counted. */
const SHOWN_LANGUAGES = 2

interface RowProps {
  readonly pack: PackView
  readonly sample: SamplePlayback
}

export function NaturalVoiceRow({ pack, sample }: RowProps) {
  const { t } = useTranslation()
  const { name, author, speakers, languages, licence } = pack
  const keptFocus = useKeptFocus<HTMLTableCellElement>(pack.state.kind)
  const names = languages.slice(0, SHOWN_LANGUAGES).map(languageName).join(', ')
  const others = languages.length - SHOWN_LANGUAGES
  const sounds =
    speakers.length > 1
      ? t('packs.speakers', { count: speakers.length })
      : t(`voices.genders.${speakers[0]?.gender ?? 'unknown'}`)
  return (
    <tr>
      <th scope="row">
        <b dir="auto">{name}</b>
        <small title={speakers.map((speaker) => speaker.name).join(', ')}>
          {[
            ...(speakers.length === 1 && speakers[0]?.gender === null ? [] : [sounds]),
            t('packs.by', { author }),
          ].join(' · ')}
        </small>
      </th>
      <td title={languages.map(languageName).join(', ')}>
        {others > 0 ? t('packs.more', { names, count: others }) : names}
      </td>
      <td>
        <span className={styles.licence}>
          <span dir="auto">{licence.name}</span>
          <Sale pack={pack} />
        </span>
      </td>
      <td className={styles.number}>{formatPackSize(t, pack)}</td>
      <td className={styles.end} {...keptFocus}>
        <State pack={pack} sample={sample} />
      </td>
    </tr>
  )
}

/** Whether audio of the voice may be sold, in a word or two, with the reason. */
function Sale({ pack }: { readonly pack: PackView }) {
  const { t } = useTranslation()
  const { allowsCommercialUse: may } = pack.licence
  const whole = commercialText(t, pack)
  const short =
    may === true ? t('packs.commercial') : t(may === false ? 'packs.privateOnly' : 'packs.commercialUnknown')
  return (
    <Chip size="small" dot={may === true ? '--ok' : may === false ? '--bad' : '--warn'} title={whole}>
      {whole === short ? (
        short
      ) : (
        <>
          <span aria-hidden="true">{short}</span>
          <span className="visually-hidden">{whole}</span>
        </>
      )}
    </Chip>
  )
}

function State({ pack, sample }: RowProps) {
  const { t } = useTranslation()
  const { state, name } = pack
  switch (state.kind) {
    case 'here':
      return <Here pack={pack} bytes={state.bytes} makesPerSecond={state.makesPerSecond} />
    case 'waiting':
      return (
        <div className={styles.state}>
          {state.behind === null ? t('packs.waiting') : t('packs.waitingFor', { name: state.behind })}{' '}
          <Stop pack={pack} />
        </div>
      )
    case 'connecting':
      return (
        <div className={styles.state}>
          {t('packs.connecting', { host: state.host })} <Stop pack={pack} />
        </div>
      )
    case 'unpacking':
      return (
        <div className={styles.state}>
          {t('packs.unpacking')} <Stop pack={pack} />
        </div>
      )
    case 'getting': {
      const { bytes, totalBytes, remainingMs } = state
      return (
        <>
          <div className={styles.state}>
            <progress
              aria-label={t('packs.progress', { name })}
              {...(totalBytes !== null && { value: bytes, max: totalBytes })}
            />
            <span>
              {totalBytes === null ? formatSize(t, bytes) : `${Math.floor((100 * bytes) / totalBytes)} %`}
            </span>
            <Stop pack={pack} />
          </div>
          {remainingMs === null ? null : <small>{formatRemaining(t, remainingMs)}</small>}
        </>
      )
    }
    case 'absent':
      return (
        <div className={styles.state}>
          <Sample pack={pack} sample={sample} />
          <Get pack={pack} isBegun={state.bytes > 0} />
        </div>
      )
    case 'failed':
      return (
        <div className={styles.failure}>
          <div className={styles.state}>
            <Sample pack={pack} sample={sample} />
            <Get pack={pack} isBegun={state.bytes > 0} />
          </div>
          <small role="alert" className={styles.failed}>
            <CircleAlert size={14} aria-hidden="true" />
            <span>
              {errorText(t, state.error)}
              {state.error.code === 'voice-offline' ? ` ${t('packs.getWhenOnline')}` : null}
            </span>
          </small>
        </div>
      )
  }
}

/** The one sample that plays, or is being downloaded. */
export interface SamplePlayback {
  readonly packId: string | null
  readonly isPlaying: boolean
  readonly toggle: (packId: string) => void
}

/** Plays samples of voices that are not here, one at a time. */
export function useSamplePlayback(): SamplePlayback {
  const app = useApp()
  const [{ packId, isPlaying }, setState] = useState<Omit<SamplePlayback, 'toggle'>>(SILENT)
  const current = useRef<AbortController>(null)
  useEffect(() => () => current.current?.abort(), [])
  const toggle = (pressed: string) => {
    current.current?.abort()
    if (pressed === packId) {
      setState(SILENT)
      return
    }
    const stop = new AbortController()
    current.current = stop
    setState({ packId: pressed, isPlaying: false })
    playSample(app, pressed, stop.signal, () => {
      setState({ packId: pressed, isPlaying: true })
    })
      .catch(app.report)
      .finally(() => {
        if (current.current === stop && !stop.signal.aborted) setState(SILENT)
      })
  }
  return { packId, isPlaying, toggle }
}

const SILENT = { packId: null, isPlaying: false }

function Sample({ pack: { id, name, sampleHost }, sample }: RowProps) {
  const { t } = useTranslation()
  if (sampleHost === null) return null
  const isOn = sample.packId === id
  return (
    <IconButton
      label={isOn ? t('packs.sampleStop', { name }) : t('packs.sample', { name, host: sampleHost })}
      size="small"
      onPress={() => {
        sample.toggle(id)
      }}
    >
      {!isOn ? <Volume2 size={14} /> : sample.isPlaying ? <Pause size={14} /> : <LoaderCircle size={14} />}
    </IconButton>
  )
}

function Get({ pack, isBegun }: { readonly pack: PackView; readonly isBegun: boolean }) {
  const { t } = useTranslation()
  const app = useApp()
  const { id, name } = pack
  return (
    <Button
      icon={<Download size={14} aria-hidden="true" />}
      aria-label={isBegun ? t('packs.goOnNamed', { name }) : t('packs.getNamed', { name })}
      onPress={() => {
        getPack(app, id).catch(app.report)
      }}
    >
      {isBegun ? t('packs.goOn') : t('packs.get')}
    </Button>
  )
}

function Stop({ pack: { id, name } }: { readonly pack: PackView }) {
  const { t } = useTranslation()
  const app = useApp()
  return (
    <IconButton
      label={t('packs.stop', { name })}
      size="small"
      onPress={() => {
        stopPack(app, id).catch(app.report)
      }}
    >
      <X size={14} />
    </IconButton>
  )
}

interface HereProps {
  readonly pack: PackView
  readonly bytes: number
  readonly makesPerSecond: number | null
}

function Here({ pack, bytes, makesPerSecond }: HereProps) {
  const { t } = useTranslation()
  const app = useApp()
  /** The stories that use the pack, while its removal is being confirmed. */
  const [stories, setStories] = useState<readonly string[] | null>(null)
  const [isRenaming, setIsRenaming] = useState(false)
  const { id, name, speakers } = pack
  const [speaker] = speakers
  const size = formatSize(t, bytes)
  const close = () => {
    setStories(null)
  }
  const ask = async () => {
    setStories(await app.bridge.call('voicePacks:stories', { packId: id }))
  }
  return (
    <>
      <div className={styles.state}>
        {speaker === undefined ? null : (
          <HearTarget
            voice={{ id: packVoiceId(id, speaker.id), name }}
            target={{ kind: 'form', connectionId: BUILT_IN_CONNECTION, text: '' }}
          />
        )}
        <span className={styles.here}>
          <Check size={14} aria-hidden="true" /> {t('packs.isHere')}
        </span>
        <MenuButton
          label={t('packs.menu', { name })}
          entries={[
            {
              id: 'rename',
              label: t('packs.rename'),
              onAction: () => {
                setIsRenaming(true)
              },
            },
            {
              id: 'remove',
              label: t('packs.remove'),
              onAction: () => {
                ask().catch(app.report)
              },
            },
          ]}
        >
          <Ellipsis size={16} />
        </MenuButton>
      </div>
      {makesPerSecond === null ? null : (
        <small>{t('packs.makes', { minutes: formatCount(Math.round(makesPerSecond)) })}</small>
      )}
      {isRenaming ? (
        <RenameDialog
          pack={pack}
          onClose={() => {
            setIsRenaming(false)
          }}
        />
      ) : null}
      {stories === null ? null : (
        <Dialog
          title={t('packs.removeTitle', { name })}
          closeLabel={t('app.close')}
          onClose={close}
          actions={
            <>
              <Button
                tone="danger"
                onPress={() => {
                  close()
                  removePack(app, pack).catch(app.report)
                }}
              >
                {t('packs.removeGo')}
              </Button>
              <Button tone="primary" autoFocus onPress={close}>
                {t('app.keepIt')}
              </Button>
            </>
          }
        >
          <p>
            {stories.length === 0
              ? t('packs.removeFree', { size })
              : t('packs.removeUsed', { size, stories: stories.join(', ') })}
          </p>
        </Dialog>
      )}
    </>
  )
}

function RenameDialog({ pack, onClose }: { readonly pack: PackView; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const app = useApp()
  const [name, setName] = useState(pack.name)
  return (
    <Dialog title={t('packs.renameTitle', { name: pack.name })} closeLabel={t('app.close')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onClose()
          renamePack(app, pack, name).catch(app.report)
        }}
      >
        <TextField label={t('packs.newName')} value={name} maxLength={200} autoFocus onChange={setName} />
        <Button type="submit" tone="primary" isDisabled={name.trim() === ''}>
          {t('packs.renameGo')}
        </Button>
      </form>
    </Dialog>
  )
}

function formatPackSize(t: TFunction, { size, state }: PackView): string {
  if (state.kind === 'here') return formatSize(t, state.bytes)
  if (size === null) return t('packs.notStated')
  const text = formatSize(t, size.bytes)
  return size.isExact ? text : t('packs.aboutSize', { size: text })
}

/** Whether audio of the voice may be sold, in words. */
function commercialText(t: TFunction, { licence }: PackView): string {
  if (licence.allowsCommercialUse === true) return t('packs.commercial')
  if (licence.allowsCommercialUse === false) return t('packs.notCommercial')
  return t('packs.commercialUnknown')
}
