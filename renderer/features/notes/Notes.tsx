/** The list of notes and marks in the inspector's place, to work through block by block. */
import { ArrowDown, ArrowUp, Download } from 'lucide-react'
import { useMemo, useState, type KeyboardEvent } from 'react'
import { GridList, GridListItem, ListLayout, Virtualizer } from 'react-aria-components'
import { notedBlocks } from '../../../shared/story/notes.ts'
import type { Block, BlockId } from '../../../shared/story/records.ts'
import { blockNumber, findCharacter } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { commandTip, runCommand, shownKeys } from '../../actions/commands.ts'
import { revealBlock } from '../../actions/editing.ts'
import { setMark } from '../../actions/notes.ts'
import { closeDock } from '../../actions/panels.ts'
import { NoteFields, NoteMarks } from '../../fields/NoteFields.tsx'
import { useDeferredStory, useEditor, useSession } from '../../hooks/session.ts'
import { formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Dock } from '../../ui/Dock.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import { characterColor } from '../../ui/characterColor.ts'
import styles from './Notes.module.css'

/** The height of an item with a one-line note; longer ones are measured. */
const ITEM_PX = 78
/** The most characters of a block that fit on a line. */
const WORDS = 120

/** The list of notes: open ones, or all. */
export function Notes() {
  const [view, setView] = useState<'open' | 'all'>('open')
  const { t } = useTranslation()
  const session = useSession()
  const story = useDeferredStory()
  const hasSelection = useEditor(({ selection }) => selection.length > 0)
  const lists = useMemo(
    () => ({
      open: notedBlocks(story, { isOpen: true }),
      all: notedBlocks(story, { isOpen: false }),
    }),
    [story],
  )
  const blocks = lists[view]
  const steps = [
    { id: 'previousNote', icon: <ArrowUp size={16} /> },
    { id: 'nextNote', icon: <ArrowDown size={16} /> },
  ] as const
  return (
    <Dock
      title={t('commands.notes')}
      closeLabel={t('app.close')}
      isNarrow
      tools={
        lists.all.length === 0 ? null : (
          <>
            <SegmentField
              label={t('notes.listed')}
              hidesLabel
              value={view}
              options={(['open', 'all'] as const).map((id) => ({
                id,
                name: t(`notes.${id}`),
                count: formatCount(lists[id].length),
              }))}
              onChange={setView}
            />
            <span className={styles.steps}>
              {steps.map(({ id, icon }) => (
                <IconButton
                  key={id}
                  label={t(`commands.${id}`)}
                  tip={commandTip(session, id)}
                  isDisabled={lists.open.length === 0}
                  onPress={() => runCommand(session, id)}
                >
                  {icon}
                </IconButton>
              ))}
              <IconButton
                label={t('commands.exportNotes')}
                onPress={() => runCommand(session, 'exportNotes')}
              >
                <Download size={16} />
              </IconButton>
            </span>
          </>
        )
      }
      foot={hasSelection ? <NoteFields /> : undefined}
      onClose={() => closeDock(session)}
    >
      {blocks.length > 0 ? (
        <NoteList story={story} blocks={blocks} />
      ) : (
        <p className={styles.empty}>
          {lists.all.length > 0
            ? t('notes.allDone')
            : t('notes.empty', {
                note: shownKeys(session, 'editNote') ?? t('commands.editNote'),
                retake: shownKeys(session, 'markRetake') ?? t('commands.markRetake'),
              })}
        </p>
      )}
    </Dock>
  )
}

interface NoteListProps {
  readonly story: Story
  readonly blocks: readonly Block[]
}

/** The noted blocks. Only the visible ones are in the page. Arrows move, and show the block in the script; Space marks it as done. */
function NoteList({ story, blocks }: NoteListProps) {
  const { t } = useTranslation()
  const session = useSession()
  const chosen = useEditor(({ selection }) => (selection.length === 1 ? (selection[0] ?? null) : null))
  const listed = chosen !== null && blocks.some(({ id }) => id === chosen)
  const tick = (id: BlockId, isDone: boolean) => setMark(session, [id], isDone ? 'done' : null)
  const onKey = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.target.role !== 'row' || event.key !== ' ') return
    event.preventDefault()
    event.stopPropagation()
    const { key } = event.target.dataset
    const block = blocks.find(({ id }) => id === key)
    if (block !== undefined) tick(block.id, block.mark !== 'done')
  }
  return (
    <div className={styles.listBox} onKeyDownCapture={onKey}>
      <Virtualizer layout={ListLayout} layoutOptions={{ estimatedRowSize: ITEM_PX }} shouldObserveItemSize>
        <GridList
          className={styles.list ?? ''}
          aria-label={t('commands.notes')}
          selectionMode="single"
          selectionBehavior="replace"
          keyboardNavigationBehavior="tab"
          escapeKeyBehavior="none"
          disallowTypeAhead
          selectedKeys={listed ? [chosen] : []}
          onSelectionChange={(keys) => {
            const [key] = keys === 'all' ? [] : keys
            const block = blocks.find(({ id }) => id === key)
            if (block !== undefined && block.id !== chosen) revealBlock(session, block.id)
          }}
        >
          {blocks.map((block) => (
            <NoteItem key={block.id} story={story} block={block} onTick={tick} />
          ))}
        </GridList>
      </Virtualizer>
    </div>
  )
}

interface NoteItemProps {
  readonly story: Story
  readonly block: Block
  readonly onTick: (id: BlockId, isDone: boolean) => void
}

function NoteItem({ story, block, onTick }: NoteItemProps) {
  const { t } = useTranslation()
  const character = findCharacter(story, block.characterId)
  const name = character?.name ?? t('script.noCharacter')
  const number = blockNumber(story, block.id)
  const isDone = block.mark === 'done'
  return (
    <GridListItem
      id={block.id}
      textValue={t('notes.item', { number, name })}
      className={styles.item ?? ''}
      style={characterColor(character?.color)}
      {...(isDone && { 'data-done': true })}
    >
      <input
        type="checkbox"
        aria-label={t('notes.tick', { number })}
        checked={isDone}
        onChange={({ target }) => onTick(block.id, target.checked)}
      />
      <span className={styles.texts}>
        <span className={styles.head}>
          {number} <b dir="auto">{name}</b> <NoteMarks block={{ ...block, notes: '' }} />
        </span>
        {block.notes === '' ? null : (
          <span className={styles.note} dir="auto">
            {block.notes}
          </span>
        )}
        <span className={styles.words} dir="auto" title={block.text.slice(0, WORDS)}>
          {block.text.slice(0, WORDS)}
        </span>
      </span>
    </GridListItem>
  )
}
