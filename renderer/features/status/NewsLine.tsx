import { ChevronDown, ChevronUp, CircleCheck, TriangleAlert, X } from 'lucide-react'
import { createContext, use, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { runCommand } from '../../actions/commands.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import { useStoryIfOpen } from '../../hooks/session.ts'
import { formatRemaining } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import buttonStyles from '../../ui/Button.module.css'
import { Button, IconButton } from '../../ui/Button.tsx'
import { hasDialog, onDialogsClosed } from '../../ui/Dialog.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { dismissExport } from '../../actions/exporting.ts'
import styles from './News.module.css'

/** The news to show: all, progress, or messages. */
type NewsPart = 'all' | 'progress' | 'messages'
export const ShownNews = createContext<NewsPart>('all')

interface NewsLineProps {
  readonly tone: 'progress' | 'note' | 'warning' | 'error'
  readonly children: ReactNode
  readonly progress?: NewsProgress
  /** Buttons for possible actions. */
  readonly actions?: readonly NewsAction[]
  /** Files to download, for a host without a file manager. */
  readonly files?: readonly { readonly fileName: string; readonly download: string | null }[]
  readonly onDismiss?: (() => void) | undefined
}

interface NewsProgress {
  /** The accessible name of the bar. */
  readonly label: string
  /** The progress, 0 to 1. */
  readonly fraction: number
  readonly remainingMs: number | null
}

interface NewsAction {
  readonly label: string
  readonly isDisabled?: boolean
  readonly run: () => void
}

const ICONS = { note: CircleCheck, warning: TriangleAlert, error: TriangleAlert, progress: null } as const
const ROLES = { note: 'status', warning: 'alert', error: 'alert', progress: undefined } as const

/** A line of news: an activity or event, its progress, and possible actions. */
export function NewsLine({ tone, children, progress, actions = [], files = [], onDismiss }: NewsLineProps) {
  const { t } = useTranslation()
  const app = useApp()
  const part = use(ShownNews)
  const Icon = ICONS[tone]
  const text = useRef<HTMLParagraphElement>(null)
  const isCut = useIsCut(text)
  const [isWhole, setWhole] = useState(false)
  const [isAboveDialog, setAboveDialog] = useState(hasDialog)
  useEffect(() => (isAboveDialog ? onDialogsClosed(() => setAboveDialog(false)) : undefined), [isAboveDialog])
  if (part !== 'all' && part !== (tone === 'progress' ? 'progress' : 'messages')) return null
  return (
    <div
      className={`${styles.line} ${styles[tone]}`}
      role={ROLES[tone]}
      data-new={isAboveDialog || undefined}
    >
      <div className={styles.said}>
        {Icon && <Icon size={14} aria-hidden="true" className={styles.icon} />}
        <p ref={text} className={styles.text}>
          {children}
        </p>
      </div>
      {isCut ? (
        <IconButton
          label={t('app.wholeMessage')}
          size="small"
          aria-expanded={isWhole}
          onPress={() => setWhole(!isWhole)}
        >
          {isWhole ? <ChevronDown size={14} /> : <ChevronUp size={14} />}
        </IconButton>
      ) : null}
      {isCut && isWhole ? (
        <div className={styles.whole} aria-hidden="true">
          {children}
        </div>
      ) : null}
      {progress && <Progress {...progress} />}
      {actions.map(({ label, isDisabled = false, run }) => (
        <Button key={label} tone="quiet" size="small" isDisabled={isDisabled} onPress={run}>
          {label}
        </Button>
      ))}
      {files.length === 0 ? null : (
        <MenuButton
          label={t('exports.show')}
          className={`${buttonStyles.button} ${buttonStyles.quiet ?? ''} ${buttonStyles.small ?? ''}`}
          entries={files.map(({ fileName, download }) => ({
            id: fileName,
            label: fileName,
            isWritten: true,
            onAction: () => {
              if (download !== null) saveAs(app.bridge.downloadUrl(download), fileName)
            },
          }))}
        >
          {t('exports.show')}
        </MenuButton>
      )}
      {onDismiss && (
        <IconButton label={t('app.dismiss')} size="small" onPress={onDismiss}>
          <X size={14} />
        </IconButton>
      )}
    </div>
  )
}

/** Lets the browser download the content of a URL. */
function saveAs(url: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
}

/** Whether a text is cut off. */
function useIsCut(text: RefObject<HTMLElement | null>): boolean {
  const [isCut, setCut] = useState(false)
  useEffect(() => {
    const element = text.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setCut(element.scrollWidth > element.clientWidth + 1))
    observer.observe(element)
    return () => observer.disconnect()
  }, [text])
  return isCut
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

/** The most files offered as single downloads; all are in the folder named in the line. */
const MOST_FILES = 20

/** The progress or outcome of the export. */
export function ExportNews() {
  const { t } = useTranslation()
  const app = useApp()
  const exporting = useAppState((state) => state.exporting)
  const openId = useStoryIfOpen(({ project }) => project.projectId)
  const hasFileManager = useAppState((state) => state.info?.filePicker === 'system')
  if (exporting === null) return null
  const { outcome, exportId, fraction, remainingMs, projectId } = exporting
  if (outcome.kind !== 'running' && projectId !== null && projectId !== openId) return null
  const close = () => {
    dismissExport(app)
  }
  switch (outcome.kind) {
    case 'running': {
      const cancel = () => {
        if (exportId !== null) app.bridge.call('export:cancel', { exportId }).catch(app.report)
      }
      return (
        <NewsLine
          tone="progress"
          progress={{ label: t('app.exportLabel'), fraction, remainingMs }}
          actions={[{ label: t('app.cancel'), isDisabled: exportId === null, run: cancel }]}
        >
          {t('app.exporting')}
        </NewsLine>
      )
    }
    case 'done': {
      const files = [outcome, ...outcome.beside]
      const only = files.length === 1 ? files[0] : undefined
      const show =
        !hasFileManager || exportId === null
          ? []
          : [
              {
                label: t('exports.show'),
                run() {
                  app.bridge.call('export:show', { exportId }).catch(app.report)
                },
              },
            ]
      return (
        <NewsLine
          tone="note"
          actions={show}
          files={
            files.length < 2 ? [] : files.filter(({ download }) => download !== null).slice(0, MOST_FILES)
          }
          onDismiss={close}
        >
          <span
            title={hasFileManager ? `${outcome.location}\n${t('exports.drag')}` : outcome.location}
            className={hasFileManager ? styles.drag : undefined}
            draggable={hasFileManager}
            onDragStart={(event) => {
              // The system handles dragging of the files.
              event.preventDefault()
              if (exportId !== null) app.bridge.call('export:drag', { exportId }).catch(app.report)
            }}
          >
            {outcome.fileCount > 1
              ? hasFileManager
                ? t('exports.doneFiles', { count: outcome.fileCount })
                : t('exports.doneFilesInto', { count: outcome.fileCount, location: outcome.location })
              : outcome.beside.length === 0
                ? t('app.exported', { name: outcome.fileName })
                : t('exports.doneWith', { name: outcome.fileName, count: outcome.beside.length })}
          </span>{' '}
          {only !== undefined && only.download !== null ? (
            <a className={styles.link} href={app.bridge.downloadUrl(only.download)} download={only.fileName}>
              {t('app.download')}
            </a>
          ) : null}
        </NewsLine>
      )
    }
    case 'cancelled':
      return (
        <NewsLine tone="note" onDismiss={close}>
          {t('app.exportEnded.cancelled')}
        </NewsLine>
      )
    case 'failed': {
      const again = {
        label: t('app.render.again'),
        run() {
          close()
          runCommand(app, projectId === null ? 'documents' : 'export')
        },
      }
      return (
        <NewsLine tone="error" actions={[again]} onDismiss={close}>
          <b>{t('app.exportEnded.failed')}</b> {t(`errors.${outcome.error.code}`, outcome.error.params)}
        </NewsLine>
      )
    }
  }
}
