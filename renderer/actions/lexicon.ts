/** The lexicon: showing it, and writing, keeping, removing, importing and exporting its entries. */
import i18next from 'i18next'
import { flushSync } from 'react-dom'
import type { FileRef } from '../../shared/ipc/views.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { entryProblem, keepEntries, scopedEntries } from '../../shared/story/lexiconCommands.ts'
import type { EntryEffect, ScopedEntry } from '../../shared/story/lexiconCommands.ts'
import { formatLexicon, parseLexicon } from '../../shared/story/lexiconTable.ts'
import type { LexiconTable } from '../../shared/story/lexiconTable.ts'
import { MAX_LEXICON_FORM } from '../../shared/story/limits.ts'
import type { BlockId, LexiconEntry } from '../../shared/story/records.ts'
import { saidFormsOf } from '../../shared/story/saidForms.ts'
import { findBlock } from '../../shared/story/selectors.ts'
import { withCommonLexicon } from '../../shared/story/story.ts'
import type { Story } from '../../shared/story/story.ts'
import type { LexiconView } from '../stores/lexiconDraft.ts'
import type { World } from '../stores/world.ts'
import { chosenBlock, openStory, storyStays } from './editing.ts'
import { hidePanel, showPanel } from './panels.ts'
import { choosePlace } from './places.ts'
import { focusRegion, hasFocus } from './regions.ts'
import { textField } from './writing.ts'

/** Far above a lexicon in full. */
const MAX_FILE_BYTES = 16 * 1024 * 1024

/** Shows the lexicon in the inspector's place, with an entry to write where one is given, and gives it the focus. */
export function showLexicon(world: World, draft: ScopedEntry | null = null): void {
  flushSync(() => {
    world.view.setState(({ lexicon }) => ({
      lexicon: {
        search: '',
        ...lexicon,
        listed: draft === null ? (lexicon?.listed ?? 'story') : draft.isCommon ? 'common' : 'story',
        draft: draft ?? lexicon?.draft ?? null,
      },
    }))
    showPanel(world, 'inspector')
  })
  // A new entry's field takes the focus itself, in a later frame where the keyboard was not used before.
  if (draft === null && !hasFocus('inspector')) focusRegion('inspector')
}

/** Closes the lexicon; the inspector is there again, or a narrow window's drawer is closed. */
export function closeLexicon(world: World): void {
  const { drawer } = world.view.getState()
  world.view.setState({ lexicon: null })
  if (drawer === 'inspector') hidePanel(world, 'inspector')
  else focusRegion('script')
}

/** Changes what the open lexicon shows. */
export function changeLexicon(world: World, change: Partial<LexiconView>): void {
  world.view.setState(({ lexicon }) => (lexicon === null ? {} : { lexicon: { ...lexicon, ...change } }))
}

/** Begins a new entry for a word, which may be empty, with how it is said now. */
export function addWord(world: World, written: string, isCommon = false, spoken = ''): void {
  const entry: LexiconEntry = {
    type: 'lexiconEntry',
    id: world.newEntryId(),
    characterId: null,
    match: 'word',
    written: written.slice(0, MAX_LEXICON_FORM),
    spoken: spoken.slice(0, MAX_LEXICON_FORM),
    isCaseSensitive: false,
    language: null,
  }
  showLexicon(world, { entry, isCommon })
}

