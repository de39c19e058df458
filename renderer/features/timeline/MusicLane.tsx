import { useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { apply } from '../../../shared/story/changes.ts'
import type { Change } from '../../../shared/story/changes.ts'
import { speechStretches } from '../../../shared/story/musicGain.ts'
import { musicLayout } from '../../../shared/story/musicLayout.ts'
import { useEditor } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { chosenMusic } from '../../stores/editorStore.ts'
import { MusicClip } from './MusicClip.tsx'
import styles from './MusicLane.module.css'
import { musicRows } from './musicRows.ts'
import { toPx } from './scale.ts'
import type { View } from './view.ts'

interface MusicLaneProps {
  readonly view: View
  readonly isSnapOn: boolean
  readonly scroller: RefObject<HTMLElement | null>
}

/** The music and effects along time: a list with one stop for the tab key, in which the arrow keys go from one to the next. */
export function MusicLane({ view, isSnapOn, scroller }: MusicLaneProps) {
  const { t } = useTranslation()
  const { story, layout, pxPerSecond, fromPx, toPx: untilPx } = view
  const chosen = useEditor(chosenMusic)
  const [preview, setPreview] = useState<Change | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const shown = useMemo(() => (preview === null ? story : apply(story, preview)), [story, preview])
  const placed = musicLayout(shown, layout)
  const speech = useMemo(() => speechStretches(layout.heard), [layout])
  const { rows } = musicRows(placed)
  const tabStop = placed.find(({ music }) => music.id === chosen)?.music.id ?? placed[0]?.music.id
  const goOn = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (!(event.target instanceof HTMLButtonElement)) return
    event.preventDefault()
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-music]') ?? [])]
    buttons[buttons.indexOf(event.target) + by]?.focus()
  }
  return (
    <>
      <p id="music-help" className="visually-hidden">
        {t('music.help')}
      </p>
      <ul ref={list} aria-label={t('music.clips')} className={styles.list} onKeyDown={goOn}>
        {placed.map((each, index) => {
          const isNear = toPx(each.endMs, pxPerSecond) >= fromPx && toPx(each.startMs, pxPerSecond) <= untilPx
          const isTabStop = each.music.id === tabStop
          return isNear || isTabStop ? (
            <MusicClip
              key={each.music.id}
              placed={each}
              row={rows[index] ?? 0}
              view={view}
              speech={speech}
              isSnapOn={isSnapOn}
              isChosen={each.music.id === chosen}
              isTabStop={isTabStop}
              scroller={scroller}
              onPreview={setPreview}
            />
          ) : null
        })}
      </ul>
    </>
  )
}
