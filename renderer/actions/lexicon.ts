/** The lexicon: showing it, and editing, keeping, removing, importing and exporting its entries. */
import i18next from 'i18next'
import { flushSync } from 'react-dom'
import type { FileRef } from '../../shared/ipc/views.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import {
  type EntryEffect,
  entryProblem,
  formatLexicon,
  keepEntries,
  type LexiconTable,
  parseLexicon,
  scopedEntries,
  type ScopedEntry,
} from '../../shared/story/lexiconCommands.ts'
import { MAX_LEXICON_FORM } from '../../shared/story/limits.ts'
import type { BlockId, LexiconEntry } from '../../shared/story/records.ts'
import { saidFormsOf } from '../../shared/story/saidForms.ts'
import { findBlock } from '../../shared/story/selectors.ts'
import { type Story, withCommonLexicon } from '../../shared/story/story.ts'
import { filterBlocks, inspectLexicon, type LexiconView, shownLexicon } from '../stores/editorStore.ts'
import { type App, currentSession, type Session, storyOf } from '../stores/app.ts'
import { chosenBlock, textField } from './editing.ts'
import { focusRegion, hasFocus, showPanel } from './panels.ts'
import { choosePlace } from './exporting.ts'

/** Far above a full lexicon. */
const MAX_FILE_BYTES = 16 * 1024 * 1024

/** Shows the lexicon in the inspector's place, with an entry to edit if one is given, and focuses it. */
export function showLexicon(session: Session, draft: ScopedEntry | null = null): void {
  flushSync(() => {
    const before = shownLexicon(session.editor.getState())
    inspectLexicon(session.editor, {
      search: before?.search ?? '',
      listed: draft === null ? (before?.listed ?? 'story') : draft.isCommon ? 'common' : 'story',
      draft: draft ?? before?.draft ?? null,
    })
    showPanel(session, 'inspector')
  })
  // A new entry's field takes the focus itself, in a later frame if the keyboard was not used before.
  if (draft === null && !hasFocus('inspector')) focusRegion('inspector')
}

/** Changes what the open lexicon shows. */
export function changeLexicon(session: Session, change: Partial<LexiconView>): void {
  const before = shownLexicon(session.editor.getState())
  if (before !== null) inspectLexicon(session.editor, { ...before, ...change })
}

/** Begins a new entry for a word, which may be empty, with its current pronunciation. */
export function addWord(session: Session, written: string, isCommon = false, spoken = ''): void {
  const entry: LexiconEntry = {
    type: 'lexiconEntry',
    id: session.newEntryId(),
    characterId: null,
    match: 'word',
    written: written.slice(0, MAX_LEXICON_FORM),
    spoken: spoken.slice(0, MAX_LEXICON_FORM),
    isCaseSensitive: false,
    language: null,
  }
  showLexicon(session, { entry, isCommon })
}

