/** Cut, copy and paste of blocks, within a story and between stories, and as plain text. */
import i18next from 'i18next'
import { recentIdSchema } from '../../shared/ipc/views.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { planDirectly } from '../../shared/import/importStory.ts'
import { type AdditionPlace, additionTo } from '../../shared/import/storyFromPlan.ts'
import type { Planned } from '../../shared/import/planned.ts'
import { sourceFromStory } from '../../shared/import/sourceFromStory.ts'
import { removeEntries } from '../../shared/story/blockCommands.ts'
import type { Change } from '../../shared/story/changes.ts'
import { CLIP_TYPE, clipOf, readClip, type ReadClip } from '../../shared/story/clip.ts'
import { isLocked } from '../../shared/story/locks.ts'
import type { Block, BlockId } from '../../shared/story/records.ts'
import { blocksOf, findBlock, sectionsOf } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import { type Session, storyOf } from '../stores/app.ts'
import { select } from '../stores/editorStore.ts'
import { editWithMusic, type MusicSource } from './music.ts'
import { noteLocked, selectBlocks, writeIn } from './editing.ts'
import { reviewText } from './imports.ts'
import { MOST_LINES, titleOf } from './dropped.ts'

/** The latest clipboard content from this page, for hosts that do not let a page read it. */
let latest: { readonly json: string; readonly text: string } | null = null

/** Handles a copy or cut event: puts the selected blocks on its clipboard, and removes them after a cut. */
export function takeCopy(session: Session, event: ClipboardEvent): void {
  const story = storyOf(session)
  const { selection } = session.editor.getState()
  if (selection.length === 0 || event.clipboardData === null) return
  event.preventDefault()
  const { json, text, headings } = clipOf(story, selection, session.story.getState().project.recentId)
  latest = { json, text }
  event.clipboardData.setData('text/plain', text)
  event.clipboardData.setData(CLIP_TYPE, json)
  if (event.type === 'cut')
    cutOut(
      session,
      story,
      selection,
      headings.map(({ id }) => id),
    )
  else session.announce('script.clipboard.copied', { count: selection.length })
}

/** Copies or cuts the selected blocks by a command: the browser then sends the same event as for its own keys. */
export function copyByCommand(kind: 'copy' | 'cut'): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur() // otherwise a text would copy its own words
  // The only way to copy without a permission that hosts deny; every browser supports it.
  document.execCommand(kind)
}

/** Puts the words of the chosen block's chapter, or of the whole story, on the clipboard as plain text. */
export async function copyText(session: Session, of: 'chapter' | 'story'): Promise<void> {
  const story = storyOf(session)
  const shown = session.editor.getState().selection.at(-1)
  const section = sectionsOf(story).find(({ blocks }) => blocks.some(({ id }) => id === shown))
  const blocks = of === 'story' ? blocksOf(story) : (section?.blocks ?? [])
  const ids = blocks.map(({ id }) => id)
  await navigator.clipboard.writeText(clipOf(story, ids).text)
  session.note(`script.clipboard.${of}Text`)
}

/** Pastes by a command, after the selected blocks. If the host does not let the page read the clipboard, uses what was last copied here. */
export async function pasteByCommand(session: Session): Promise<void> {
  const text = await navigator.clipboard.readText().catch(() => null)
  if (session.isClosed()) return
  const isLatest = latest !== null && (text === null || text === latest.text)
  if (isLatest && latest !== null) await paste(session, latest.json, latest.text)
  else if (text === null) session.note('script.clipboard.denied')
  else await paste(session, '', text)
}

/** The edits in the menu of words, with the browser's own keys; `changes`: whether they change the words. */
export const WORD_EDITS = [
  { id: 'cut', keys: 'Mod+X', changes: true },
  { id: 'copy', keys: 'Mod+C', changes: false },
  { id: 'paste', keys: 'Mod+V', changes: true },
  { id: 'selectAll', keys: 'Mod+A', changes: false },
] as const

/** Edits the words of a block like the browser's own menu. Tells the writer if the host does not let the page read the clipboard. */
export async function editWords(
  session: Session,
  field: HTMLTextAreaElement,
  edit: (typeof WORD_EDITS)[number]['id'],
): Promise<void> {
  field.focus()
  if (edit === 'selectAll') field.select()
  // The only way that the browser can undo like typing, and that needs no permission; every browser supports it.
  else if (edit !== 'paste') document.execCommand(edit)
  else {
    const text = await navigator.clipboard.readText().catch(() => null)
    if (text === null) session.note('script.clipboard.denied')
    if (text === null || session.isClosed()) return
    const data = { getData: (type: string) => (type === 'text/plain' ? text : '') }
    const block = findBlock(storyOf(session), (field.dataset['block'] ?? null) as BlockId | null) // as written by its row
    if (block !== undefined && pasteIntoText(session, block.id, data)) return
    field.focus()
    document.execCommand('insertText', false, text)
  }
}

/** Pastes the content of a paste event, as blocks after the selected ones. */
export function takePasteOfBlocks(session: Session, event: ClipboardEvent): void {
  const json = event.clipboardData?.getData(CLIP_TYPE) ?? ''
  const text = event.clipboardData?.getData('text/plain') ?? ''
  if (json === '' && text.trim() === '') return
  event.preventDefault()
  paste(session, json, text).catch(session.report)
}

