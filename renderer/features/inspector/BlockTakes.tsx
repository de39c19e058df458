import { Columns2, Undo2 } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { takesOfBlock } from '../../../shared/story/blockTakes.ts'
import type { BlockTake } from '../../../shared/story/blockTakes.ts'
import { isLocked } from '../../../shared/story/locks.ts'
import type { BlockId } from '../../../shared/story/records.ts'
import { findBlock } from '../../../shared/story/selectors.ts'
import { hasSpeech } from '../../../shared/story/spokenText.ts'
import type { Take } from '../../../shared/story/takes.ts'
import { compareTakes } from '../../actions/blockTakes.ts'
import { keepTake } from '../../actions/takes.ts'
import { useTakeOrigins, useTakeTag } from '../../hooks/takeOrigins.ts'
import { useViewState } from '../../hooks/app.ts'
import { useAudioState, useDeferredStory, useEditor, useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { PendingDelete } from '../../stores/pendingDeletes.ts'
import { changeTakes, shownTakes } from '../../stores/editorStore.ts'
import { Button } from '../../ui/Button.tsx'
import { useFocusOnNeighbour } from '../../ui/useFocusOnNeighbour.ts'
import { CompareTakes } from './CompareTakes.tsx'
import inspectorStyles from './Inspector.module.css'
import { ReadAgain } from './ReadAgain.tsx'
import { RecordTake } from './RecordTake.tsx'
import { TakeRow } from './TakeRow.tsx'
import styles from './Takes.module.css'
import { useTakeName } from './useTakeName.ts'

/** The takes of a block, to hear, use, name, compare and delete them, and to have the block read again. */
export function BlockTakes({ blockId }: { readonly blockId: BlockId }) {
  const { t } = useTranslation()
  const session = useSession()
  const story = useDeferredStory()
  const allTakes = useAudioState((state) => state.allTakes)
  const takes = useAudioState((state) => state.takes)
  const removing = useAudioState((state) => state.removing)
  const compared = useEditor((state) => shownTakes(state).compared)
  const isRecording = useEditor((state) => shownTakes(state).recording === blockId)
  const block = findBlock(story, blockId)
  const own = useMemo(
    () => (block === undefined ? [] : takesOfBlock(story, block, allTakes, takes)),
    [story, block, allTakes, takes],
  )
  // The list goes with the block: another block is not compared, and no field is open when this one is shown again.
  useEffect(() => () => changeTakes(session.editor, { compared: null, named: null }), [session])
  const origins = useTakeOrigins(own.map(({ take }) => take))
  const tagIn = useTakeTag(origins)
  if (block === undefined) return null
  const tagOf = (take: Take) => tagIn(story, block, take)
  const there = own.filter(({ take }) => !removing.has(take.id))
  const pair = pairOf(there, compared)
  return (
    <section className={styles.section} aria-label={t('takes.title')}>
      <div className={styles.head}>
        <h2 className={inspectorStyles.title}>{t('takes.title')}</h2>
        {there.length === 0 ? null : <span className={styles.count}>{there.length}</span>}
        <span className={inspectorStyles.space} />
        {there.length < 2 ? null : (
          <Button
            tone="quiet"
            size="small"
            icon={<Columns2 size={14} />}
            aria-pressed={pair !== null}
            onPress={() => compareTakes(session, blockId)}
          >
            {t('takes.compare')}
          </Button>
        )}
      </div>
      {pair === null ? null : (
        <CompareTakes
          blockId={blockId}
          key={`${pair[0].take.id} ${pair[1].take.id}`}
          pair={pair}
          tagOf={tagOf}
          onEnd={() => changeTakes(session.editor, { compared: null })}
        />
      )}
      {own.length === 0 ? (
        <p className={inspectorStyles.empty}>{t('takes.none')}</p>
      ) : (
        <ul className={styles.list} aria-label={t('takes.list')} onKeyDown={moveBetweenRows}>
          {own.map((each) => {
            const removal = removing.get(each.take.id)
            return removal === undefined ? (
              <TakeRow
                key={each.take.id}
                blockTake={each}
                blockId={blockId}
                isLocked={isLocked(block)}
                tag={tagOf(each.take)}
                letter={pair?.[0] === each ? 'A' : pair?.[1] === each ? 'B' : null}
                onCompare={
                  pair === null
                    ? null
                    : () => changeTakes(session.editor, { compared: [pair[0].take.id, each.take.id] })
                }
              />
            ) : (
              <RemovedTake key={each.take.id} blockTake={each} removal={removal} />
            )
          })}
        </ul>
      )}
      {isRecording ? <RecordTake blockId={blockId} /> : null}
      {hasSpeech(story, block) ? <ReadAgain block={block} hasTakes={own.length > 0} /> : null}
    </section>
  )
}

/** The takes that are compared, where both are there. */
function pairOf(
  there: readonly BlockTake[],
  compared: readonly [a: string, b: string] | null,
): readonly [BlockTake, BlockTake] | null {
  const a = there.find(({ take }) => take.id === compared?.[0])
  const b = there.find(({ take }) => take.id === compared?.[1])
  return a === undefined || b === undefined || a === b ? null : [a, b]
}

/** Arrow keys go from the play button of a take to that of the next or the previous. */
function moveBetweenRows(event: KeyboardEvent<HTMLUListElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || event.target instanceof HTMLInputElement) return
  const plays = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-play]')]
  const row = event.target instanceof Element ? event.target.closest('li') : null
  const at = plays.findIndex((play) => row?.contains(play))
  event.preventDefault()
  plays[at + step]?.focus()
}

interface RemovedTakeProps {
  readonly blockTake: BlockTake
  readonly removal: PendingDelete
}

/** A take that is about to be deleted, and the way back while there is one. */
function RemovedTake({ blockTake, removal }: RemovedTakeProps) {
  const { t } = useTranslation()
  const name = useTakeName(blockTake)
  return (
    <li className={styles.removed}>
      <span className={styles.name}>{t('takes.deleted', { name })}</span>
      {removal.deleting === null ? <UndoButton take={blockTake.take} name={name} /> : null}
    </li>
  )
}

/** The way back for a take that is about to be deleted. It gets the focus unless the takes are deleted from a dialog. */
function UndoButton({ take, name }: { readonly take: Take; readonly name: string }) {
  const { t } = useTranslation()
  const session = useSession()
  const hasDialog = useViewState(({ dialog }) => dialog !== null)
  const place = useRef<HTMLSpanElement>(null)
  useFocusOnNeighbour(place)
  return (
    <span ref={place}>
      <Button
        autoFocus={!hasDialog}
        data-play
        size="small"
        icon={<Undo2 size={14} />}
        aria-label={t('takes.undoDelete', { name })}
        onPress={() => keepTake(session, take, name)}
      >
        {t('takes.undo')}
      </Button>
    </span>
  )
}
