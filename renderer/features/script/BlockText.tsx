import { useMemo, useRef } from 'react'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { PLACE_KEYS } from '../../../shared/commands/commands.ts'
import { editText } from '../../../shared/story/blockCommands.ts'
import { matcherOf } from '../../../shared/story/findReplace.ts'
import type { ScopedEntry } from '../../../shared/story/lexiconCommands.ts'
import { isLocked } from '../../../shared/story/locks.ts'
import { pauseMarkersOf } from '../../../shared/story/pauses.ts'
import type { Block } from '../../../shared/story/records.ts'
import { isTooLong } from '../../../shared/story/renderPlan.ts'
import { blocksOf, findBlock } from '../../../shared/story/selectors.ts'
import { lexiconHitsOf } from '../../../shared/story/spokenText.ts'
import { pasteIntoText } from '../../actions/clipboard.ts'
import { addBlockAfter, remove, writeIn } from '../../actions/editing.ts'
import { searchOf } from '../../actions/finding.ts'
import { merge } from '../../actions/writing.ts'
import { useDeferredStory, useEditor, useOfStory, useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { trialOf } from '../../stores/lexiconDraft.ts'
import { storyOf } from '../../stores/app.ts'
import { shownLexicon } from '../../stores/editorStore.ts'
import { KeptCursor } from '../../ui/KeptCursor.ts'
import { pressedKeys } from '../../ui/keys.ts'
import styles from './BlockRow.module.css'
import { MarkedWords } from './MarkedWords.tsx'
import { SaidForms } from './SaidForms.tsx'
import { SaidWords } from './SaidWords.tsx'

interface BlockTextProps {
  readonly block: Block
  readonly number: number
  readonly isHeard: boolean
  readonly tabIndex: 0 | -1
}

/** The id of the text that says what is wrong with a block: it describes the block's text field. */
export const problemId = ({ id }: Block) => `problem-${id}`

/** The text of a block. Enter makes the next block, Shift+Enter a line break; Escape goes to the block's row. */
export function BlockText({ block, number, isHeard, tabIndex }: BlockTextProps) {
  const { t } = useTranslation()
  const session = useSession()
  const field = useRef<HTMLTextAreaElement>(null)
  // The row may be drawn from a deferred story; what is typed is not.
  const text = useOfStory((story) => findBlock(story, block.id)?.text ?? block.text)
  const isFinding = useEditor(({ finding }) => finding?.place === 'words' && finding.source !== '')
  const tooLong = useOfStory((story) => isTooLong(story, block))
  return (
    <>
      <EntryHits block={block} />
      {isHeard ? <SaidWords block={block} text={text} /> : null}
      <PauseMarks text={text} />
      <SaidForms block={block} text={text} />
      {isFinding ? <FoundWords block={block} text={text} /> : null}
      <textarea
        ref={field}
        className={styles.text}
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

/** The words of a block behind its text field, with the places marked at which the entry that is being written is used. */
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
    // A search is a new object each time; its fields tell whether it is another.
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
