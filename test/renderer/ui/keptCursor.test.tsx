import { act, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { Cast } from '../../../renderer/features/cast/Cast.tsx'
import { Header } from '../../../renderer/features/header/Header.tsx'
import { Inspector } from '../../../renderer/features/inspector/Inspector.tsx'
import { BlockText } from '../../../renderer/features/script/BlockText.tsx'
import { ChapterHeading } from '../../../renderer/features/script/ChapterHeading.tsx'
import { useStory } from '../../../renderer/hooks/session.ts'
import {
  addCharacter,
  patchCharacter,
  renameChapter,
  renameStory,
} from '../../../shared/story/castCommands.ts'
import { editText, patchBlocks } from '../../../shared/story/blockCommands.ts'
import { apply, type Change } from '../../../shared/story/changes.ts'
import { chapterIdSchema, characterIdSchema } from '../../../shared/story/records.ts'
import { findBlock, sectionsOf } from '../../../shared/story/selectors.ts'
import { storyFromRecords, type Story } from '../../../shared/story/story.ts'
import { id, sketchRecords } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

const ANNA = characterIdSchema.parse('anna')
const BEFORE = 'The fox ran'
const AFTER = 'The red fox ran'

const base = storyFromRecords(sketchRecords([{ text: BEFORE, heading: BEFORE }]))
const story = [
  renameStory(base, BEFORE),
  patchBlocks(base, [id('b1')], { name: BEFORE, model: 'audio_stable', customPrompt: BEFORE }),
  addCharacter(base, { id: ANNA, name: BEFORE }),
].reduce(apply, base)

function Heading() {
  const section = useStory((open) => sectionsOf(open)[0])
  return section?.chapter ? (
    <ChapterHeading heading={{ chapter: section.chapter, number: 1, blocks: 1 }} />
  ) : null
}

function Text() {
  const block = useStory((open) => findBlock(open, id('b1')))
  return block === undefined ? null : <BlockText block={block} number={1} isHeard={false} tabIndex={0} />
}

const FIELDS: readonly (readonly [name: string, ui: ReactNode, change: (open: Story) => Change])[] = [
  ['Title of the story', <Header key="" />, (open) => renameStory(open, AFTER)],
  [
    'Title of chapter 1',
    <Heading key="" />,
    (open) => renameChapter(open, chapterIdSchema.parse('c1'), AFTER),
  ],
  ['Text of block 1', <Text key="" />, (open) => editText(open, id('b1'), AFTER)],
  ['Name', <Inspector key="" />, (open) => patchBlocks(open, [id('b1')], { name: AFTER })],
  ['Custom prompt', <Inspector key="" />, (open) => patchBlocks(open, [id('b1')], { customPrompt: AFTER })],
  ['Name', <Cast key="" />, (open) => patchCharacter(open, ANNA, { name: AFTER })],
]

describe.each(FIELDS)('the field “%s”', (name, ui, change) => {
  async function showField() {
    const made = renderInWorld(ui, { records: [...story.records.values()] })
    const row = screen.queryByRole('button', { name: new RegExp(`^${BEFORE}`), expanded: false })
    if (row !== null) await made.user.click(row)
    return { ...made, field: screen.getByRole<HTMLInputElement>('textbox', { name }) }
  }

  it('keeps its cursor at its words when another page, or undo, changes them', async () => {
    const { field, world, story: open } = await showField()
    act(() => field.focus())
    field.setSelectionRange(5, 7)
    act(() => world.edit('edits.rename', change(open())))
    expect(field.value).toBe(AFTER)
    expect([field.selectionStart, field.selectionEnd]).toEqual([9, 11])
  })

  it('moves its cursor after typed text', async () => {
    const { field, user } = await showField()
    await user.type(field, 'red ', { initialSelectionStart: 4, initialSelectionEnd: 4 })
    expect(field.value).toBe(AFTER)
    expect(field.selectionStart).toBe(8)
  })
})
