import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { CastPage } from '../../../renderer/features/cast/CastPage.tsx'
import { CastTable, speakersOf } from '../../../renderer/features/cast/CastTable.tsx'
import { Script } from '../../../renderer/features/script/Script.tsx'
import { assignCharacter } from '../../../shared/story/blockCommands.ts'
import { addCharacter, patchCharacter } from '../../../shared/story/castCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import { characterIdSchema } from '../../../shared/story/records.ts'
import { DEFAULT_SETTINGS } from '../../../shared/story/speechSettings.ts'
import { VOICES } from '../fields/support.ts'
import { giveBoxes } from '../support/boxes.ts'
import { id, sketchStory } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

giveBoxes({ width: 900, height: 900 })

const SPANISH =
  'La niña abrió la puerta y salió corriendo hacia el mar, porque su madre la estaba esperando allí.'

it('a voice shared by two characters, and a voice that does not speak their language, are marked in their rows', async () => {
  let story = sketchStory([{ text: 'The girl opened the door.' }, { text: SPANISH }])
  for (const [name, block] of [
    ['Fox', 'b1'],
    ['Ana', 'b2'],
  ] as const) {
    const character = characterIdSchema.parse(name)
    story = apply(story, addCharacter(story, { id: character, name, settings: DEFAULT_SETTINGS }))
    story = apply(story, assignCharacter(story, [id(block)], character))
  }
  const speakers = speakersOf(story, { bySpeaker: new Map(), mostBlocks: 0 } as never, 'No character')
  renderInWorld(
    <>
      <CastTable
        speakers={speakers}
        order={{ column: 'number', direction: 'ascending' }}
        currentId="Fox"
        onOrder={vi.fn()}
        onCurrent={vi.fn()}
        onEdit={vi.fn()}
      />
      <Script />
    </>,
    { records: [...story.records.values()], app: VOICES },
  )
  expect(await screen.findByRole('img', { name: 'Same voice as Ana' })).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Same voice as Fox' })).toBeTruthy()
  const marks = await screen.findAllByRole('img', { name: /speaks another language.*Spanish/ })
  expect(marks.map((mark) => mark.closest('[data-row]')?.getAttribute('data-row') ?? 'table')).toEqual([
    'table',
    'b2',
  ])
})

it('the cast page tells of people with natural voices of the other gender', () => {
  const anna = characterIdSchema.parse('Anna')
  let story = sketchStory([{ text: 'Halt.' }])
  const settings = { ...DEFAULT_SETTINGS, voiceId: 'NV-karl-main' }
  story = apply(story, addCharacter(story, { id: anna, name: 'Anna', settings }))
  story = apply(story, patchCharacter(story, anna, { gender: 'woman' }))
  const karl = {
    ...{ id: 'NV-karl-main', name: 'Karl', language: 'de-de', gender: 'male' as const, description: '' },
    engine: null,
    pack: {
      ...{ id: 'karl', name: 'Karl', makesPerSecond: null },
      licence: { name: 'MIT', url: null, allowsCommercialUse: true },
    },
  }
  renderInWorld(<CastPage chosen={null} merges={false} />, {
    records: [...story.records.values()],
    app: { voices: [karl] },
  })
  expect(
    screen.getByText(/^1 woman has a natural voice of a man: this language has no other one\./),
  ).toBeTruthy()
})
