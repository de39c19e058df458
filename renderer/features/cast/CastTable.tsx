import { ArrowDown, ArrowUp, Users } from 'lucide-react'
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
import { type CastStats, NO_STATS, type SpeakerStats } from '../../../shared/story/storyCounts.ts'
import type { Character, CharacterId } from '../../../shared/story/records.ts'
import type { SpeechSettings } from '../../../shared/story/speechSettings.ts'
import type { Story } from '../../../shared/story/story.ts'
import { UnreadMark } from '../../fields/UnreadWarning.tsx'
import { HearTarget } from '../../fields/VoiceField.tsx'
import { useAppState } from '../../hooks/app.ts'
import { useIsFree, useStory } from '../../hooks/session.ts'
import { useUnreadOf } from '../../hooks/voiceOptions.ts'
import { formatClock, formatCount, formatSpeed, localeFormats } from '../../i18n/format.ts'
import type { TextKey } from '../../i18n/textKeys.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { describeVoice } from '../../i18n/voiceText.ts'
import { characterColor } from '../../ui/characterColor.ts'
import { useMedia } from '../../ui/useMedia.ts'
import styles from './CastTable.module.css'

const ROW_PX = 39
/** `made` and `toMake` have room for ten hours and more. */
const WIDTHS = {
  number: 48,
  name: 88,
  voice: 64,
  model: 120,
  speed: 56,
  blocks: 66,
  letters: 66,
  made: 84,
  toMake: 104,
  credits: 68,
} as const
type ColumnId = keyof typeof WIDTHS
const COLUMNS = Object.keys(WIDTHS) as ColumnId[] // an object literal has exactly these keys
const GROWING: readonly ColumnId[] = ['name', 'voice']
/** In a window narrower than all columns; the fields below the table show the rest. */
const NARROW = '(max-width: 767px)'
const NARROW_COLUMNS: readonly ColumnId[] = ['name', 'voice', 'blocks', 'toMake', 'credits']
/** In a window in which names and voices would be cut, beside the fields, which show the rest. */
const MEDIUM = '(max-width: 1199px)'
const MEDIUM_COLUMNS: readonly ColumnId[] = ['number', 'made', ...NARROW_COLUMNS]

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

/** The cast as a table, sortable by its headers; only visible rows are in the page. Arrows select, Enter goes to the fields. */
export function CastTable({ speakers, order, currentId, onOrder, onCurrent, onEdit }: CastTableProps) {
  const { t } = useTranslation()
  const isFree = useIsFree()
  const isNarrow = useMedia(NARROW)
  const isMedium = useMedia(MEDIUM)
  const fitting = isNarrow ? NARROW_COLUMNS : isMedium ? MEDIUM_COLUMNS : COLUMNS
  const columns = COLUMNS.filter((id) => (id !== 'credits' || !isFree) && fitting.includes(id))
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

/** Marks a voice that cannot read its text, and one that other characters also have. */
function VoiceMarks({ speaker: { character, settings } }: { readonly speaker: CastSpeaker }) {
  const { t } = useTranslation()
  const id = character?.id ?? null
  const unread = useUnreadOf(id)
  const names = useStory((story) =>
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

// The members of the cast as shown in a table: what each says, in a selectable order.

/** The id of blocks without a character in the table. */
export const NOBODY = 'nobody'

interface CastSpeaker {
  /** The character's id, or NOBODY. */
  readonly id: CharacterId | typeof NOBODY
  /** Null for blocks without a character. */
  readonly character: Character | null
  /** The place in the cast, from 1; 0 for blocks without a character. */
  readonly number: number
  readonly name: string
  readonly settings: SpeechSettings
  readonly stats: SpeakerStats
}

/** The sort orders of the table. */
export const SORTS = ['number', 'name', 'blocks', 'letters', 'made', 'toMake', 'credits'] as const
type Sort = (typeof SORTS)[number]

/** The cast in order, with blocks without a character at the end. */
export function speakersOf(story: Story, stats: CastStats, nobody: string): readonly CastSpeaker[] {
  const of = (id: CharacterId | null) => stats.bySpeaker.get(id) ?? NO_STATS
  return [
    ...story.cast.map((character, index) => ({
      id: character.id,
      character,
      number: index + 1,
      name: character.name,
      settings: character.settings,
      stats: of(character.id),
    })),
    {
      ...({ id: NOBODY, character: null, number: 0, name: nobody } as const),
      settings: story.info.defaults,
      stats: of(null),
    },
  ]
}

const NUMBERS: Readonly<Record<Exclude<Sort, 'name'>, (speaker: CastSpeaker) => number>> = {
  number: ({ number }) => number,
  blocks: ({ stats }) => stats.blocks,
  letters: ({ stats }) => stats.characters,
  made: ({ stats }) => stats.madeMs,
  toMake: ({ stats }) => stats.estimatedMs,
  credits: ({ stats }) => stats.missingCredits,
}

/** Sorts speakers; equal ones keep the order of the cast, and blocks without a character at the end. */
export function sortSpeakers(
  speakers: readonly CastSpeaker[],
  by: Sort,
  direction: 'ascending' | 'descending',
): readonly CastSpeaker[] {
  const { names } = localeFormats()
  const compare = (a: CastSpeaker, b: CastSpeaker) =>
    by === 'name' ? names.compare(a.name, b.name) : NUMBERS[by](a) - NUMBERS[by](b)
  const sign = direction === 'ascending' ? 1 : -1
  return speakers.toSorted(
    (a, b) =>
      Number(a.character === null) - Number(b.character === null) ||
      sign * compare(a, b) ||
      a.number - b.number,
  )
}
