import { Play, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import type { ExportSettings } from '../../../shared/export/exportSettings.ts'
import type { CheckedFile, Finding } from '../../../shared/export/findings.ts'
import { mendsOf } from '../../../shared/export/mends.ts'
import { acxVerdicts } from '../../../shared/export/soundChecks.ts'
import { findHeardBlock } from '../../../shared/story/heardBlocks.ts'
import type { BlockId } from '../../../shared/story/records.ts'
import { blockNumber } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { revealBlock } from '../../actions/editing.ts'
import { playBlock } from '../../actions/playing.ts'
import { closeDialog } from '../../actions/dialogs.ts'
import { useSession } from '../../hooks/session.ts'
import { formatClockTenths, formatDb } from '../../i18n/format.ts'
import { localeFormats } from '../../i18n/locale.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { layoutOf } from '../../stores/timing.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './Export.module.css'
import { MendButtons } from './Mends.tsx'
import { PlaceWave } from './PlaceWave.tsx'

/** So many places are walked through at once; the check is made again when they are mended. */
const MOST_SHOWN = 500

interface FindingsProps {
  readonly story: Story
  readonly files: readonly CheckedFile[]
  readonly findings: readonly Finding[]
  readonly settings: ExportSettings
  /** Checks again, with other settings. */
  readonly onCheck: (settings: ExportSettings) => void
}

/** The places to listen to: arrows go from one to the next, Enter shows it in the story. */
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
  const show = ({ blockId }: Finding) => {
    if (blockId === null) return
    closeDialog(session)
    revealBlock(session, blockId, true)
  }
  /** Plays the story from a time of a file on. */
  const hear = (file: CheckedFile, fromMs: number) => {
    const heard = file.blocks.findLast(({ startMs }) => startMs <= fromMs) ?? file.blocks[0]
    const { takes } = session.audio.getState()
    const span = layoutOf(story, takes).heard.find(({ id }) => id === heard?.id)
    if (heard === undefined || span === undefined) return
    const inBlockMs = Math.max(0, fromMs - heard.startMs) * settings.speed
    session.player.playStory(Math.min(span.endMs, span.startMs + inBlockMs))
  }
  const file = current?.file === null || current === undefined ? undefined : files[current.file]
  const verdict = file && acxVerdicts(file).find(({ check }) => check === current?.kind)
  const mends =
    file === undefined || verdict === undefined
      ? []
      : mendsOf(verdict, file, current?.blockId ?? null, settings)
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
                  playBlock(session, block.id).catch(session.report)
                }}
              >
                {t('exports.listen')}
              </Button>
              <Button
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
