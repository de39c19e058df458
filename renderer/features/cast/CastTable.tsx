import {
  Cell,
  Column,
  ResizableTableContainer,
  Row,
  Table,
  TableBody,
  TableHeader,
  TableLayout,
  Virtualizer,
} from 'react-aria-components'
import { ArrowDown, ArrowUp, Users } from 'lucide-react'
import { UnreadMark } from '../../fields/UnreadMark.tsx'
import { useAppState } from '../../hooks/app.ts'
import { useOfStory, useIsFree } from '../../hooks/session.ts'
import { useUnreadOf } from '../../hooks/unreadBlocks.ts'
import { HearTarget } from '../../fields/VoiceField.tsx'
import { formatClock, formatCount, formatSpeed } from '../../i18n/format.ts'
import { describeVoice } from '../../i18n/voiceText.ts'
import type { TextKey } from '../../i18n/textKeys.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { characterColor } from '../../ui/characterColor.ts'
import { useMedia } from '../../ui/useMedia.ts'
import styles from './CastTable.module.css'
import { SORTS, type Sort, type CastSpeaker } from './speakers.ts'

const ROW_PX = 39
/** Together they fit beside the fields in a window of 1024 px. `made` and `toMake` have room for ten hours and more. */
const WIDTHS = {
  number: 40,
  name: 88,
  voice: 64,
  model: 120,
  speed: 56,
  blocks: 66,
  letters: 66,
  made: 64,
  toMake: 88,
  credits: 68,
} as const
type ColumnId = keyof typeof WIDTHS
const COLUMNS = Object.keys(WIDTHS) as ColumnId[] // the keys of an object written out in full
const GROWING: readonly ColumnId[] = ['name', 'voice']
/** In a window narrower than all columns; the fields below the table tell the rest. */
const NARROW = '(max-width: 704px)'
const NARROW_COLUMNS: readonly ColumnId[] = ['name', 'voice', 'blocks', 'toMake', 'credits']

const HEADS = {
  number: 'cast.columns.number',
  name: 'inspector.characterName',
  voice: 'inspector.settings.voiceId',
  model: 'inspector.settings.model',
  speed: 'cast.columns.speed',
  blocks: 'cast.columns.blocks',
  letters: 'cast.columns.letters',
  made: 'cast.columns.made',
  toMake: 'cast.columns.toMake',
  credits: 'conversions.columns.credits',
} as const satisfies Record<ColumnId, TextKey>

export interface SortOrder {
  readonly column: Sort
  readonly direction: 'ascending' | 'descending'
}

interface CastTableProps {
  readonly speakers: readonly CastSpeaker[]
  readonly order: SortOrder
  readonly currentId: string
  readonly onOrder: (order: SortOrder) => void
  readonly onCurrent: (id: string) => void
  /** Enter was pressed on a row. */
  readonly onEdit: () => void
}

