import type { TFunction } from 'i18next'
import { Play, TriangleAlert, Wrench } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import type { ExportSettings } from '../../../shared/export/exportSettings.ts'
import type { CheckedFile, Finding } from '../../../shared/export/findings.ts'
import { type Mend, mendsOf } from '../../../shared/export/mends.ts'
import { ACX_LIMITS, acxVerdicts, FRAMES_PER_SECOND } from '../../../shared/export/soundChecks.ts'
import { patchBlocks } from '../../../shared/story/blockCommands.ts'
import { findHeardBlock } from '../../../shared/story/heardBlocks.ts'
import type { BlockId } from '../../../shared/story/records.ts'
import { blockNumber, findBlock } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { closeDialog } from '../../actions/dialogs.ts'
import { revealBlock } from '../../actions/editing.ts'
import { playBlock } from '../../actions/playing.ts'
import { useSession } from '../../hooks/session.ts'
import { formatClock, formatClockTenths, formatDb, localeFormats } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { type Session, storyOf } from '../../stores/app.ts'
import { layoutOf } from '../../stores/timing.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './Export.module.css'

/** The most places listed at once; after fixing them, check again. */
const MOST_SHOWN = 500

interface FindingsProps {
  readonly story: Story
  readonly files: readonly CheckedFile[]
  readonly findings: readonly Finding[]
  readonly settings: ExportSettings
  /** Checks again, with other settings. */
  readonly onCheck: (settings: ExportSettings) => void
}

