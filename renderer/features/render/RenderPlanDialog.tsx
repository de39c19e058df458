import { type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import { blocksAtOnce, type Paces, timeFor } from '../../../shared/jobs/pace.ts'
import { unlockBlocks } from '../../../shared/story/locks.ts'
import {
  type BlockPlan,
  type MakeReason,
  planCredits,
  type RenderPlan,
  usualWay,
  type WholePlan,
} from '../../../shared/story/renderPlan.ts'
import type { RenderWay } from '../../../shared/story/records.ts'
import { runCommand } from '../../actions/commands.ts'
import { planOf, startRender } from '../../actions/rendering.ts'
import { StoppedWarning } from '../../fields/StoppedWarning.tsx'
import { useApp, useAppState } from '../../hooks/app.ts'
import { useAudioState, useSession, useStory } from '../../hooks/session.ts'
import { type Spent, useLedger, useSpending } from '../../hooks/useLedger.ts'
import { formatCount, formatEstimatedTime } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { RenderQuestion } from '../../stores/editorStore.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useFocusAtOpen } from '../../ui/focus.ts'
import { BlockButton } from './QueueDialog.tsx'
import styles from './RenderPlan.module.css'

/** Shows what a render keeps, renders and costs before anything is spent, and starts it in the way that the writer chooses. */
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
  const spending = useSpending(useLedger())
  const startButton = useFocusAtOpen<HTMLButtonElement>()
  const [isSure, setSure] = useState(false)
  const [wished, setWished] = useState(usualWay(story))
  const plan = useMemo(
    () => planOf(session, story, { takes, allTakes, render }, { only, spokenCredits, way: wished }),
    [session, story, takes, allTakes, render, only, spokenCredits, wished],
  )
  const { make, blocks, whole, way } = plan
  const credits = planCredits(plan)
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
            {leftMs === null ? '' : `${formatEstimatedTime(t, leftMs)} · `}
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

/** How fast a service has rendered blocks so far; null until the app has answered. */
function usePaces(connectionId: string): Paces | null {
  const app = useApp()
  const [paces, setPaces] = useState<Paces | null>(null)
  useEffect(() => {
    app.bridge.call('jobs:paces', { connectionId }).then(setPaces, app.report)
  }, [app, connectionId])
  return paces
}

/** What was spent, and what this render adds, compared with the caps. */
function PlanSpending({
  spending,
  credits,
}: {
  readonly spending: readonly Spent[]
  readonly credits: number
}) {
  const { t } = useTranslation()
  const app = useApp()
  const headId = useId()
  return (
    <section aria-labelledby={headId} className={styles.part}>
      <div className={styles.partHead}>
        <h3 id={headId}>{t('render.spending')}</h3>
        <Button tone="quiet" size="small" onPress={() => runCommand(app, 'settings')}>
          {t('render.changeCaps')}
        </Button>
      </div>
      {spending.map(({ on, spent, cap }) => {
        const [now, after] = [formatCount(spent), formatCount(spent + credits)]
        const isOver = cap !== null && spent + credits > cap
        const share = (count: number) => `${Math.min(100, (count / Math.max(1, cap ?? 0)) * 100)}%`
        return (
          <div key={on} className={styles.spent} data-over={isOver || undefined}>
            <b>{t(`render.on.${on}`)}</b>
            <span>
              {cap === null
                ? t('render.nowAfter', { now, after })
                : t('render.nowAfterOf', { now, after, cap: formatCount(cap) })}
            </span>
            {cap === null ? null : (
              <span data-track aria-hidden="true" className={styles.track}>
                <i className={styles.after} style={{ width: share(spent + credits) }} />
                <i style={{ width: share(spent) }} />
              </span>
            )}
          </div>
        )
      })}
    </section>
  )
}

interface PlanWaysProps {
  readonly plan: RenderPlan
  readonly whole: WholePlan
  readonly wished: RenderWay
  readonly onChange: (way: RenderWay) => void
}

/** The two ways of rendering a story at a service that does not report times, with their prices and drawbacks. */
function PlanWays({ plan, whole, wished, onChange }: PlanWaysProps) {
  const { t } = useTranslation()
  const priceOf = (count: number) => t('units.credits', { count, formatted: formatCount(count) })
  const ways = [
    {
      way: 'blocks',
      credits: plan.credits,
      text: t('render.blocksText', { count: plan.requests }),
      isDisabled: false,
    },
    {
      way: 'story',
      credits: whole.credits,
      text:
        whole.obstacle === null
          ? t('render.storyText', { count: plan.blocks.length })
          : t(`render.obstacle.${whole.obstacle}`),
      isDisabled: whole.obstacle !== null,
    },
  ] as const
  return (
    <RadioGroup
      className={styles.part ?? ''}
      value={whole.obstacle === null ? wished : 'blocks'}
      onChange={(way) => {
        onChange(way === 'story' ? 'story' : 'blocks')
      }}
    >
      <Label className={styles.label ?? ''}>{t('render.how')}</Label>
      {ways.map(({ way, credits, text, isDisabled }) => (
        <Radio key={way} value={way} isDisabled={isDisabled} className={styles.way ?? ''}>
          <span aria-hidden="true" className={styles.dot} />
          <b>{t(`render.way.${way}`)}</b>
          <b className={styles.number}>{priceOf(credits)}</b>
          <span className={styles.wayText}>{text}</span>
        </Radio>
      ))}
    </RadioGroup>
  )
}

/** The number of blocks that a group shows at first, and adds with each press. */
const FIRST = 5
const MORE = 100

/** What happens to the blocks, in groups that unfold. A press on a block shows it in the script. */
function PlanGroups({ plan, onShow }: { readonly plan: RenderPlan; readonly onShow: () => void }) {
  const { t } = useTranslation()
  const session = useSession()
  const story = useStory()
  const { make, keep, locked, barred, credits } = plan
  const outOfDate = locked.filter(({ isOutOfDate }) => isOutOfDate).map(({ block }) => block.id)
  const reasons = [...Map.groupBy(make, ({ why: [first = 'reading'] }) => first)]
  return (
    <div>
      <div className={styles.heads} aria-hidden="true">
        <span>{t('render.whatHappens')}</span>
        <span>{t('render.blocks')}</span>
        <span>{t('render.credits')}</span>
      </div>
      <Group name={t('render.make')} plans={make} credits={credits} isOpen onShow={onShow}>
        <ul className={styles.reasons}>
          {reasons.map(([why, plans]) => (
            <li key={why} className={styles.reason}>
              <span>{t(`render.because.${why}`)}</span>
              <span className={styles.number}>{formatCount(plans.length)}</span>
              <span className={styles.number}>
                {formatCount(plans.reduce((sum, each) => sum + each.credits, 0))}
              </span>
            </li>
          ))}
        </ul>
      </Group>
      <Group name={t('render.keep')} plans={keep} credits={0} onShow={onShow}>
        <p className={styles.words}>{t('render.keepText')}</p>
      </Group>
      <Group name={t('render.locked')} plans={locked} credits={0} onShow={onShow}>
        <p className={styles.words}>
          {t('render.lockedText', { count: outOfDate.length })}{' '}
          {outOfDate.length === 0 ? null : (
            <Button
              tone="quiet"
              size="small"
              onPress={() => {
                session.edit('edits.unlock', unlockBlocks(story, outOfDate))
              }}
            >
              {t('render.unlock', { count: outOfDate.length })}
            </Button>
          )}
        </p>
      </Group>
      <Group name={t('render.cannot')} plans={barred} credits={null} isOpen onShow={onShow} />
    </div>
  )
}

interface GroupProps {
  readonly name: string
  readonly plans: readonly BlockPlan[]
  /** Null for blocks that are not rendered. */
  readonly credits: number | null
  readonly isOpen?: boolean
  readonly onShow: () => void
  readonly children?: ReactNode
}

function Group({ name, plans, credits, isOpen = false, onShow, children }: GroupProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(FIRST)
  if (plans.length === 0) return null
  return (
    <details open={isOpen} className={styles.group}>
      <summary>
        <b>{name}</b>
        <span className={styles.number}>{formatCount(plans.length)}</span>
        <b className={styles.number}>{credits === null ? '–' : formatCount(credits)}</b>
      </summary>
      {children}
      <ul className={styles.rows}>
        {plans.slice(0, shown).map((each) => (
          <Row key={each.block.id} plan={each} onShow={onShow} />
        ))}
        {shown < plans.length ? (
          <li>
            <Button
              tone="quiet"
              size="small"
              onPress={() => {
                setShown(shown + MORE)
              }}
            >
              {t('render.showMore', { count: Math.min(MORE, plans.length - shown) })}
            </Button>
          </li>
        ) : null}
      </ul>
    </details>
  )
}

function Row({ plan, onShow }: { readonly plan: BlockPlan; readonly onShow: () => void }) {
  const { t } = useTranslation()
  const { block, kind } = plan
  const why: readonly (MakeReason | 'too-long' | 'pause-unreadable')[] =
    kind === 'make' ? plan.why : kind === 'barred' ? [plan.why] : []
  return (
    <li>
      <BlockButton block={block} onShow={onShow}>
        <span className={styles.chips}>
          {why.map((each) => (
            <Chip key={each} size="small">
              {t(`render.why.${each}`)}
            </Chip>
          ))}
        </span>
        <span className={styles.number}>{kind === 'make' ? formatCount(plan.credits) : ''}</span>
      </BlockButton>
    </li>
  )
}
