import { useTranslation } from 'react-i18next'
import { runCommand } from '../../actions/commands.ts'
import { cancelRender, dismissRender, resumeRender, stopRender } from '../../actions/rendering.ts'
import { formatRemaining, formatStatus } from '../../i18n/format.ts'
import { useAppState, useCounts, useRenderState, useStoryState, useWorld } from '../../hooks/world.ts'
import styles from './StatusBar.module.css'

/** Counts at the left; what is under way at the right. */
export function StatusBar() {
  const { t } = useTranslation()
  const world = useWorld()
  const counts = useCounts()
  const states = (['rendered', 'changed', 'notMade'] as const)
    .filter((state) => counts[state] > 0)
    .map((state) => t(`app.states.${state}`, { count: counts[state] }))
  return (
    <footer className={styles.bar}>
      <span>
        {t('app.counts', {
          blocks: t('units.blocks', { count: counts.blocks }),
          words: t('units.words', { count: counts.words }),
        })}
      </span>
      <span>{states.join(' · ')}</span>
      <span className={styles.space} />
      <ExportProgress />
      <RenderProgress />
      <button
        type="button"
        className={styles.link}
        onClick={() => {
          runCommand(world, 'conversions')
        }}
      >
        {t('conversions.open')}
      </button>
    </footer>
  )
}

function RenderProgress() {
  const { t } = useTranslation()
  const world = useWorld()
  const state = useRenderState()
  const run = (act: typeof stopRender) => () => {
    act(world).catch(world.report)
  }
  if (state.phase === 'idle') return null
  if (state.phase !== 'running') {
    return (
      <>
        <span className={styles.failed}>{t(`app.render.${state.phase}`)}</span>
        {state.phase === 'failed' ? (
          <button
            type="button"
            className={styles.link}
            onClick={() => {
              runCommand(world, 'renderStory')
            }}
          >
            {t('app.render.again')}
          </button>
        ) : null}
        <button type="button" className={styles.link} onClick={run(dismissRender)}>
          {t('app.dismiss')}
        </button>
      </>
    )
  }
  const { status, isFollowed, blocks, canCancel } = state
  const name = formatStatus(t, status)
  const doing = blocks
    ? t('app.render.blocks', { number: Math.min(blocks.made + 1, blocks.of), of: blocks.of })
    : name
  return (
    <>
      <span>{isFollowed ? doing : t('app.render.unfollowed')}</span>
      <Bar label={t('app.render.label')} fraction={state.percentage / 100} />
      <span className={styles.number}>
        {t('app.percent', { percent: Math.round(state.percentage) })}
        {state.remainingMs === null ? '' : ` · ${formatRemaining(t, state.remainingMs)}`}
      </span>
      {canCancel && isFollowed && !blocks ? (
        <button type="button" className={styles.link} onClick={run(cancelRender)}>
          {t('app.render.cancel')}
        </button>
      ) : (
        <button type="button" className={styles.link} onClick={run(isFollowed ? stopRender : resumeRender)}>
          {t(blocks ? 'app.render.stop' : isFollowed ? 'app.render.stopFollowing' : 'app.render.follow')}
        </button>
      )}
    </>
  )
}

function ExportProgress() {
  const { t } = useTranslation()
  const world = useWorld()
  const exporting = useAppState((state) => state.exporting)
  const openId = useStoryState((state) => state.open?.project.projectId)
  if (exporting === null) return null
  const { outcome, exportId, fraction, remainingMs } = exporting
  const { projectId } = exporting
  if (outcome.kind !== 'running' && projectId !== null && projectId !== openId) return null
  const close = () => {
    world.app.setState({ exporting: null })
  }
  if (outcome.kind === 'running') {
    return (
      <>
        <span>{t('app.exporting')}</span>
        <Bar label={t('app.exportLabel')} fraction={fraction} />
        <span className={styles.number}>
          {t('app.percent', { percent: Math.round(fraction * 100) })}
          {remainingMs === null ? '' : ` · ${formatRemaining(t, remainingMs)}`}
        </span>
        <button
          type="button"
          className={styles.link}
          disabled={exportId === null}
          onClick={() => {
            if (exportId !== null) world.bridge.call('export:cancel', { exportId }).catch(world.report)
          }}
        >
          {t('app.cancel')}
        </button>
      </>
    )
  }
  return (
    <>
      {outcome.kind === 'done' ? (
        <span title={outcome.location}>
          {t('app.exported', { name: outcome.fileName })}{' '}
          {outcome.download === null ? null : (
            <a
              className={styles.link}
              href={world.bridge.downloadUrl(outcome.download)}
              download={outcome.fileName}
            >
              {t('app.download')}
            </a>
          )}
        </span>
      ) : (
        <span>{t(`app.exportEnded.${outcome.kind}`)}</span>
      )}
      <button type="button" className={styles.link} onClick={close}>
        {t('app.dismiss')}
      </button>
    </>
  )
}

function Bar({ label, fraction }: { label: string; fraction: number }) {
  const percent = Math.round(Math.max(0, Math.min(1, fraction)) * 100)
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={styles.progress}
    >
      <i style={{ width: `${percent}%` }} />
    </span>
  )
}