/** The places to listen to: arrows move between them, Enter shows one in the story. */
export function Findings({ story, files, findings, settings, onCheck }: FindingsProps) {
  const { t } = useTranslation()
  const session = useSession()
  const [index, setIndex] = useState(0)
  if (findings.length === 0) return <p className={styles.note}>{t('exports.noFindings')}</p>
  const current = findings[Math.min(index, findings.length - 1)]
  const textOf = ({ kind, value }: Finding) => {
    const { decimal } = localeFormats()
    const seconds = decimal((value ?? 0) / 1000, 1, 1)
    const shown = value === null ? '−∞' : formatDb(value, 1, 2)
    return t(`exports.finding.${kind}`, {
      seconds,
      value: kind === 'jump' && (value ?? 0) > 0 ? `+${shown}` : shown,
      percent: String(Math.round((value ?? 0) * 100)),
      minutes: String(Math.round((value ?? 0) / 60_000)),
    })
  }
  const nameOf = (id: BlockId) => {
    const number = blockNumber(story, id)
    return number > 0 ? t('exports.blockN', { number }) : (findHeardBlock(story, id)?.name ?? '')
  }
  const placeOf = ({ file, atMs, blockId }: Finding) =>
    [
      file === null
        ? ''
        : atMs === null
          ? (files[file]?.name ?? '')
          : t('exports.findingPlace', { file: files[file]?.name ?? '', time: formatClockTenths(atMs) }),
      blockId === null ? '' : nameOf(blockId),
    ]
      .filter(Boolean)
      .join(' · ')
  /** Credits exist only in the exported story. */
  const isInStory = (id: BlockId) => findHeardBlock(storyOf(session), id) !== undefined
  const show = ({ blockId }: Finding) => {
    if (blockId === null || !isInStory(blockId)) return
    closeDialog(session)
    revealBlock(session, blockId, true)
  }
  /** Plays the story from a time of a file on. */
  const hear = (file: CheckedFile, fromMs: number) => {
    const heard = file.blocks.findLast(({ startMs }) => startMs <= fromMs) ?? file.blocks[0]
    if (heard === undefined) return
    const inBlockMs = Math.max(0, fromMs - heard.startMs) * settings.speed
    if (playCredits(heard.id, inBlockMs)) return
    const span = spanOf(storyOf(session), heard.id)
    if (span !== undefined) session.player.playStory(Math.min(span.endMs, span.startMs + inBlockMs))
  }
  const spanOf = (of: Story, id: BlockId) =>
    layoutOf(of, session.audio.getState().takes).heard.find((span) => span.id === id)
  /** Plays credits, which the player does not know; false for what is in the open story. */
  const playCredits = (id: BlockId, fromMs: number) => {
    if (isInStory(id)) return false
    const { take } = spanOf(story, id) ?? { take: null }
    if (take !== null) session.player.playAudio(take.audioId, take.startMs, take.endMs, { fromMs })
    return true
  }
  const file = current?.file === null || current === undefined ? undefined : files[current.file]
  const verdict = file && acxVerdicts(file).find(({ check }) => check === current?.kind)
  const mends =
    file === undefined || verdict === undefined
      ? []
      : mendsOf(verdict, file, findBlock(story, current?.blockId ?? null)?.id ?? null, settings)
  const block = current === undefined ? undefined : findHeardBlock(story, current.blockId)
  return (
    <>
      <h3 className={styles.heading}>{t('exports.findings')}</h3>
      <div className={styles.findings}>
        <ListBox
          className={styles.findingList ?? ''}
          aria-label={t('exports.findings')}
          selectionMode="single"
          selectionBehavior="replace"
          disallowEmptySelection
          selectedKeys={[String(Math.min(index, findings.length - 1))]}
          onSelectionChange={(keys) => {
            const [key] = keys === 'all' ? [] : keys
            if (key !== undefined) setIndex(Number(key))
          }}
          onAction={(key) => {
            const chosen = findings[Number(key)]
            if (chosen !== undefined) show(chosen)
          }}
        >
          {findings.slice(0, MOST_SHOWN).map((finding, at) => (
            <ListBoxItem
              key={at}
              id={String(at)}
              textValue={textOf(finding)}
              className={styles.finding ?? ''}
            >
              <TriangleAlert size={15} aria-hidden="true" />
              <span>
                {textOf(finding)} <small>{placeOf(finding)}</small>
              </span>
            </ListBoxItem>
          ))}
        </ListBox>
        {current === undefined || block === undefined ? null : (
          <div className={styles.place}>
            <p className={styles.words} dir="auto">
              {block.text}
            </p>
            <p>{textOf(current)}</p>
            {file === undefined || current.atMs === null ? null : (
              <PlaceWave
                file={file}
                kind={current.kind}
                atMs={current.atMs}
                onHear={(fromMs) => hear(file, fromMs)}
              />
            )}
            <div className={styles.row}>
              <Button
                icon={<Play size={14} aria-hidden="true" />}
                isDisabled={current.kind === 'missing'}
                onPress={() => {
                  if (!playCredits(block.id, 0)) playBlock(session, block.id).catch(session.report)
                }}
              >
                {t('exports.listen')}
              </Button>
              <Button
                isDisabled={!isInStory(block.id)}
                onPress={() => {
                  show(current)
                }}
              >
                {t('exports.showInStory')}
              </Button>
              <MendButtons settings={settings} mends={mends} onCheck={onCheck} />
            </div>
          </div>
        )}
      </div>
    </>
  )
}

/** The length of audio drawn around the place. */
const SHOWN_MS = 15_000
const FRAME_MS = 1000 / FRAMES_PER_SECOND
/** The width of the marked place, to either side. */
const MARKED_MS = 300
/** Noise is magnified, with its limit at a quarter of the height. */
const NOISE_SHARE = 0.25
const factorOf = (db: number) => 10 ** (db / 20)

interface PlaceWaveProps {
  readonly file: CheckedFile
  readonly kind: Finding['kind']
  readonly atMs: number
  /** Called with the time in the file from which to play. */
  readonly onHear: (fromMs: number) => void
}

