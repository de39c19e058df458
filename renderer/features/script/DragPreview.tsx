import { useTranslation } from 'react-i18next'
import type { ScriptRow } from './rows.ts'
import styles from './Script.module.css'

/** What hangs at the pointer while blocks are dragged. */
export function DragPreview({ row, count }: { row: ScriptRow; count: number }) {
  const { t } = useTranslation()
  return (
    <div className={styles.preview}>
      <b>#{row.number}</b>
      <span>{row.block.text}</span>
      {count > 1 ? <em>{t('units.blocks', { count })}</em> : null}
    </div>
  )
}