/** Begins an entry for the words selected in the selected block, or for the word at the cursor. */
export function addSelectedWord(session: Session): void {
  const id = chosenBlock(session)
  const field = id === null ? null : textField(id)
  if (field === null) {
    addWord(session, '')
    return
  }
  const { value, selectionStart: from, selectionEnd: to } = field
  const selected = value.slice(from, to).trim()
  const before = /[\p{L}\p{N}\p{M}'’]*$/u.exec(value.slice(0, from))?.[0] ?? ''
  const after = /^[\p{L}\p{N}\p{M}'’]*/u.exec(value.slice(from))?.[0] ?? ''
  const story = storyOf(session)
  const form = selected === '' && id !== null ? formAt(story, id, from) : undefined
  const written = form?.written ?? (selected === '' ? before + after : selected)
  const known = scopedEntries(story)
  const same = known.find(({ entry }) => entry.written.toLowerCase() === written.toLowerCase())
  if (same === undefined) addWord(session, written, false, form?.spoken)
  else showLexicon(session, same)
}

/** What is said differently at a place of a block, such as “Doctor” for “Dr.”. */
function formAt(story: Story, id: BlockId, at: number) {
  const block = findBlock(story, id)
  if (block === undefined) return undefined
  const form = saidFormsOf(story, block).find(
    ({ start, end, isEntry }) => !isEntry && start <= at && at < end,
  )
  if (form === undefined || form.spoken.trim() === '') return undefined
  return { written: block.text.slice(form.start, form.end).trim(), spoken: form.spoken.trim() }
}

/** Keeps the entry being edited: in the story as an edit that can be undone, or for all stories in the app. */
export async function keepDraft(session: Session): Promise<void> {
  const draft = shownLexicon(session.editor.getState())?.draft ?? null
  if (draft === null || entryProblem(draft.entry) !== null) return
  await keepAll(session, [draft])
  if (shownLexicon(session.editor.getState())?.draft === draft) changeLexicon(session, { draft: null })
  session.announce('lexicon.keptWord', { word: draft.entry.written })
}

/** Keeps entries in their scope, and removes them from their previous scope. */
async function keepAll(session: Session, entries: readonly ScopedEntry[]): Promise<void> {
  const story = storyOf(session)
  const common = entries.filter(({ isCommon }) => isCommon).map(({ entry }) => entry)
  const own = entries.filter(({ isCommon }) => !isCommon).map(({ entry }) => entry)
  const wereCommon = new Set(story.commonLexicon.map(({ id }) => id))
  const leaving = own.filter(({ id }) => wereCommon.has(id)).map(({ id }) => id)
  if (common.length > 0 || leaving.length > 0) await changeCommon(session, common, leaving)
  if (session.isClosed()) return
  const moved = common.map(({ id }) => id)
  session.edit('edits.lexicon', keepEntries(storyOf(session), own, moved))
}

/** Removes an entry. An entry for all stories can be restored from the message; one of the story by undo. */
export async function removeEntry(session: Session, { entry, isCommon }: ScopedEntry): Promise<void> {
  changeLexicon(session, { draft: null })
  const story = storyOf(session)
  if (!isCommon) {
    session.edit('edits.removeWord', keepEntries(story, [], [entry.id]))
    return
  }
  await changeCommon(session, [], [entry.id])
  session.note(
    'lexicon.removed',
    { word: entry.written },
    {
      label: 'app.undoDelete',
      run: () => changeCommon(session, [entry], []),
    },
  )
}

async function changeCommon(
  app: App,
  put: readonly LexiconEntry[],
  remove: readonly LexiconEntry['id'][],
): Promise<void> {
  const forAll = put.map((entry) => ({ ...entry, characterId: null }))
  hearCommonLexicon(app, await app.bridge.call('lexicon:change', { put: forAll, remove: [...remove] }))
}

/** Replaces the entries for all stories, in the open story as well. */
export function hearCommonLexicon(app: App, entries: readonly LexiconEntry[]): void {
  const known = app.state.getState().commonLexicon
  if (JSON.stringify(known) === JSON.stringify(entries)) return
  app.state.setState({ commonLexicon: entries })
  currentSession(app)?.story.setState(({ story }) => ({ story: withCommonLexicon(story, entries) }))
}

/** Shows only the blocks in which an entry is used. */
export function showHits(session: Session, word: string, { blocks }: EntryEffect): void {
  const ids = new Set(blocks.map(({ id }) => id))
  filterBlocks(session.editor, [{ kind: 'blocks', name: word, ids }])
}

/** Imports the entries of a CSV file, and returns the result. Throws `lexicon-file-too-large`. */
export async function importLexicon(session: Session, file: File): Promise<LexiconTable> {
  if (file.size > MAX_FILE_BYTES) throw new UserFacingError('lexicon-file-too-large', { name: file.name })
  const text = await file.text()
  if (session.isClosed()) return { entries: [], problems: [] }
  const table = parseLexicon(text, storyOf(session), session.newEntryId)
  if (table.entries.length > 0) await keepAll(session, table.entries)
  session.note('lexicon.imported', { count: table.entries.length, name: file.name })
  return table
}

/** Asks where to write the listed entries as a CSV file, and writes them there. */
export async function exportLexicon(session: Session, entries: readonly ScopedEntry[]): Promise<void> {
  const story = storyOf(session)
  const write = async (ref: FileRef) => {
    const csv = formatLexicon(story, entries)
    const { fileName } = await session.bridge.call('jobs:writeTable', { ref, csv })
    session.note('lexicon.exported', { count: entries.length, name: fileName })
  }
  await choosePlace(session, 'export-csv', i18next.t('lexicon.exportName'), write, session.signal)
}
