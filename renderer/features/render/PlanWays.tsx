import { Label, Radio, RadioGroup } from 'react-aria-components'
import type { RenderWay } from '../../../shared/story/records.ts'
import type { RenderPlan, WholePlan } from '../../../shared/story/renderPlan.ts'
import { formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './RenderPlan.module.css'

interface PlanWaysProps {
  readonly plan: RenderPlan
  readonly whole: WholePlan
  readonly wished: RenderWay
  readonly onChange: (way: RenderWay) => void
}

/** The two ways of making a story at a service that tells no times, each with its price and with what it loses. */
export function PlanWays({ plan, whole, wished, onChange }: PlanWaysProps) {
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
