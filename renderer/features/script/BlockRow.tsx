import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatSeconds } from '../../i18n/format.ts'
import { BlockCard } from './BlockCard.tsx'
import { ChapterHeading } from './ChapterHeading.tsx'
import type { ScriptRow } from './rows.ts'
import styles from './Script.module.css'

/** A block with what stands above it: chapter headings, and its silence. */
export const BlockRow = memo(function BlockRow({ row }: { row: ScriptRow }) {
  const { t } = useTranslation()
  const { silenceBeforeMs } = row.block
  return (
    <>
      {row.headings.map((heading) => (
        <ChapterHeading key={heading.chapter.id} heading={heading} />
      ))}
      {silenceBeforeMs > 0 ? (
        <div className={styles.silence}>
          {t('script.silence', { seconds: formatSeconds(silenceBeforeMs, 2) })}
        </div>
      ) : null}
      <BlockCard block={row.block} number={row.number} />
    </>
  )
})
