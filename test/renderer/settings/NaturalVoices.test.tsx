import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { runCommand } from '../../../renderer/actions/commands.ts'
import { hearPacks } from '../../../renderer/actions/voicePacks.ts'
import { Dialogs } from '../../../renderer/app/Dialogs.tsx'
import { NaturalVoicesHint } from '../../../renderer/features/welcome/Welcome.tsx'
import type { PackState, PackView, VoicePacksView } from '../../../shared/ipc/voicePacksContract.ts'
import { fileRefSchema } from '../../../shared/ipc/views.ts'
import type { StoryRecord } from '../../../shared/story/records.ts'
import { settingsOf } from '../../../shared/story/selectors.ts'
import { readVoiceCatalogue } from '../../../shared/voices/voiceCatalogue.ts'
import { id, sketchRecords, sketchStory, takeOf } from '../support/smallStory.ts'
import { APP_INFO } from '../support/appInfo.ts'
import { renderInWorld } from '../support/testWorld.tsx'

const absent: PackState = { kind: 'absent', bytes: 0 }

/** The packs of the catalogue, some of them in other states. */
function viewWith(states: Readonly<Record<string, PackState>> = {}): VoicePacksView {
  const packs = readVoiceCatalogue().map(({ pack, size, remark, sample }): PackView => ({
    ...{ id: pack.id, name: pack.name, author: pack.author, languages: pack.languages },
    sampleHost: sample === null ? null : new URL(sample).host,
    ...{ speakers: pack.speakers, licence: pack.licence, size, remark, state: states[pack.id] ?? absent },
  }))
  return {
    packs,
    folder: '/home/voices',
    usedBytes: 61_000_000,
    freeBytes: 84_000_000_000,
    unavailable: null,
  }
}

const KITTEN = 'kitten-nano-en-v0_2'
const KOKORO = 'kokoro-multi-lang-v1_0'

async function open(
  states: Readonly<Record<string, PackState>> = {},
  records: StoryRecord[] | null = null,
  answers: NonNullable<Parameters<typeof renderInWorld>[1]>['answers'] = {},
) {
  const made = renderInWorld(<Dialogs />, {
    ...(records !== null && { records }),
    answers: {
      'voicePacks:list': () => viewWith(states),
      'voicePacks:stories': () => ['The Fox', 'Winter'],
      'files:pick': () => ({ ref: fileRefSchema.parse('folder') }),
      'voicePacks:add': () => ({ packId: 'mine' }),
      'voicePacks:rename': () => ({}),
      'voices:list': () => ({ voices: [], engines: [] }),
      'vibes:audition': () => takeOf(sketchStory([{ text: 'Wait.' }]), id('b1'), 'heard', 0, 900),
      ...answers,
    },
  })
  runCommand(made.world, 'naturalVoices')
  await screen.findByRole('heading', { name: 'Natural voices' })
  return made
}

const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))
const rowCount = () => screen.getAllByRole('row').length - 1

