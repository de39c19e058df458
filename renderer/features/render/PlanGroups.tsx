import { useState } from 'react'
import type { ReactNode } from 'react'
import { unlockBlocks } from '../../../shared/story/locks.ts'
import type { MakeReason } from '../../../shared/story/makeReasons.ts'
import type { BlockPlan, RenderPlan } from '../../../shared/story/renderPlan.ts'
import { useSession, useStory } from '../../hooks/session.ts'
import { formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { BlockButton } from './BlockButton.tsx'
import styles from './RenderPlan.module.css'

/** As many blocks as a group shows at first, and adds at each press. */
const FIRST = 5
const MORE = 100

/** What happens to the blocks, in groups that unfold. A press on a block leads to it. */
export function PlanGroups({ plan, onShow }: { readonly plan: RenderPlan; readonly onShow: () => void }) {
  const { t } = useTranslation()
  const session = useSession()
  const story = useStory()
  const { make, keep, locked, barred, credits } = plan
  const outOfDate = locked.filter(({ isOutOfDate }) => isOutOfDate).map(({ block }) => block.id)
  const reasons = [...Map.groupBy(make, ({ why: [first = 'reading'] }) => first)]
  return (
    <div className={styles.groups}>
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
  /** Null for blocks that are not made. */
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