/**
 * Pastes into a text: several lines become blocks after its block, or replace an empty one. Returns false for a single line,
 * which the browser pastes into the text.
 */
export function pasteIntoText(
  session: Session,
  blockId: BlockId,
  data: Pick<DataTransfer, 'getData'>,
): boolean {
  const text = data.getData('text/plain')
  if (!/\S[^\S\n]*\n\s*\S/.test(text.replaceAll('\r\n', '\n'))) return false
  paste(session, data.getData(CLIP_TYPE), text, blockId).catch(session.report)
  return true
}

async function paste(session: Session, json: string, text: string, atId?: BlockId): Promise<void> {
  const copied = readClip(json)
  if (copied !== null) {
    const planned = planDirectly(sourceFromStory(copied.story), { readsQuotations: false })
    const recentId = recentIdSchema.safeParse(copied.from)
    const from = recentId.success ? { recentId: recentId.data } : null
    const added = await putIn(session, planned, from, atId)
    await bringTakes(session, copied, added)
    return
  }
  if (text.trim().split(/\r?\n/).length > MOST_LINES) {
    await reviewText(session, { text, title: titleOf(text) })
    return
  }
  const { source } = await session.bridge.call('import:readText', { text, title: titleOf(text) })
  if (session.isClosed()) return
  const narrator = i18next.t('inspector.narrator')
  const { voices } = session.state.getState()
  await putIn(session, planDirectly(source, { readsQuotations: false, narrator, voices }), null, atId)
}

/** Puts planned blocks after a block, by default after the last selected one, as one edit with the music of `from`, and selects them; if a text had the focus, it moves to the last of them. */
async function putIn(
  session: Session,
  planned: Planned,
  from: MusicSource,
  atId?: BlockId,
): Promise<readonly Block[]> {
  let added: readonly Block[] = []
  const make = (story: Story) => {
    const at = placeOf(story, atId === undefined ? session.editor.getState().selection : [atId])
    return withVoiceOf(at.after, planned, additionTo(story, planned, session.newBlockId, at))
  }
  await editWithMusic(session, from, make, (change) => {
    session.edit('edits.paste', change)
    added = change.put.filter((record): record is Block => record.type === 'block')
    const last = added.at(-1)
    if (atId !== undefined && last !== undefined) writeIn(session, last.id)
    else
      selectBlocks(
        session,
        added.map(({ id }) => id),
      )
    session.announce('script.clipboard.pasted', { count: added.length })
  })
  return added
}

/** Copies the takes of blocks that came from another story. If that story is gone, the blocks have no audio. */
async function bringTakes(
  session: Session,
  { story, from }: ReadClip,
  added: readonly Block[],
): Promise<void> {
  const { project } = session.story.getState()
  const source = recentIdSchema.safeParse(from)
  const copied = blocksOf(story)
  if (!source.success || source.data === project.recentId) return
  if (added.length !== copied.length) return
  const blocks = copied.map(({ id }, index) => ({ from: id, to: added[index]?.id ?? id }))
  try {
    const { projectId } = project
    const { count } = await session.bridge.call('takes:copy', { projectId, from: source.data, blocks })
    if (count > 0) session.announce('takes.copied', { count })
  } catch (error) {
    const isGone = error instanceof UserFacingError && error.code === 'recent-not-found'
    if (!isGone) throw error
  }
}

/** After the last of these blocks, or at the end of the story. An empty block is replaced. */
function placeOf(
  story: Story,
  ids: readonly BlockId[],
): AdditionPlace & { readonly after: Block | undefined } {
  const last = blocksOf(story).findLast(({ id }) => ids.includes(id))
  const index = last === undefined ? -1 : story.sequence.indexOf(last)
  const isEmpty = last !== undefined && last.text === '' && !isLocked(last)
  return {
    beforeId: index < 0 ? null : (story.sequence[index + 1]?.id ?? null),
    replacedId: isEmpty ? last.id : undefined,
    after: last,
  }
}

/** Words without any speaker get the voice of the block that they are pasted after. */
function withVoiceOf(after: Block | undefined, { source }: Planned, change: Change): Change {
  const isScript =
    source.info !== null ||
    change.put.some((record) => record.type === 'block' && record.characterId !== null)
  if (after === undefined || isScript) return change
  const put = change.put.map((record) =>
    record.type === 'block' ? { ...record, characterId: after.characterId } : record,
  )
  return { ...change, put }
}

function cutOut(
  session: Session,
  story: Story,
  ids: readonly BlockId[],
  headings: Parameters<typeof removeEntries>[1],
): void {
  const change = removeEntries(story, [...ids, ...headings])
  const gone = new Set<string>(change.remove)
  const blocks = blocksOf(story)
  const first = blocks.findIndex(({ id }) => gone.has(id))
  const next = blocks.slice(Math.max(0, first)).find(({ id }) => !gone.has(id)) ?? blocks[first - 1]
  session.edit('edits.cut', change)
  noteLocked(session, ids)
  const isLeft = next !== undefined && findBlock(storyOf(session), next.id) !== undefined
  if (isLeft) selectBlocks(session, [next.id])
  else select(session.editor, [])
  session.announce('script.clipboard.cut', { count: ids.filter((id) => gone.has(id)).length })
}
