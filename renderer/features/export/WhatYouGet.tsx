import { Captions, CircleCheck, CircleX, FileAudio, FileText } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { CAPTION_FORMATS } from '../../../shared/captions/captionFormats.ts'
import { creditsOfPart, type ExportPart } from '../../../shared/export/exportPart.ts'
import type { ExportSettings } from '../../../shared/export/exportSettings.ts'
import { acxResultOf } from '../../../shared/export/soundChecks.ts'
import type { Story } from '../../../shared/story/story.ts'
import { unsoldVoicesOf } from '../../../shared/story/unsoldVoices.ts'
import { blocksOfPart, renderStory } from '../../actions/rendering.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import { useDeferredStory, useProjectId, useRenderState, useSession } from '../../hooks/session.ts'
import { formatClock, formatSize } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { Warning } from '../../ui/Warning.tsx'
import styles from './Export.module.css'
import { type ExportPlan, useIsChecked } from './usePlan.ts'

/** Enough of a list of thousands of files. */
const MOST_SHOWN = 200

interface WhatYouGetProps {
  readonly settings: ExportSettings
  readonly part: ExportPart
  readonly plan: ExportPlan
  readonly leavesOut: boolean
  readonly onLeaveOut: (leavesOut: boolean) => void
}

/** The files that will be written, and the blocks that are not rendered yet. */
export function WhatYouGet({ settings, part, plan, leavesOut, onLeaveOut }: WhatYouGetProps) {
  const { t } = useTranslation()
  const session = useSession()
  const story = useDeferredStory()
  const isRendering = useRenderState().phase === 'running'
  const checking = useAppState((state) => state.checking)
  const { counts, files, toRender } = plan
  const isChecked = useIsChecked(settings, part)
  const checked = checking?.outcome.kind === 'checked' && isChecked ? checking.outcome.files : []
  const resultOf = (name: string) => {
    const file = checked.find((each) => each.name === name)
    return file === undefined ? 'unknown' : acxResultOf(file)
  }
  const own = settings.split === 'story' ? 1 : files.length
  return (
    <section className={styles.get} aria-label={t('exports.youGet')}>
      <h2>{t('exports.youGet')}</h2>
      {plan.isEmpty ? null : (
        <ul>
          {files.slice(0, MOST_SHOWN).map(({ name, durationMs, bytes }) => {
            const result = resultOf(name)
            return (
              <li key={name} className={styles.file}>
                <FileAudio size={15} aria-hidden="true" />
                <span dir="auto" title={name}>
                  {name}
                </span>
                <span>{formatClock(Math.round(durationMs))}</span>
                <span>{formatSize(t, bytes)}</span>
                {result === 'unknown' ? null : result === 'pass' ? (
                  <CircleCheck size={15} className={styles.passes} aria-label={t('exports.pass')} />
                ) : (
                  <CircleX size={15} className={styles.fails} aria-label={t('exports.fail')} />
                )}
              </li>
            )
          })}
          {files.length <= MOST_SHOWN ? null : (
            <li className={styles.note}>{t('exports.more', { count: files.length - MOST_SHOWN })}</li>
          )}
          {plan.isUntimed
            ? null
            : settings.captions.map((format) => (
                <li key={format} className={styles.file}>
                  <Captions size={15} aria-hidden="true" />
                  <span>
                    {t('exports.besideFile', {
                      files: t('exports.fileCount', { count: own }),
                      format: `${t(`exports.captionFormats.${format}`)} (${CAPTION_FORMATS[format].ending})`,
                    })}
                  </span>
                </li>
              ))}
          {settings.manifest ? (
            <li className={styles.file}>
              <FileText size={15} aria-hidden="true" />
              <span>{t('exports.manifest')}</span>
            </li>
          ) : null}
        </ul>
      )}
      <div className={styles.foot}>
        <FreeRoom />
        <VoiceLicences story={plan.story} />
        {toRender > 0 ? (
          <>
            <Warning
              text={t(counts.notMade === 0 ? 'exports.changed' : 'exports.notMade', { count: toRender })}
              actions={
                isRendering
                  ? []
                  : [
                      {
                        label: t('commands.renderStory'),
                        onPress: () => {
                          renderStory(
                            session,
                            blocksOfPart(story, part),
                            creditsOfPart(story, part, settings),
                          ).catch(session.report)
                        },
                      },
                    ]
              }
            />
            {counts.rendered === 0 ? null : (
              <SwitchField label={t('exports.leaveOut')} isOn={leavesOut} onChange={onLeaveOut} />
            )}
          </>
        ) : counts.rendered === 0 ? (
          <p>{t('exports.empty')}</p>
        ) : null}
      </div>
    </section>
  )
}

/** The free space on the story's disk. For another disk, the export checks the space before it begins. */
function FreeRoom() {
  const { t } = useTranslation()
  const app = useApp()
  const projectId = useProjectId()
  const [freeBytes, setFreeBytes] = useState<number | null>(null)
  useEffect(() => {
    app.bridge
      .call('export:room', { projectId })
      .then((room) => {
        setFreeBytes(room.freeBytes)
      })
      .catch(app.report)
  }, [app, projectId])
  if (freeBytes === null) return null
  return <small className={styles.note}>{t('exports.free', { size: formatSize(t, freeBytes) })}</small>
}

/** Names the voices of a story whose licence forbids selling their audio, or does not mention it. */
function VoiceLicences({ story }: { readonly story: Story }) {
  const { t } = useTranslation()
  const voices = useAppState((state) => state.voices)
  const { forbidden, notStated } = useMemo(() => {
    const licensed = voices.flatMap(({ id, name, pack }) =>
      pack === null ? [] : [{ id, name, licence: pack.licence }],
    )
    return unsoldVoicesOf(story, licensed)
  }, [story, voices])
  return (
    <>
      {forbidden.length === 0 ? null : (
        <Warning text={t('exports.mayNotBeSold', { voices: forbidden.join(', ') })} />
      )}
      {notStated.length === 0 ? null : (
        <Warning text={t('exports.saleNotStated', { voices: notStated.join(', ') })} />
      )}
    </>
  )
}