/** Begins an entry for the words that are selected in the chosen block, or for the word at the cursor. */
export function addSelectedWord(world: World): void {
  const id = chosenBlock(world)
  const field = id === null ? null : textField(id)
  if (field === null) {
    addWord(world, '')
    return
  }
  const { value, selectionStart: from, selectionEnd: to } = field
  const selected = value.slice(from, to).trim()
  const before = /[\p{L}\p{N}\p{M}'’]*$/u.exec(value.slice(0, from))?.[0] ?? ''
  const after = /^[\p{L}\p{N}\p{M}'’]*/u.exec(value.slice(from))?.[0] ?? ''
  const story = openStory(world)
  const form = selected === '' && story !== null && id !== null ? formAt(story, id, from) : undefined
  const written = form?.written ?? (selected === '' ? before + after : selected)
  const known = story === null ? [] : scopedEntries(story)
  const same = known.find(({ entry }) => entry.written.toLowerCase() === written.toLowerCase())
  if (same === undefined) addWord(world, written, false, form?.spoken)
  else showLexicon(world, same)
}

/** What is said in other words than are written at a place of a block, such as “Doctor” for “Dr.”. */
function formAt(story: Story, id: BlockId, at: number) {
  const block = findBlock(story, id)
  if (block === undefined) return undefined
  const form = saidFormsOf(story, block).find(
    ({ start, end, isEntry }) => !isEntry && start <= at && at < end,
  )
  if (form === undefined || form.spoken.trim() === '') return undefined
  return { written: block.text.slice(form.start, form.end).trim(), spoken: form.spoken.trim() }
}

/** Keeps the entry that is being written: of the story as an edit that can be undone, of all stories in the app. */
export async function keepDraft(world: World): Promise<void> {
  const draft = world.view.getState().lexicon?.draft ?? null
  if (draft === null || entryProblem(draft.entry) !== null) return
  await keepAll(world, [draft])
  if (world.view.getState().lexicon?.draft === draft) changeLexicon(world, { draft: null })
  world.announce('lexicon.keptWord', { word: draft.entry.written })
}

/** Keeps entries where they belong, and takes them away from where they were before. */
async function keepAll(world: World, entries: readonly ScopedEntry[]): Promise<void> {
  const story = openStory(world)
  if (story === null) return
  const common = entries.filter(({ isCommon }) => isCommon).map(({ entry }) => entry)
  const own = entries.filter(({ isCommon }) => !isCommon).map(({ entry }) => entry)
  const wereCommon = new Set(story.commonLexicon.map(({ id }) => id))
  const leaving = own.filter(({ id }) => wereCommon.has(id)).map(({ id }) => id)
  const stays = storyStays(world)
  if (common.length > 0 || leaving.length > 0) await changeCommon(world, common, leaving)
  const now = openStory(world)
  if (now === null || !stays()) return
  world.edit(
    'edits.lexicon',
    keepEntries(
      now,
      own,
      common.map(({ id }) => id),
    ),
  )
}

/** Removes an entry. One of all stories can be brought back from the message that says so; one of the story by undo. */
export async function removeEntry(world: World, { entry, isCommon }: ScopedEntry): Promise<void> {
  changeLexicon(world, { draft: null })
  const story = openStory(world)
  if (story === null) return
  if (!isCommon) {
    world.edit('edits.removeWord', keepEntries(story, [], [entry.id]))
    return
  }
  await changeCommon(world, [], [entry.id])
  world.note(
    'lexicon.removed',
    { word: entry.written },
    {
      label: 'app.undoDelete',
      run: () => changeCommon(world, [entry], []),
    },
  )
}

async function changeCommon(
  world: World,
  put: readonly LexiconEntry[],
  remove: readonly LexiconEntry['id'][],
): Promise<void> {
  const forAll = put.map((entry) => ({ ...entry, characterId: null }))
  hearCommonLexicon(world, await world.bridge.call('lexicon:change', { put: forAll, remove: [...remove] }))
}

/** Uses entries for all stories from now on, in the open story as well. */
export function hearCommonLexicon(world: World, entries: readonly LexiconEntry[]): void {
  const known = world.app.getState().commonLexicon
  if (JSON.stringify(known) === JSON.stringify(entries)) return
  world.app.setState({ commonLexicon: entries })
  const { open } = world.story.getState()
  if (open !== null)
    world.story.setState({ open: { ...open, story: withCommonLexicon(open.story, entries) } })
}

/** Shows only the blocks that an entry is used in. */
export function showHits(world: World, word: string, { blocks }: EntryEffect): void {
  world.view.setState({ filter: { kind: 'blocks', name: word, ids: new Set(blocks.map(({ id }) => id)) } })
}

/** Brings the entries of a CSV file in, and gives what was read. Throws `lexicon-file-too-large`. */
export async function importLexicon(world: World, file: File): Promise<LexiconTable> {
  if (file.size > MAX_FILE_BYTES) throw new UserFacingError('lexicon-file-too-large', { name: file.name })
  const stays = storyStays(world)
  const text = await file.text()
  const story = openStory(world)
  if (story === null || !stays()) return { entries: [], problems: [] }
  const table = parseLexicon(text, story, world.newEntryId)
  if (table.entries.length > 0) await keepAll(world, table.entries)
  world.note('lexicon.imported', { count: table.entries.length, name: file.name })
  return table
}

/** Asks where to write the listed entries as a CSV file, and writes them there. */
export async function exportLexicon(world: World, entries: readonly ScopedEntry[]): Promise<void> {
  const { open } = world.story.getState()
  if (open === null) return
  const write = async (ref: FileRef) => {
    const csv = formatLexicon(open.story, entries)
    const { fileName } = await world.bridge.call('jobs:writeTable', { ref, csv })
    world.note('lexicon.exported', { count: entries.length, name: fileName })
  }
  await choosePlace(world, 'export-csv', i18next.t('lexicon.exportName'), write, open)
}
