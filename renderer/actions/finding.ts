/** Find and replace in the open story. */
import { flushSync } from 'react-dom'
import { apply, type Change } from '../../shared/story/changes.ts'
import {
  findHits,
  type Hit,
  matcherOf,
  type ReplacedHits,
  replaceHits,
  type Search,
} from '../../shared/story/findReplace.ts'
import { findBlock, findChapter, sectionsOf } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import type { FindState } from '../stores/editorStore.ts'
import { type Session, storyOf } from '../stores/app.ts'
import { revealBlock, writeIn } from './editing.ts'
import { focusRegion, showSection } from './panels.ts'

const START: FindState = {
  place: 'words',
  source: '',
  replacement: '',
  isPattern: false,
  isCaseSensitive: false,
  isWholeWord: false,
  within: null,
  isReplacing: false,
  current: null,
  field: 'source',
  count: 0,
}

/**
 * Opens the find bar, with the words selected in a text; with `isReplacing`, also the fields for replacing.
 * The focus goes to the search field; in an open bar with `isReplacing`, to the replacement field.
 */
export function openFinding(session: Session, isReplacing: boolean): void {
  const selected = selectedWords()
  session.editor.setState(({ finding }) => ({
    finding: {
      ...(finding ?? START),
      ...(selected !== '' && { source: selected, isPattern: false, current: null }),
      isReplacing: isReplacing || finding?.isReplacing === true,
      field: isReplacing && finding !== null ? 'replacement' : 'source',
      count: (finding?.count ?? 0) + 1,
    },
  }))
}

/** Closes the bar. The cursor goes to the current hit; without one, the focus returns to the script. */
export function closeFinding(session: Session): void {
  const { finding } = session.editor.getState()
  flushSync(() => session.editor.setState({ finding: null }))
  const story = storyOf(session)
  const block = findBlock(story, finding?.current?.id ?? null)
  if (block === undefined) focusRegion('script')
  else writeIn(session, block.id, finding?.current?.start ?? 0)
}

/** Changes the search; the current hit is reset. */
export function changeFinding(session: Session, change: Partial<FindState>): void {
  session.editor.setState(({ finding }) => ({
    finding: finding === null ? null : { ...finding, current: null, ...change },
  }))
}

/** The search for words or names that a finding stands for; null for a search by speaker or setting. */
export function searchOf(finding: FindState): Search | null {
  const { place, source, isPattern, isCaseSensitive, isWholeWord } = finding
  return place === 'spoken' ? null : { place, source, isPattern, isCaseSensitive, isWholeWord }
}

/** All hits of a finding; null if its pattern is invalid, or there is none. */
export function hitsOf(story: Story, finding: FindState): readonly Hit[] | null {
  const search = searchOf(finding)
  const find = search === null ? null : matcherOf(search)
  const hits = search === null || find === null ? null : findHits(story, find, search.place)
  const { within } = finding
  return within === null ? hits : (hits?.filter(({ id }) => within.has(id)) ?? null)
}

/** Restricts the search to the selected blocks, or searches the whole story again. */
export function findWithin(session: Session, isWithin: boolean): void {
  const { selection } = session.editor.getState()
  changeFinding(session, { within: isWithin ? new Set(selection) : null })
}

/** The index of the current hit; -1 if there is none. */
export function currentIndex(hits: readonly Hit[], { current }: FindState): number {
  return hits.findIndex(({ id, start }) => id === current?.id && start === current.start)
}

/** Goes to the next or previous hit, wrapping around. */
export function goToHit(session: Session, direction: -1 | 1): void {
  const { finding, selection } = session.editor.getState()
  const story = storyOf(session)
  const hits = finding === null ? null : hitsOf(story, finding)
  if (finding === null || hits === null || hits.length === 0) return
  const index = currentIndex(hits, finding)
  const from = index >= 0 ? index : startFor(story, hits, selection.at(-1) ?? null) - (direction > 0 ? 1 : 0)
  const at = (from + direction + hits.length) % hits.length
  const hit = hits[at]
  if (hit !== undefined) showHit(session, story, hit)
  session.announce('script.find.at', { number: at + 1, count: hits.length })
}

/** Replaces the current hit, and goes to the next. Without a current hit, only goes to the next. */
export function replaceOne(session: Session): void {
  const { finding } = session.editor.getState()
  const story = storyOf(session)
  const hits = finding === null ? null : hitsOf(story, finding)
  if (finding === null || hits === null) return
  const index = currentIndex(hits, finding)
  const hit = hits[index]
  const search = searchOf(finding)
  if (hit === undefined || search === null) {
    goToHit(session, 1)
    return
  }
  const done = replaceHits(story, [hit], search, finding.replacement)
  replaceAndSay(session, done, search.source)
  const after = storyOf(session)
  const left = hitsOf(after, finding) ?? []
  // The replacement may itself contain hits: skip them.
  const grown = after === story ? 0 : left.length - hits.length + 1
  const next = left[after === story ? index + 1 : index + Math.max(0, grown)] ?? left[0]
  if (next !== undefined) showHit(session, after, next)
}

/** Replaces all hits as one edit, and announces how many remain. */
export function replaceAll(session: Session): void {
  const { finding } = session.editor.getState()
  const story = storyOf(session)
  const hits = finding === null ? null : hitsOf(story, finding)
  const search = finding === null ? null : searchOf(finding)
  if (finding === null || hits === null || search === null) return
  const done = replaceHits(story, hits, search, finding.replacement)
  replaceAndSay(session, done, search.source)
  changeFinding(session, { current: null })
  if (done.replaced > 0) session.note('script.find.replaced', { count: done.replaced })
}

/** Changes the speaker or setting of the found blocks, as one edit. */
export function replaceSpoken(session: Session, change: Change): void {
  const story = storyOf(session)
  if (apply(story, change) === story) return
  const count = change.put.length
  session.edit('edits.replace', change)
  session.note('script.find.changed', { count })
}

function replaceAndSay(session: Session, { change, locked, tooLong }: ReplacedHits, words: string): void {
  session.edit('edits.replace', change, undefined, words)
  if (locked > 0) session.note('script.find.locked', { count: locked })
  if (tooLong > 0) session.note('script.find.tooLong', { count: tooLong })
}

/** The index of the first hit from a block on; 0 if there is none. */
function startFor(story: Story, hits: readonly Hit[], from: string | null): number {
  const places = new Map<string, number>(story.sequence.map(({ id }, index) => [id, index]))
  const least = from === null ? 0 : (places.get(from) ?? 0)
  return Math.max(
    0,
    hits.findIndex(({ id }) => (places.get(id) ?? 0) >= least),
  )
}

/** Shows the block, the chapter or the character that a hit is in. The focus does not move. */
function showHit(session: Session, story: Story, { id, start }: Hit): void {
  changeFinding(session, { current: { id, start } })
  const block = findBlock(story, id)
  const first = sectionsOf(story).find(({ chapter }) => chapter?.id === id)?.blocks[0]
  if (block !== undefined) revealBlock(session, block.id)
  else if (findChapter(story, id) === undefined) showSection(session, 'cast')
  else if (first !== undefined) revealBlock(session, first.id, false, true)
}

/** The words selected in a text of the script, if they are on one line. */
function selectedWords(): string {
  const field = document.activeElement
  if (!(field instanceof HTMLTextAreaElement) || field.dataset.block === undefined) return ''
  const words = field.value.slice(field.selectionStart, field.selectionEnd)
  return words.includes('\n') ? '' : words
}
