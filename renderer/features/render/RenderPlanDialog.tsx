import { useEffect, useMemo, useState } from 'react'
import { planRender, usualWay } from '../../../shared/story/renderPlan.ts'
import { blocksAtOnce } from '../../../shared/jobs/atOnce.ts'
import { timeFor } from '../../../shared/jobs/pace.ts'
import type { Paces } from '../../../shared/jobs/pace.ts'
import { startRender } from '../../actions/rendering.ts'
import { StoppedWarning } from '../../fields/StoppedWarning.tsx'
import { useLedger } from '../../hooks/useLedger.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import { useAudioState, useSession, useStory } from '../../hooks/session.ts'
import { formatCount, formatRemaining } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { RenderQuestion } from '../../stores/editorStore.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useFocusAtOpen } from '../../ui/useFocusAtOpen.ts'
import { PlanGroups } from './PlanGroups.tsx'
import { PlanSpending } from './PlanSpending.tsx'
import { PlanWays } from './PlanWays.tsx'
import { useSpending } from '../../hooks/useSpending.ts'
import styles from './RenderPlan.module.css'

/** What a render keeps, makes and costs, before anything is spent. It starts the render, in the way that the writer chooses. */
export function RenderPlanDialog({
  question: { only, spokenCredits, answer },
}: {
  readonly question: RenderQuestion
}) {
  const { t } = useTranslation()
  const session = useSession()
  const story = useStory()
  const takes = useAudioState((state) => state.takes)
  const allTakes = useAudioState((state) => state.allTakes)
  const render = useAudioState((state) => state.render)
  const connections = useAppState(({ servers }) => servers.connection)
  const spending = useSpending(useLedger())
  const startButton = useFocusAtOpen<HTMLButtonElement>()
  const [isSure, setSure] = useState(false)
  const [wished, setWished] = useState(usualWay(story))
  const plan = useMemo(
    () =>
      planRender(
        story,
        { takes, allTakes, render },
        {
          only,
          spokenCredits,
          way: wished,
          connectionIds: connections.map(({ id }) => id),
        },
      ),
    [story, takes, allTakes, render, only, spokenCredits, wished, connections],
  )
  const { make, blocks, whole, way } = plan
  const credits = way === 'story' ? (whole?.credits ?? 0) : plan.credits
  const isOverCap = spending.some(({ spent, cap }) => cap !== null && spent + credits > cap)
  const { connectionId } = story.info
  const atOnce = blocksAtOnce(
    connectionId,
    useAppState(({ settings }) => settings.blocksAtOnce),
  )
  const paces = usePaces(connectionId)
  const madeBlocks = make.map(({ block }) => block)
  const leftMs = way === 'story' || paces === null ? null : timeFor(story, madeBlocks, paces, atOnce)
  const title = story.info.title === '' ? t('app.untitled') : story.info.title
  const price = t('units.credits', { count: credits, formatted: formatCount(credits) })
  const close = () => {
    answer(false)
  }
  const start = () => {
    if (isOverCap && !isSure) {
      setSure(true)
      return
    }
    const order = { only, spokenCredits, plan, way: wished, pastCaps: isOverCap ? credits : 0 }
    startRender(session, order).then(() => {
      answer(true)
    }, session.report)
  }
  return (
    <Dialog
      size="large"
      title={t('render.title', { title })}
      closeLabel={t('app.close')}
      onClose={close}
      actions={
        <>
          <span className={styles.pace}>
            {leftMs === null ? '' : `${formatRemaining(t, leftMs)} · `}
            {way === 'story' ? t('render.oneRequest') : t('render.atOnce', { count: atOnce })}
          </span>
          <Button onPress={close}>{t('app.cancel')}</Button>
          <Button tone="primary" ref={startButton} isDisabled={way === null} onPress={start}>
            {isOverCap ? t(isSure ? 'render.pressAgain' : 'render.startPast') : t('render.start')}
            <span className={styles.price}>{price}</span>
          </Button>
        </>
      }
    >
      <p className={styles.summary}>{t('render.summary', { count: make.length, of: blocks.length })}</p>
      <StoppedWarning />
      <div className={styles.columns}>
        <PlanGroups plan={plan} onShow={close} />
        <div className={styles.side}>
          {whole === null ? null : (
            <PlanWays plan={plan} whole={whole} wished={wished} onChange={setWished} />
          )}
          <PlanSpending spending={spending} credits={credits} />
          <p className={styles.note}>{t('render.estimates')}</p>
        </div>
      </div>
    </Dialog>
  )
}

/** How fast a service made blocks before; null until the app has answered. */
function usePaces(connectionId: string): Paces | null {
  const app = useApp()
  const [paces, setPaces] = useState<Paces | null>(null)
  useEffect(() => {
    app.bridge.call('jobs:paces', { connectionId }).then(setPaces, app.report)
  }, [app, connectionId])
  return paces
}