describe('the list of natural voices', () => {
  it('shows the licence of a voice before its download', async () => {
    await open()
    expect(row('Kitten Nano 0.2').getByText('Commercial use allowed')).toBeTruthy()
    expect(row('Kitten Nano 0.2').getByText('27 MB')).toBeTruthy()
    expect(row('Thorsten').getByText('Commercial use unclear')).toBeTruthy()
    expect(row('Jirka').getByText('not stated')).toBeTruthy()
    expect(row('Paola').getByText('about 64 MB')).toBeTruthy()
  })

  it('finds voices by language, and filters English or installed ones', async () => {
    const { user } = await open({ [KITTEN]: { kind: 'here', bytes: 30_000_000, makesPerSecond: 14.2 } })
    expect(rowCount()).toBe(15)
    await user.type(screen.getByRole('searchbox', { name: 'Search natural voices' }), 'finnish')
    expect(rowCount()).toBe(1)
    await user.clear(screen.getByRole('searchbox', { name: 'Search natural voices' }))
    await user.click(screen.getByRole('radio', { name: 'English 4' }))
    expect(rowCount()).toBe(4)
    await user.click(screen.getByRole('radio', { name: 'Here 1' }))
    expect(row('Kitten').getByText('renders 14 min per minute')).toBeTruthy()
  })

  it('plays the sample of a voice that is not installed on request, and stops it', async () => {
    const asked = Promise.withResolvers<{ type: 'audio/mpeg'; base64: string }>()
    const { user, calls } = await open({}, null, { 'voicePacks:sample': () => asked.promise })
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
    const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue()
    expect(row('Rdh').queryByRole('button', { name: /^Listen/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Listen to Joe, from huggingface.co' }))
    expect(calls).toContainEqual({
      channel: 'voicePacks:sample',
      input: { packId: 'vits-piper-en_us-joe-medium' },
    })
    asked.resolve({ type: 'audio/mpeg', base64: 'AAAA' })
    await waitFor(() => {
      expect(play).toHaveBeenCalledOnce()
    })
    await user.click(screen.getByRole('button', { name: 'Stop Joe' }))
    await waitFor(() => {
      expect(pause).toHaveBeenCalled()
    })
    expect(screen.getByRole('button', { name: 'Listen to Joe, from huggingface.co' })).toBeTruthy()
  })

  it('downloads a voice, shows the progress, and stops the download', async () => {
    const { user, world, calls } = await open()
    await user.click(screen.getByRole('button', { name: 'Get Kitten Nano 0.2' }))
    expect(calls).toContainEqual({ channel: 'voicePacks:get', input: { packId: KITTEN } })
    hearPacks(
      world,
      viewWith({
        [KITTEN]: { kind: 'getting', bytes: 58, totalBytes: 100, remainingMs: 4_000 },
        [KOKORO]: { kind: 'waiting', behind: 'Kitten Nano 0.2' },
      }),
    )
    expect(await screen.findByRole('progressbar', { name: 'Downloading Kitten Nano 0.2' })).toBeTruthy()
    expect(row('Kitten').getByText('58 %')).toBeTruthy()
    expect(row('Kokoro').getByText('Waiting for Kitten Nano 0.2')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Stop downloading Kitten Nano 0.2' }))
    expect(calls).toContainEqual({ channel: 'voicePacks:stop', input: { packId: KITTEN } })
  })

  it('keeps the row if the computer is offline, and resumes an interrupted download', async () => {
    await open({
      [KITTEN]: {
        kind: 'failed',
        error: { code: 'voice-offline', params: { host: 'github.com' } },
        bytes: 9,
      },
    })
    expect(row('Kitten').getByRole('alert').textContent).toContain('when this computer is online')
    expect(screen.getByRole('button', { name: 'Resume downloading Kitten Nano 0.2' })).toBeTruthy()
  })

  it('loads the library again when a voice has been added', async () => {
    const { world, calls } = await open({ [KITTEN]: { kind: 'unpacking' } })
    hearPacks(world, viewWith({ [KITTEN]: { kind: 'here', bytes: 30, makesPerSecond: null } }))
    await waitFor(() => expect(calls.map(({ channel }) => channel)).toContain('voices:list'))
  })

  it('keeps the focus in the row while its buttons change', async () => {
    const { user, world } = await open()
    await user.click(screen.getByRole('button', { name: 'Get Kitten Nano 0.2' }))
    act(() => {
      hearPacks(world, viewWith({ [KITTEN]: { kind: 'connecting', host: 'github.com' } }))
    })
    expect(screen.getByText('Connecting to github.com…')).toBeTruthy()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Stop downloading Kitten Nano 0.2')
    act(() => {
      hearPacks(world, viewWith({ [KITTEN]: { kind: 'here', bytes: 30, makesPerSecond: null } }))
    })
    expect(document.activeElement?.getAttribute('aria-label')).toBe('More about Kitten Nano 0.2')
    act(() => {
      screen.getByRole('searchbox', { name: 'Search natural voices' }).focus()
      hearPacks(world, viewWith())
    })
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search natural voices' }))
  })

  it('plays an installed voice with a line of the open story', async () => {
    const {
      user,
      callsOf,
      story,
      block,
      open: openSession,
    } = await open(
      { [KITTEN]: { kind: 'here', bytes: 30, makesPerSecond: null } },
      sketchRecords([{ text: 'Wait.' }]),
    )
    const play = vi.spyOn(openSession().player, 'playAudio').mockReturnValue()
    await user.click(screen.getByRole('button', { name: 'Hear Kitten Nano 0.2' }))
    const settings = { ...settingsOf(story(), block('b1')), voiceId: 'NV-kitten-nano-en-v0_2-expr-voice-2-m' }
    await waitFor(() => expect(callsOf('vibes:audition')).toMatchObject([{ text: 'Wait.', settings }]))
    await waitFor(() => expect(play).toHaveBeenCalledWith('heard', 0, 900))
    expect(screen.queryByRole('button', { name: /^Hear Kokoro/ })).toBeNull()
  })

  it('offers no audition if no story is open', async () => {
    await open({ [KITTEN]: { kind: 'here', bytes: 30, makesPerSecond: null } })
    expect(screen.queryByRole('button', { name: /^Hear/ })).toBeNull()
  })

  it.each([
    ['system', /^Natural voices do not work on this kind of computer\./],
    ['package', /a part of Fabula \(sherpa-onnx-node\) is missing/],
  ] as const)('states why none can speak (%s)', async (unavailable, words) => {
    const { world } = await open()
    expect(screen.queryByText(words)).toBeNull()
    act(() => {
      hearPacks(world, { ...viewWith(), unavailable })
    })
    expect(screen.getByText(words)).toBeTruthy()
  })

  it('adds a voice from a folder if the system shows dialogs', async () => {
    const { user, world, callsOf } = await open()
    expect(screen.queryByRole('button', { name: 'Add a voice from a folder…' })).toBeNull()
    act(() => {
      world.state.setState({ info: { ...APP_INFO, filePicker: 'system' } })
    })
    await user.click(screen.getByRole('button', { name: 'Add a voice from a folder…' }))
    await waitFor(() => expect(callsOf('voicePacks:add')).toEqual([{ refs: ['folder'] }]))
    expect(callsOf('files:pick')).toEqual([{ purpose: 'voice', suggestedName: '' }])
  })

  it('adds a voice from both of its files, chosen or dropped', async () => {
    const { user, callsOf, world } = await open()
    vi.spyOn(world.bridge, 'takeFile').mockImplementation(async ({ name }) => fileRefSchema.parse(name))
    const files = ['joe.onnx', 'joe.onnx.json'].map((name) => new File(['x'], name))
    await user.upload(screen.getByLabelText('Add a voice from a file…', { selector: 'input' }), files)
    await waitFor(() => expect(callsOf('voicePacks:add').map(({ refs }) => refs.length)).toEqual([2]))
    fireEvent.drop(screen.getByRole('table'), { dataTransfer: { files, types: ['Files'] } })
    await waitFor(() => expect(callsOf('voicePacks:add').map(({ refs }) => refs.length)).toEqual([2, 2]))
  })

  it('renames an installed voice', async () => {
    const { user, callsOf } = await open({ [KITTEN]: { kind: 'here', bytes: 30, makesPerSecond: null } })
    await user.click(screen.getByRole('button', { name: 'More about Kitten Nano 0.2' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Rename…' }))
    const field = await screen.findByRole('textbox', { name: 'New name' })
    await user.clear(field)
    await user.type(field, 'The cats{Enter}')
    expect(callsOf('voicePacks:rename')).toEqual([{ packId: KITTEN, name: 'The cats' }])
  })

  it('names the stories that use a voice before it is removed', async () => {
    const { user, calls } = await open({
      [KITTEN]: { kind: 'here', bytes: 30_000_000, makesPerSecond: null },
    })
    await user.click(screen.getByRole('button', { name: 'More about Kitten Nano 0.2' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Remove Kitten Nano 0.2?' })
    expect(dialog.textContent).toContain('The Fox, Winter')
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
    await waitFor(() =>
      expect(calls).toContainEqual({ channel: 'voicePacks:remove', input: { packId: KITTEN } }),
    )
  })
})

describe('the offer on the start page', () => {
  const voice = { id: 'OA001', name: 'Alloy', language: 'en-us', description: '', gender: null, engine: null }

  it('leads to the natural voices, and never returns once it is dismissed', async () => {
    const { user, world, calls } = renderInWorld(<NaturalVoicesHint />, {
      app: { hostVoices: [{ ...voice, pack: null }] },
    })
    await user.click(screen.getByRole('button', { name: 'Get natural voices' }))
    expect(world.view.getState().dialog).toEqual({ kind: 'settings', start: 'voices' })
    await user.click(screen.getByRole('button', { name: 'Don’t offer natural voices again' }))
    expect(calls).toContainEqual({
      channel: 'settings:update',
      input: { offersNaturalVoices: false },
    })
  })
})