/** The cast as a table, sorted by its heads; only rows in view are in the page. Arrows choose, Enter goes to the fields. */
export function CastTable({ speakers, order, currentId, onOrder, onCurrent, onEdit }: CastTableProps) {
  const { t } = useTranslation()
  const isFree = useIsFree()
  const isNarrow = useMedia(NARROW)
  const columns = COLUMNS.filter(
    (id) => (id !== 'credits' || !isFree) && (!isNarrow || NARROW_COLUMNS.includes(id)),
  )
  return (
    <ResizableTableContainer className={styles.container ?? ''}>
      <Virtualizer layout={TableLayout} layoutOptions={{ rowHeight: ROW_PX, headingHeight: 32 }}>
        <Table
          className={styles.table ?? ''}
          aria-label={t('cast.list')}
          selectionMode="single"
          selectionBehavior="replace"
          disallowEmptySelection
          escapeKeyBehavior="none"
          selectedKeys={[currentId]}
          sortDescriptor={order}
          onSortChange={({ column, direction }) => {
            const sort = SORTS.find((id) => id === column)
            if (sort !== undefined) onOrder({ column: sort, direction })
          }}
          onSelectionChange={(keys) => {
            const [key] = keys === 'all' ? [] : keys
            if (key !== undefined) onCurrent(String(key))
          }}
          onRowAction={onEdit}
        >
          <TableHeader columns={columns.map((id) => ({ id }))}>
            {({ id }) => (
              <Column
                id={id}
                isRowHeader={id === 'name'}
                allowsSorting={SORTS.some((sort) => sort === id)}
                className={styles.head ?? ''}
                data-column={id}
                minWidth={WIDTHS[id]}
                {...(!GROWING.includes(id) && { width: WIDTHS[id] })}
              >
                <span className={styles.text} title={t(HEADS[id])}>
                  {t(HEADS[id])}
                </span>
                {order.column !== id ? null : order.direction === 'ascending' ? (
                  <ArrowUp size={12} aria-hidden="true" />
                ) : (
                  <ArrowDown size={12} aria-hidden="true" />
                )}
              </Column>
            )}
          </TableHeader>
          <TableBody items={speakers} dependencies={[columns.length, order]}>
            {(speaker: CastSpeaker) => (
              <Row
                id={speaker.id}
                textValue={speaker.name}
                columns={columns.map((id) => ({ id }))}
                className={styles.row ?? ''}
              >
                {({ id }) => (
                  <Cell className={styles.cell ?? ''} data-column={id}>
                    <CellText speaker={speaker} column={id} />
                  </Cell>
                )}
              </Row>
            )}
          </TableBody>
        </Table>
      </Virtualizer>
    </ResizableTableContainer>
  )
}

function CellText({ speaker, column }: { readonly speaker: CastSpeaker; readonly column: ColumnId }) {
  const { t } = useTranslation()
  const { character, number, name, settings, stats } = speaker
  const known = useAppState((state) => state.voices.find(({ id }) => id === settings.voiceId))
  const voice = known?.name
  const texts: Readonly<Record<ColumnId, string>> = {
    number: number === 0 ? '' : String(number),
    name,
    voice: voice ?? settings.voiceId,
    model: t(`inspector.models.${settings.model}`),
    speed: t('units.speed', { value: formatSpeed(settings.speed) }),
    blocks: formatCount(stats.blocks),
    letters: formatCount(stats.characters),
    made: stats.madeMs === 0 ? '' : formatClock(stats.madeMs),
    toMake: stats.estimatedMs === 0 ? '' : `~${formatClock(stats.estimatedMs)}`,
    credits: stats.missingCredits === 0 ? '' : formatCount(stats.missingCredits),
  }
  const text = texts[column]
  const about = column === 'voice' && known !== undefined ? describeVoice(t, known) : ''
  return (
    <>
      {column === 'name' ? (
        <span aria-hidden="true" className={styles.dot} style={characterColor(character?.color)} />
      ) : null}
      {column === 'voice' ? (
        <HearTarget
          voice={{ id: settings.voiceId, name: text }}
          target={character === null ? { kind: 'story' } : { kind: 'character', id: character.id }}
        />
      ) : null}
      <span
        className={styles.text}
        title={about === '' ? text : `${text}\n${about}`}
        dir={column === 'name' ? 'auto' : undefined}
      >
        {text}
        {about === '' ? null : <small> {about}</small>}
      </span>
      {column === 'voice' ? <VoiceMarks speaker={speaker} /> : null}
    </>
  )
}

/** Marks a voice that does not read what it is to say, and one that other characters have, too. */
function VoiceMarks({ speaker: { character, settings } }: { readonly speaker: CastSpeaker }) {
  const { t } = useTranslation()
  const id = character?.id ?? null
  const unread = useUnreadOf(id)
  const names = useOfStory((story) =>
    story.cast
      .filter((other) => other.settings.voiceId === settings.voiceId && other.id !== id)
      .map(({ name }) => name)
      .join(', '),
  )
  const shared = t('cast.sharedVoice', { names })
  return (
    <>
      {unread === undefined ? null : <UnreadMark unread={unread} />}
      {id === null || names === '' ? null : (
        <span role="img" aria-label={shared} title={shared} className={styles.shared}>
          <Users size={13} />
        </span>
      )}
    </>
  )
}
