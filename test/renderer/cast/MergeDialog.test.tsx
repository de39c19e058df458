import { act, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { undoLast } from '../../../renderer/actions/history.ts'
import { MergeDialog } from '../../../renderer/features/cast/CastPage.tsx'
import { assignCharacter } from '../../../shared/story/blockCommands.ts'
import { addCharacter } from '../../../shared/story/castCommands.ts'
import { lockBlocks } from '../../../shared/story/locks.ts'
import { characterIdSchema } from '../../../shared/story/records.ts'
import { DEFAULT_SETTINGS } from '../../../shared/story/speechSettings.ts'
import { chooseOption, VOICES } from '../fields/support.ts'
import { id, sketchRecords, takeOf } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'
import { indexTakes } from '../../../shared/story/takes.ts'
import { giveBoxes } from '../support/boxes.ts'

giveBoxes({ width: 600, height: 2000 })

const [FOX, VIXEN] = ['fox', 'vixen'].map((name) => characterIdSchema.parse(name))

/** The dialog that merges Fox with another character. Fox speaks blocks 1 and 2 in the voice Alloy; Vixen speaks block 3 in the voice Echo. */
function showMerge(connectionId?: string) {
  if (FOX === undefined || VIXEN === undefined) throw new Error('There are two characters')
  const onClose = vi.fn()
  const records = sketchRecords([{}, {}, {}], connectionId)
  const shown = renderInWorld(<MergeDialog first={FOX} onClose={onClose} />, { records, app: VOICES })
  const { world, story } = shown
  act(() => {
    for (const [character, name, voiceId, blocks] of [
      [FOX, 'Fox', 'OA001', ['b1', 'b2']],
      [VIXEN, 'Vixen', 'OA002', ['b3']],
    ] as const) {
      const settings = { ...DEFAULT_SETTINGS, voiceId }
      world.edit('edits.addCharacter', addCharacter(story(), { id: character, name, settings }))
      world.edit('edits.character', assignCharacter(story(), blocks.map(id), character))
    }
    const takes = ['b1', 'b2', 'b3'].map((name) => takeOf(story(), id(name), name, 0, 900))
    world.audio.setState({ takes: indexTakes(takes), allTakes: takes })
    world.editor.setState({ filter: [{ kind: 'character', characterId: FOX }] })
  })
  return { ...shown, onClose }
}

const text = () => screen.getByRole('status').textContent

describe('merging two characters', () => {
  it('shows in advance which blocks are assigned, which need rendering, and the cost', async () => {
    const { user } = showMerge('hosted')
    expect(screen.getByRole('button', { name: 'Merge' }).hasAttribute('disabled')).toBe(true)
    await chooseOption(user, 'Other character', 'Vixen')
    expect(text()).toContain('2 blocks of Fox go to Vixen')
    expect(text()).toContain('2 blocks will need rendering again (≈\u00a014 credits)')
    await user.click(
      screen.getAllByRole('radio', { name: 'Fox' }).at(-1) ?? document.body, // of the settings
    )
    expect(text()).toContain('One block will need rendering again (≈\u00a07 credits)')
  })

  it('states that locked blocks keep their sound', async () => {
    const { user, world, story } = showMerge()
    act(() => {
      world.edit('edits.lock', lockBlocks(story(), [id('b1'), id('b2')], world.audio.getState().takes))
    })
    await chooseOption(user, 'Other character', 'Vixen')
    expect(text()).toContain('2 locked blocks sound as before.')
    expect(text()).toContain('Rendered audio stays as it is.')
  })

  it('is one step, and a filter by the merged character shows the other', async () => {
    const { user, world, story, onClose, edits } = showMerge()
    await chooseOption(user, 'Other character', 'Vixen')
    await user.click(screen.getByRole('button', { name: 'Merge' }))
    expect(onClose).toHaveBeenCalledWith(VIXEN)
    expect(story().cast.map(({ name }) => name)).toEqual(['Vixen'])
    expect(world.editor.getState().filter).toEqual([{ kind: 'character', characterId: VIXEN }])
    expect(edits().at(-1)).toBe('edits.mergeCharacters')
    act(() => {
      undoLast(world)
    })
    expect(story().cast.map(({ name }) => name)).toEqual(['Fox', 'Vixen'])
  })
})
