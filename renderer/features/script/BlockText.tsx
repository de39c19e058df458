import { useRef } from 'react'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { PLACE_KEYS } from '../../../shared/commands/commands.ts'
import { editText } from '../../../shared/story/blockCommands.ts'
import { blockCharacters, isTooLong } from '../../../shared/story/renderPlan.ts'
import type { Block } from '../../../shared/story/records.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { MAX_INPUT_CHARACTERS } from '../../../shared/speech-api/limits.ts'
import { addBlockAfter, merge, openStory, remove, revealBlock, split } from '../../actions/editing.ts'
import { pasteParagraphs } from '../../actions/editing.ts'
import { useWorld } from '../../hooks/world.ts'
import { KeptCursor } from '../../ui/KeptCursor.ts'
import { pressedKeys } from '../../ui/keys.ts'
import styles from './BlockCard.module.css'

/** The text of a block. Enter writes a line break, Alt+Enter adds a block, and Alt+Shift+Enter splits the block at the cursor. */
export function BlockText({ block, number }: { block: Block; number: number }) {
  const { t } = useTranslation()
  const world = useWorld()
  const field = useRef<HTMLTextAreaElement>(null)
  const tooLong = isTooLong(block)
  const warningId = `too-long-${block.id}`
  return (
    <>
      <textarea
        ref={field}
        className={styles.text}
        data-block={block.id}
        rows={1}
        dir="auto"
        spellCheck
        value={block.text}
        aria-label={t('script.textOf', { number })}
        aria-invalid={tooLong || undefined}
        aria-describedby={tooLong ? warningId : undefined}
        placeholder={t('script.placeholder')}
        onChange={(event) => {
          const story = openStory(world)
          if (story !== null)
            world.edit('edits.typing', editText(story, block.id, event.target.value), `text:${block.id}`)
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <KeptCursor field={field} value={block.text} />
      {tooLong ? (
        <p id={warningId} className={styles.warning}>
          {t('script.tooLong', {
            count: blockCharacters(block),
            limit: MAX_INPUT_CHARACTERS,
          })}
        </p>
      ) : null}
    </>
  )

  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>): void {
    if (block.text.trim() !== '') return
    try {
      if (pasteParagraphs(world, block.id, event.clipboardData.getData('text/plain'))) event.preventDefault()
    } catch (error) {
      event.preventDefault()
      world.report(error)
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const { selectionStart, selectionEnd, value } = event.currentTarget
    const isPlain = !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey
    const isAtStart = selectionStart === 0 && selectionEnd === 0
    const isAtEnd = selectionStart === value.length && selectionEnd === value.length
    const pressed = pressedKeys(event)
    if (pressed === PLACE_KEYS.splitBlock) {
      event.preventDefault()
      split(world, block.id, selectionStart)
    } else if (pressed === 'Alt+Enter') {
      event.preventDefault()
      addBlockAfter(world, block.id)
    } else if (event.key === 'Backspace' && isPlain && isAtStart && number > 1) {
      event.preventDefault()
      if (value === '') removeEmpty()
      else merge(world, block.id)
    } else if (event.key === 'ArrowUp' && isPlain && isAtStart) goTo(event, number - 1)
    else if (event.key === 'ArrowDown' && isPlain && isAtEnd) goTo(event, number + 1)
    else if (event.key === 'Escape') field.current?.blur()
  }

  function removeEmpty(): void {
    const story = openStory(world)
    const previous = story === null ? undefined : blocksOf(story)[number - 2]
    remove(world, [block.id])
    if (previous !== undefined) revealBlock(world, previous.id, true)
  }

  function goTo(event: KeyboardEvent, target: number): void {
    const story = openStory(world)
    const other = story === null ? undefined : blocksOf(story)[target - 1]
    if (other === undefined) return
    event.preventDefault()
    revealBlock(world, other.id, true)
  }
}
