import { CircleCheck, TriangleAlert, X } from 'lucide-react'
import { createContext, use } from 'react'
import type { ReactNode } from 'react'
import { formatRemaining } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import styles from './News.module.css'

/** The news that a place shows: all, what is under way, or messages. */
export type NewsPart = 'all' | 'progress' | 'messages'
export const ShownNews = createContext<NewsPart>('all')

interface NewsLineProps {
  readonly tone: 'progress' | 'note' | 'warning' | 'error'
  readonly children: ReactNode
  readonly progress?: NewsProgress
  /** What can be done about it. */
  readonly actions?: readonly NewsAction[]
  readonly onDismiss?: (() => void) | undefined
}

export interface NewsProgress {
  /** The accessible name of the bar. */
  readonly label: string
  /** The done part, 0 to 1. */
  readonly fraction: number
  readonly remainingMs: number | null
}

export interface NewsAction {
  readonly label: string
  readonly isDisabled?: boolean
  readonly run: () => void
}

const ICONS = { note: CircleCheck, warning: TriangleAlert, error: TriangleAlert, progress: null } as const
const ROLES = { note: 'status', warning: 'alert', error: 'alert', progress: undefined } as const

/** A line of news: what goes on or happened, how far it is, and what can be done about it. */
export function NewsLine({ tone, children, progress, actions = [], onDismiss }: NewsLineProps) {
  const { t } = useTranslation()
  const part = use(ShownNews)
  const Icon = ICONS[tone]
  if (part !== 'all' && part !== (tone === 'progress' ? 'progress' : 'messages')) return null
  return (
    <div className={`${styles.line} ${styles[tone]}`} role={ROLES[tone]}>
      <div className={styles.said}>
        {Icon && <Icon size={14} aria-hidden="true" className={styles.icon} />}
        <p className={styles.text}>{children}</p>
      </div>
      {progress && <Progress {...progress} />}
      {actions.map(({ label, isDisabled = false, run }) => (
        <Button key={label} tone="quiet" size="small" isDisabled={isDisabled} onPress={run}>
          {label}
        </Button>
      ))}
      {onDismiss && (
        <IconButton label={t('app.dismiss')} size="small" onPress={onDismiss}>
          <X size={14} />
        </IconButton>
      )}
    </div>
  )
}

function Progress({ label, fraction, remainingMs }: NewsProgress) {
  const { t } = useTranslation()
  const percent = Math.round(Math.max(0, Math.min(1, fraction)) * 100)
  return (
    <>
      <span
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        data-track
        className={styles.bar}
      >
        <i style={{ width: `${percent}%` }} />
      </span>
      <span className={styles.number}>
        {t('app.percent', { percent })}
        {remainingMs === null ? '' : ` · ${formatRemaining(t, remainingMs)}`}
      </span>
    </>
  )
}
