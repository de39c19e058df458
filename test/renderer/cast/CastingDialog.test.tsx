import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { undoLast } from '../../../renderer/actions/history.ts'
import { CastingDialog } from '../../../renderer/features/cast/CastingDialog.tsx'
import { StoryLanguage } from '../../../renderer/features/inspector/Inspector.tsx'
import { useStory } from '../../../renderer/hooks/session.ts'
import { assignCharacter } from '../../../shared/story/blockCommands.ts'
import { addCharacter, chooseLanguage, patchCharacter } from '../../../shared/story/castCommands.ts'
import { characterIdSchema } from '../../../shared/story/records.ts'
import { DEFAULT_APP_SETTINGS, type Settings, type VoiceView } from '../../../shared/ipc/views.ts'
import { listVoices } from '../../../shared/voices/builtInVoices.ts'
import { chooseOption } from '../fields/support.ts'
import { giveBoxes } from '../support/boxes.ts'
import { id, sketchRecords } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

giveBoxes({ width: 600, height: 2000 })

const ids = ['teller', 'anna', 'ben'].map((name) => characterIdSchema.parse(name))
const app = { voices: listVoices().map((voice) => ({ ...voice, engine: null, pack: null })) }

/** The dialog, once the story has the cast. */
function Shown() {
  return useStory((story) => story.info.language) === null ? null : <CastingDialog />
}

/** The table for a German story in which a narrator, Anna and Ben have English voices; `hasChosen` if the writer chose Ben's voice. */
function showCasting({
  settings = {},
  hasChosen = false,
  voices = app.voices,
}: { settings?: Partial<Settings>; hasChosen?: boolean; voices?: readonly VoiceView[] } = {}) {
  const shown = renderInWorld(<Shown />, {
    records: sketchRecords([{}, {}, {}]),
    app: { voices, settings: { ...DEFAULT_APP_SETTINGS, ...settings } },
  })
  const { world, story } = shown
  act(() => {
    for (const [index, character] of ids.entries()) {
      const name = ['Narrator', 'Anna', 'Ben'][index] ?? ''
      world.edit('edits.addCharacter', addCharacter(story(), { id: character, name }))
      world.edit('edits.character', assignCharacter(story(), [id(`b${index + 1}`)], character))
    }
    const [, , ben] = ids
    if (ben !== undefined && hasChosen)
      world.edit('edits.voiceId', patchCharacter(story(), ben, { settings: { voiceId: 'OA004' } }))
    world.edit('edits.language', chooseLanguage(story(), 'de'))
  })
  return shown
}

const voiceOf = (name: string) =>
  screen.getByRole<HTMLSelectElement>('combobox', { name: `Voice of ${name}` })
const genderOf = (name: string) => screen.getByRole('combobox', { name: `Gender of ${name}` })

/** Natural German voices of men. */
const men: VoiceView[] = ['Karl', 'Otto'].map((name) => ({
  ...{
    id: `NV-${name.toLowerCase()}-main`,
    name,
    language: 'de-de',
    gender: 'male',
    description: '',
    engine: null,
  },
  pack: {
    ...{ id: name.toLowerCase(), name, makesPerSecond: null },
    licence: { name: 'MIT', url: null, allowsCommercialUse: true },
  },
}))

describe('casting all characters at once', () => {
  it('tells of women with natural voices of men, and gives them built-in voices if the writer wants that', async () => {
    const { user, story } = showCasting({ voices: [...men, ...app.voices] })
    expect(screen.queryByText(/natural voice of a man/)).toBeNull()
    await user.selectOptions(genderOf('Anna'), 'Woman')
    await user.selectOptions(genderOf('Ben'), 'Man')
    expect(
      screen.getByText(/^1 woman has a natural voice of a man: this language has no other one\./),
    ).toBeTruthy()
    expect(voiceOf('Anna').value).toBe('NV-otto-main')
    await user.click(
      screen.getByRole('switch', { name: 'Local voices for the gender that no natural voice has' }),
    )
    expect(voiceOf('Anna').value).toMatch(/^ES-de/)
    expect([voiceOf('Narrator').value, voiceOf('Ben').value]).toEqual(['NV-karl-main', 'NV-otto-main'])
    expect(screen.queryByText(/natural voice of a man/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Assign these voices' }))
    expect(listVoices().find(({ id }) => id === story().cast[1]?.settings.voiceId)?.gender).toBe('female')
  })

  it('assigns voices of the story’s language by gender, in one step that can be undone', async () => {
    const { user, world, story, edits } = showCasting()
    const settings = () => story().cast.map((each) => [each.settings.voiceId, each.gender])
    const before = settings()
    await user.selectOptions(genderOf('Anna'), 'Woman')
    await user.selectOptions(genderOf('Ben'), 'Man')
    expect(voiceOf('Narrator').value).toBe('ES-de')
    await user.click(screen.getByRole('button', { name: 'Assign these voices' }))
    expect(settings()).toEqual([
      ['ES-de', null],
      ['ES-de-shelby', 'woman'],
      ['ES-de-quincy', 'man'],
    ])
    expect(story().info.defaults.voiceId).toBe('ES-de')
    expect(edits().at(-1)).toBe('edits.castVoices')
    act(() => {
      undoLast(world)
    })
    expect(settings()).toEqual(before)
  })

  it('keeps a voice that the writer chose in the dialog or earlier', async () => {
    const { user, story } = showCasting({ hasChosen: true })
    expect(voiceOf('Ben').value).toBe('OA004')
    await user.selectOptions(voiceOf('Anna'), 'German, low')
    const keeps = (name: string) =>
      screen.getByRole('button', { name: `Keep the voice of ${name}` }).getAttribute('aria-pressed')
    expect(keeps('Anna')).toBe('true')
    await user.selectOptions(genderOf('Anna'), 'Woman')
    expect(voiceOf('Anna').value).toBe('ES-de-quincy')
    await user.click(screen.getByRole('button', { name: 'Keep the voice of Anna' }))
    expect(voiceOf('Anna').value).toBe('ES-de-shelby')
    expect(story().cast.map(({ isVoiceChosen }) => isVoiceChosen)).toEqual([false, false, true])
  })

  it('uses the voices of the same names in other stories, if the writer wants that', async () => {
    const castVoices = [{ name: 'anna', voiceId: 'ES-de-annie' }]
    const { user, world } = showCasting({ settings: { castVoices } })
    await user.selectOptions(genderOf('Anna'), 'Woman')
    expect(voiceOf('Anna').value).toBe('ES-de-shelby')
    await user.click(screen.getByRole('switch', { name: 'Keep the voice of 1 character from another story' }))
    expect(voiceOf('Anna').value).toBe('ES-de-annie')
    await user.click(screen.getByRole('button', { name: 'Assign these voices' }))
    expect(world.state.getState().settings.castVoices).toContainEqual({
      name: 'ben',
      voiceId: 'ES-de-shelby',
    })
  })
})

describe('the language of a story', () => {
  it('is shown, and changing it is an edit', async () => {
    const { user, story, edits } = renderInWorld(<StoryLanguage />, { records: sketchRecords([{}]), app })
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Language' }).value).toBe('Unknown')
    await chooseOption(user, 'Language', 'German')
    expect(story().info.language).toBe('de')
    expect(story().info.defaults.voiceId).toBe('ES-de')
    expect(edits().at(-1)).toBe('edits.language')
  })
})