/** The sound around a place of a file, with the limit that it exceeds: a press plays from there. */
function PlaceWave({ file, kind, atMs, onHear }: PlaceWaveProps) {
  const { t } = useTranslation()
  const endMs = file.peaks.length * FRAME_MS
  if (endMs === 0) return null
  const shownMs = Math.min(SHOWN_MS, endMs)
  const fromMs = Math.max(0, Math.min(endMs - shownMs, atMs - shownMs / 2))
  const first = Math.round(fromMs / FRAME_MS)
  const shown = file.peaks.slice(first, first + Math.round(shownMs / FRAME_MS))
  const limitDb = kind === 'peak' ? ACX_LIMITS.peak.max : kind === 'noise' ? ACX_LIMITS.noise.max : null
  const limit = limitDb === null ? null : kind === 'noise' ? NOISE_SHARE : factorOf(limitDb)
  const scale = kind === 'noise' ? NOISE_SHARE / factorOf(ACX_LIMITS.noise.max) : 1
  const heights = shown.map((peak) => Math.min(1, peak * scale))
  // Above its limit a peak is drawn in red; speech always exceeds the noise limit.
  const isOver = (height: number) => kind === 'peak' && height > (limit ?? 1)
  const bars = (over: boolean) =>
    heights
      .map((height, index) =>
        isOver(height) === over
          ? `M${index + 0.5} ${50 - height * 50}V${50 + Math.max(0.5, height * 50)}`
          : '',
      )
      .join('')
  const marked = Math.round((atMs - fromMs) / FRAME_MS)
  const half = Math.round(MARKED_MS / FRAME_MS)
  const hear = (event: MouseEvent<HTMLButtonElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    // A key press has no position.
    const share = event.detail === 0 || width === 0 ? null : (event.clientX - left) / width
    onHear(share === null ? Math.max(fromMs, atMs - 1000) : fromMs + share * shownMs)
  }
  const limitText = limitDb === null ? null : `${formatDb(limitDb)} ${t('music.db')}`
  const label = t('exports.hearPlace', { time: formatClockTenths(atMs) })
  return (
    <div className={styles.wave}>
      <button
        type="button"
        className={styles.waveButton}
        aria-label={limitText === null ? label : `${label}, ${limitText}`}
        onClick={hear}
      >
        <svg viewBox={`0 0 ${shown.length} 100`} preserveAspectRatio="none" aria-hidden="true">
          <path d={bars(false)} />
          <path d={bars(true)} className={styles.over} />
          <rect className={styles.marked} x={marked - half} y={2} width={2 * half} height={96} rx={2} />
          {limit === null ? null : (
            <path className={styles.limit} d={`M0 ${50 - limit * 50}H${shown.length}`} />
          )}
        </svg>
        {limitText === null ? null : (
          <span className={styles.limitText} style={{ insetBlockStart: `${50 - (limit ?? 0) * 50}%` }}>
            {limitText}
          </span>
        )}
      </button>
      <div className={styles.waveTimes} aria-hidden="true">
        {[0, 1 / 2, 1].map((share) => (
          <span key={share}>{formatClock(fromMs + share * shownMs)}</span>
        ))}
      </div>
    </div>
  )
}

/** Applies fixes: returns the new settings, and changes gains of blocks in the story. */
export function mend(session: Session, settings: ExportSettings, mends: readonly Mend[]): ExportSettings {
  let mended = settings
  for (const { does } of mends) {
    if (does.kind === 'settings') mended = does.change(mended)
    else {
      const story = storyOf(session)
      const gainDb = (findBlock(story, does.blockId)?.gainDb ?? 0) + does.byDb
      session.edit('edits.gain', patchBlocks(story, [does.blockId], { gainDb }))
    }
  }
  return mended
}

interface MendButtonsProps {
  readonly settings: ExportSettings
  /** The best first. */
  readonly mends: readonly Mend[]
  /** Checks again, with other settings. */
  readonly onCheck: (settings: ExportSettings) => void
}

/** A button for each fix of a failed check. */
export function MendButtons({ settings, mends, onCheck }: MendButtonsProps) {
  const { t } = useTranslation()
  const session = useSession()
  return mends.map((each) => (
    <Button
      key={each.id}
      size="small"
      icon={<Wrench size={14} aria-hidden="true" />}
      onPress={() => onCheck(mend(session, settings, [each]))}
    >
      {labelOf(t, each)}
    </Button>
  ))
}

function labelOf(t: TFunction, { id, value }: Mend): string {
  const isLevel = id === 'lower' || id === 'raise' || id === 'limit' || id === 'lowerBlock'
  return t(`exports.mends.${id}`, {
    value: isLevel ? formatDb(value, 1, 1) : localeFormats().decimal(value, 0, 2),
  })
}
