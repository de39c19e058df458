import { runCommand } from '../../actions/commands.ts'
import {
  cancelRender,
  dismissRender,
  renderAgain,
  resumeRender,
  stopRender,
} from '../../actions/rendering.ts'
import { useJobsState } from '../../hooks/app.ts'
import { useProjectId, useRenderState, useSession } from '../../hooks/session.ts'
import { formatStatus } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { isOfLostService, lostServices } from '../../stores/lostServices.ts'
import { NewsLine } from './NewsLine.tsx'

/** How the render of the open story is. */
export function RenderNews() {
  const { t } = useTranslation()
  const session = useSession()
  const state = useRenderState()
  const run = (act: typeof stopRender) => () => {
    act(session).catch(session.report)
  }
  const jobs = useJobsState(({ jobs: all }) => all)
  const projectId = useProjectId()
  if (state.phase === 'idle') return null
  // Its service does not answer, which stands in a line of its own.
  if (isOfLostService(state, lostServices({ jobs }), projectId)) return null
  if (state.phase !== 'running') {
    const again = { label: t('app.render.again'), run: run(renderAgain) }
    const settle = { label: t('documents.settle'), run: () => runCommand(session, 'conversions') }
    return (
      <NewsLine
        tone="error"
        actions={[state.phase === 'failed' ? again : settle]}
        onDismiss={run(dismissRender)}
      >
        <b>{t(`app.render.${state.phase}`)}</b> {t(`errors.${state.error.code}`, state.error.params)}
      </NewsLine>
    )
  }
  const { status, isFollowed, blocks, canCancel, percentage, remainingMs } = state
  const doing = !blocks
    ? formatStatus(t, status)
    : blocks.isPaused
      ? t('render.queue.paused')
      : t('app.render.blocks', { number: Math.min(blocks.made + 1, blocks.of), of: blocks.of })
  const queue =
    blocks && isFollowed
      ? [
          {
            label: t(blocks.isPaused ? 'render.queue.resume' : 'render.queue.pause'),
            run: () => runCommand(session, blocks.isPaused ? 'resumeRender' : 'pauseRender'),
          },
          { label: t('render.queue.show'), run: () => runCommand(session, 'renderQueue') },
        ]
      : []
  const stop =
    canCancel && isFollowed && !blocks
      ? { label: t('app.render.cancel'), run: run(cancelRender) }
      : {
          label: t(
            blocks ? 'app.render.stop' : isFollowed ? 'app.render.stopFollowing' : 'app.render.follow',
          ),
          run: run(isFollowed ? stopRender : resumeRender),
        }
  return (
    <NewsLine
      tone="progress"
      progress={{ label: t('app.render.label'), fraction: percentage / 100, remainingMs }}
      actions={[...queue, stop]}
    >
      {isFollowed ? doing : t('app.render.unfollowed')}
    </NewsLine>
  )
}
