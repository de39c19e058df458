import {
  type ClipboardEvent,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { PLACE_KEYS } from '../../../shared/commands/commands.ts'
import { editText } from '../../../shared/story/blockCommands.ts'
import { matcherOf } from '../../../shared/story/findReplace.ts'
import { scopedEntries, type ScopedEntry } from '../../../shared/story/lexiconCommands.ts'
import { isLocked } from '../../../shared/story/locks.ts'
import { pauseMarkersOf } from '../../../shared/story/pauses.ts'
import type { Block } from '../../../shared/story/records.ts'
import { isTooLong } from '../../../shared/story/renderPlan.ts'
import { type SaidForm, saidFormsOf } from '../../../shared/story/saidForms.ts'
import { blocksOf, findBlock } from '../../../shared/story/selectors.ts'
import { sentenceStarts } from '../../../shared/story/sentences.ts'
import { lexiconHitsOf } from '../../../shared/story/spokenText.ts'
import { pasteIntoText } from '../../actions/clipboard.ts'
import { addBlockAfter, merge, remove, writeIn } from '../../actions/editing.ts'
import { searchOf } from '../../actions/finding.ts'
import { addWord, showLexicon } from '../../actions/lexicon.ts'
import { useDeferredStory, useEditor, useSession, useStory } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { storyOf } from '../../stores/app.ts'
import { shownLexicon, trialOf } from '../../stores/editorStore.ts'
import { createHeardWords, markSpoken } from './heardWords.ts'
import { Button } from '../../ui/Button.tsx'
import { KeptCursor } from '../../ui/TextField.tsx'
import tipStyles from '../../ui/Tip.module.css'
import { pressedKeys } from '../../ui/Kbd.tsx'
import row from './BlockRow.module.css'
import styles from './SaidForms.module.css'
import saidWordsStyles from './SaidWords.module.css'
import { startOf } from './BlockSound.tsx'

interface BlockTextProps {
  readonly block: Block
  readonly number: number
  readonly isHeard: boolean
  readonly tabIndex: 0 | -1
}

/** The id of the text about a block's problem, which describes the block's text field. */
export const problemId = ({ id }: Block) => `problem-${id}`

/** The text of a block. Enter adds a block after it, Shift+Enter a line break; Escape goes to the block's row. */
export function BlockText({ block, number, isHeard, tabIndex }: BlockTextProps) {
  const { t } = useTranslation()
  const session = useSession()
  const field = useRef<HTMLTextAreaElement>(null)
  // The row may be drawn from a deferred story; the typed text is not.
  const text = useStory((story) => findBlock(story, block.id)?.text ?? block.text)
  const isFinding = useEditor(({ finding }) => finding?.place === 'words' && finding.source !== '')
  const tooLong = useStory((story) => isTooLong(story, block))
  return (
    <>
      <EntryHits block={block} />
      {isHeard ? <SaidWords block={block} text={text} /> : null}
      <PauseMarks text={text} />
      <SaidForms block={block} text={text} />
      {isFinding ? <FoundWords block={block} text={text} /> : null}
      <textarea
        ref={field}
        className={row.text}
        data-block={block.id}
        rows={1}
        dir="auto"
        spellCheck
        readOnly={isLocked(block)}
        tabIndex={tabIndex}
        value={text}
        aria-label={t('script.textOf', { number })}
        aria-invalid={tooLong || undefined}
        aria-describedby={tooLong ? problemId(block) : undefined}
        placeholder={t('script.placeholder')}
        onChange={(event) => {
          const change = editText(storyOf(session), block.id, event.target.value)
          session.edit('edits.typing', change, `text:${block.id}`)
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <KeptCursor field={field} value={text} />
    </>
  )

  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>): void {
    if (pasteIntoText(session, block.id, event.clipboardData)) event.preventDefault()
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.nativeEvent.isComposing) return
    const { selectionStart, selectionEnd, value } = event.currentTarget
    const isAtStart = selectionStart === 0 && selectionEnd === 0
    const isAtEnd = selectionStart === value.length && selectionEnd === value.length
    const pressed = pressedKeys(event)
    if (pressed === PLACE_KEYS.newBlock) {
      event.preventDefault()
      addBlockAfter(session, block.id)
    } else if (pressed === PLACE_KEYS.joinAtStart && isAtStart && number > 1) {
      event.preventDefault()
      if (value === '') removeEmpty()
      else merge(session, block.id)
    } else if (pressed === 'ArrowUp' && isAtStart) goTo(event, number - 1)
    else if (pressed === 'ArrowDown' && isAtEnd) goTo(event, number + 1)
    else if (pressed === 'Escape') {
      event.preventDefault()
      field.current?.closest<HTMLElement>('[data-row]')?.focus()
    }
  }

  function removeEmpty(): void {
    const story = storyOf(session)
    const previous = blocksOf(story)[number - 2]
    remove(session, [block.id])
    if (previous !== undefined) writeIn(session, previous.id)
  }

  function goTo(event: KeyboardEvent, target: number): void {
    const story = storyOf(session)
    const other = blocksOf(story)[target - 1]
    if (other === undefined) return
    event.preventDefault()
    writeIn(session, other.id)
  }
}

/** Marks the pauses in a text, and those whose length cannot be read. */
function PauseMarks({ text }: { readonly text: string }) {
  const places = pauseMarkersOf(text).map(({ start, end, silenceMs }) => ({
    start,
    end,
    look: silenceMs === null ? ('badPause' as const) : ('pause' as const),
  }))
  return <MarkedWords text={text} places={places} />
}

/** The words of a block behind its text field, highlighting where the lexicon entry being edited applies. */
function EntryHits({ block }: { readonly block: Block }) {
  const draft = useEditor((state) => shownLexicon(state)?.draft ?? null)
  return draft === null ? null : <HitsOf block={block} draft={draft} />
}

function HitsOf({ block, draft }: { readonly block: Block; readonly draft: ScopedEntry }) {
  const story = useDeferredStory()
  const hits = lexiconHitsOf(trialOf(story, draft), block).filter(({ entry }) => entry.id === draft.entry.id)
  return (
    <MarkedWords
      text={block.text}
      places={hits.map(({ start, end }) => ({ start, end, look: 'hit' as const }))}
    />
  )
}

/** The words of a block behind its text field, with the hits of the open search marked. */
function FoundWords({ block, text }: { readonly block: Block; readonly text: string }) {
  const finding = useEditor(({ finding: now }) =>
    now?.place === 'words' && now.within?.has(block.id) !== false ? now : null,
  )
  const search = finding === null ? null : searchOf(finding)
  const hits = useMemo(
    () => (search === null ? [] : (matcherOf(search)?.(text) ?? [])),
    // A search is a new object each time; its fields show whether it has changed.
    // oxlint-disable-next-line react/exhaustive-deps
    [text, search?.source, search?.isPattern, search?.isCaseSensitive, search?.isWholeWord],
  )
  const isCurrent = (start: number) => finding?.current?.id === block.id && finding.current.start === start
  return (
    <MarkedWords
      text={text}
      places={hits.map(({ start, end }) => ({
        start,
        end,
        look: isCurrent(start) ? ('current' as const) : ('hit' as const),
      }))}
    />
  )
}

interface SaidWordsProps {
  readonly block: Block
  /** The words as shown in the field. */
  readonly text: string
}

/**
 * A block's words while it plays, behind its text field: the current sentence is highlighted, and in it the word, if
 * the voice reported word times. Frames of playback redraw only when the sentence changes.
 */
function SaidWords({ block, text }: SaidWordsProps) {
  const session = useSession()
  const words = useRef<HTMLDivElement>(null)
  const [sentence, setSentence] = useState(0)

  useLayoutEffect(() => {
    const node = words.current?.firstChild
    if (!(node instanceof Text)) return undefined
    const heardIn = createHeardWords(block.id)
    let marked: unknown = null
    const show = (positionMs: number) => {
      const story = storyOf(session)
      const heard = heardIn(story, session.audio.getState().takes)
      if (heard === null) return
      const atMs = Math.max(0, positionMs - startOf(session, heard.block))
      setSentence(heard.words.sentenceAt(atMs))
      // Words typed just now are not drawn yet.
      const word = node.data === heard.block.text ? heard.words.wordAt(atMs) : null
      if (word !== marked) markSpoken(node, word)
      marked = word
    }
    show(session.player.positionMs())
    const stop = session.player.onPosition(show)
    return () => {
      stop()
      markSpoken(node, null)
    }
  }, [session, block.id, text])

  const end = sentenceStarts(text).find((start) => start > sentence) ?? text.length
  return (
    <>
      <div className={`${row.said} ${saidWordsStyles.sentence}`} dir="auto" aria-hidden="true">
        {text.slice(0, sentence)}
        <mark>{text.slice(sentence, end)}</mark>
        {text.slice(end)}
      </div>
      <div ref={words} className={`${row.said} ${saidWordsStyles.words}`} dir="auto" aria-hidden="true">
        {text}
      </div>
    </>
  )
}

interface SaidFormsProps {
  readonly block: Block
  /** The words as shown in the field. */
  readonly text: string
}

/**
 * While the pointer is over a block's words: text that is spoken differently is underlined, and a tip at the pointer shows
 * how it is said. The words are behind the text field, so the pointer is matched with their places on the screen.
 */
function SaidForms({ block, text }: SaidFormsProps) {
  const anchor = useRef<HTMLSpanElement>(null)
  const [pointer, setPointer] = useState<{ readonly x: number; readonly y: number } | null>(null)

  useEffect(() => {
    const area = anchor.current?.parentElement
    if (area === null || area === undefined) return undefined
    const move = ({ clientX: x, clientY: y, target }: PointerEvent) => {
      // The tip stays while the pointer moves to its button.
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

/** The distance in px within which the pointer still counts as over the words. */
const REACH = 3

/** The tip for the words at a place of the window; the current tip if they are the same. */
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

/** A place in a text, from `start` to before `end`. */
interface MarkedPlace {
  readonly start: number
  readonly end: number
  readonly look: 'hit' | 'current' | 'pause' | 'badPause' | 'said'
}

/** The words of a block behind its text field, with places marked; nothing if there are none. */
function MarkedWords({ text, places }: { readonly text: string; readonly places: readonly MarkedPlace[] }) {
  if (places.length === 0) return null
  return (
    <div className={`${row.said} ${row.marked}`} dir="auto" aria-hidden="true">
      {places.map(({ start, end, look }, index) => (
        <span key={start}>
          {text.slice(places[index - 1]?.end ?? 0, start)}
          <mark data-look={look}>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(places.at(-1)?.end ?? 0)}
    </div>
  )
}
