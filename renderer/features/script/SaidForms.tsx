import { useEffect, useRef, useState } from 'react'
import { scopedEntries } from '../../../shared/story/lexiconCommands.ts'
import { isLocked } from '../../../shared/story/locks.ts'
import type { Block } from '../../../shared/story/records.ts'
import { saidFormsOf } from '../../../shared/story/saidForms.ts'
import type { SaidForm } from '../../../shared/story/saidForms.ts'
import { lexiconHitsOf } from '../../../shared/story/spokenText.ts'
import { addWord, showLexicon } from '../../actions/lexicon.ts'
import { useDeferredStory, useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import tipStyles from '../../ui/Tip.module.css'
import { MarkedWords } from './MarkedWords.tsx'
import styles from './SaidForms.module.css'

interface SaidFormsProps {
  readonly block: Block
  /** The words as they stand in the field. */
  readonly text: string
}

/**
 * While the pointer is over a block's words: what is said in other words than are written is underlined, and the words below the pointer tell
 * how they are said. They stand behind the text field, so the pointer is looked for among their places on the screen.
 */
export function SaidForms({ block, text }: SaidFormsProps) {
  const anchor = useRef<HTMLSpanElement>(null)
  const [pointer, setPointer] = useState<{ readonly x: number; readonly y: number } | null>(null)

  useEffect(() => {
    const area = anchor.current?.parentElement
    if (area === null || area === undefined) return undefined
    const move = ({ clientX: x, clientY: y, target }: PointerEvent) => {
      // The tip stays while the pointer is on its way to its button.
      if (!(target instanceof Element && target.closest('[data-said-tip]') !== null)) setPointer({ x, y })
    }
    const leave = () => setPointer(null)
    area.addEventListener('pointermove', move)
    area.addEventListener('pointerleave', leave)
    return () => {
      area.removeEventListener('pointermove', move)
      area.removeEventListener('pointerleave', leave)
    }
  }, [])

  return (
    <>
      <span ref={anchor} hidden />
      {pointer === null || isLocked(block) || text !== block.text ? null : (
        <ShownForms block={block} pointer={pointer} />
      )}
    </>
  )
}

interface TipPlace {
  readonly index: number
  readonly left: number
  readonly top: number
}

function ShownForms({
  block,
  pointer,
}: {
  readonly block: Block
  readonly pointer: { readonly x: number; readonly y: number }
}) {
  const story = useDeferredStory()
  const forms = saidFormsOf(story, block)
  const layer = useRef<HTMLDivElement>(null)
  const [tip, setTip] = useState<TipPlace | null>(null)
  const { x, y } = pointer

  useEffect(() => {
    if (layer.current !== null) setTip((shown) => placeBelow(layer.current, x, y, shown))
  }, [x, y])

  const form = tip === null ? undefined : forms[tip.index]
  return (
    <div ref={layer}>
      <MarkedWords
        text={block.text}
        places={forms.map(({ start, end }) => ({ start, end, look: 'said' as const }))}
      />
      {tip === null || form === undefined ? null : <FormTip block={block} form={form} {...tip} />}
    </div>
  )
}

/** Pixels around the words in which the pointer is still at them. */
const REACH = 3

/** The tip for the words at a place of the window; the one that is shown, if they are the same. */
function placeBelow(
  layer: HTMLElement | null,
  x: number,
  y: number,
  shown: TipPlace | null,
): TipPlace | null {
  const area = layer?.getBoundingClientRect()
  const from = layer?.parentElement?.getBoundingClientRect() ?? area
  if (layer === null || from === undefined) return null
  for (const [index, mark] of [...layer.querySelectorAll('mark')].entries())
    for (const { left, right, top, bottom } of mark.getClientRects())
      if (x >= left - REACH && x <= right + REACH && y >= top - REACH && y <= bottom + REACH)
        return shown?.index === index ? shown : { index, left: left - from.left, top: bottom - from.top }
  return null
}

function FormTip({ block, form, left, top }: TipPlace & { readonly block: Block; readonly form: SaidForm }) {
  const { t } = useTranslation()
  const session = useSession()
  const story = useDeferredStory()
  const written = block.text.slice(form.start, form.end)
  const sayAs = () => {
    const hit = form.isEntry
      ? lexiconHitsOf(story, block).find(({ start }) => start === form.start)
      : undefined
    const entry = scopedEntries(story).find((each) => each.entry.id === hit?.entry.id)
    if (entry === undefined) addWord(session, written.trim(), false, form.spoken.trim())
    else showLexicon(session, entry)
  }
  return (
    <div
      className={`${tipStyles.tip} ${styles.tip}`}
      data-said-tip
      style={{ insetInlineStart: `max(0px, min(${left}px, 100% - 320px))`, top }}
    >
      <span>
        {form.spoken.trim() === '' ? t('script.notSaid') : t('script.saidAs', { words: form.spoken.trim() })}
      </span>
      <Button tone="quiet" size="small" onPress={sayAs}>
        {t('script.sayItAs')}
      </Button>
    </div>
  )
}
