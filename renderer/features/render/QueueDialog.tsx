import { blocksOf } from '../../../shared/story/selectors.ts'
import type { BlockId } from '../../../shared/story/records.ts'
import { runCommand } from '../../actions/commands.ts'
import { pauseRender } from '../../actions/renderQueue.ts'
import { useCloseDialog } from '../../hooks/app.ts'
import { useBlockStates, useRenderState, useSession, useStory } from '../../hooks/session.ts'
import { formatCount, formatRemaining } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useFocusAtOpen } from '../../ui/useFocusAtOpen.ts'
import { QueueGroup } from './QueueGroup.tsx'
import styles from './RenderPlan.module.css'

/** The queue of the render that is under way: which blocks are made, wait or failed, and what can be done about each. */
export function QueueDialog() {
  const { t } = useTranslation()
  const session = useSession()
  const story = useStory()
  const render = useRenderState()
  const states = useBlockStates()
  const pauseButton = useFocusAtOpen<HTMLButtonElement>()
  const close = useCloseDialog()
  const running = render.phase === 'running' ? render : null
  const queue = running?.isFollowed === true ? running.blocks : null
  const byId = new Map(blocksOf(story).map((block) => [block.id, block]))
  const blocksIn = (ids: readonly BlockId[]) => ids.flatMap((id) => byId.get(id) ?? [])
  const failures = new Map(
    queue === null
      ? [...states].flatMap(([id, { kind, error }]) => (kind === 'failed' ? [[id, error] as const] : []))
      : queue.failed.map(({ blockId, error }) => [blockId, error] as const),
  )
  const facts =
    queue === null
      ? []
      : [
          t('render.queue.made', { made: formatCount(queue.made), of: formatCount(queue.of) }),
          ...(queue.isPaused ? [t('render.queue.paused')] : []),
          ...(queue.perMinute === null
            ? []
            : [t('render.queue.perMinute', { count: Math.max(1, Math.round(queue.perMinute)) })]),
          ...(running === null || running.remainingMs === null
            ? []
            : [formatRemaining(t, running.remainingMs)]),
        ]
  return (
    <Dialog
      size="wide"
      title={t('render.queue.title')}
      closeLabel={t('app.close')}
      onClose={close}
      actions={
        <>
          {queue === null ? null : (
            <>
              <Button tone="quiet" onPress={() => runCommand(session, 'stopRender')}>
                {t('app.render.stop')}
              </Button>
              <Button
                ref={pauseButton}
                onPress={() => {
                  pauseRender(session, !queue.isPaused).catch(session.report)
                }}
              >
                {t(queue.isPaused ? 'render.queue.resume' : 'render.queue.pause')}
              </Button>
            </>
          )}
          <Button tone="primary" onPress={close}>
            {t('app.close')}
          </Button>
        </>
      }
    >
      <p className={styles.summary}>{queue === null ? t('render.queue.none') : facts.join(' · ')}</p>
      <QueueGroup kind="failed" blocks={blocksIn([...failures.keys()])} failures={failures} onShow={close} />
      <QueueGroup kind="underWay" blocks={blocksIn(queue?.underWay ?? [])} onShow={close} />
      <QueueGroup kind="waiting" blocks={blocksIn(queue?.waiting ?? [])} onShow={close} />
    </Dialog>
  )
}
