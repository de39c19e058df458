/** The dialogs of servers over the real store: the form draws the fields of each kind, and the store validates the input. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { createKeyStore, fileKeySafe } from '../../../electron/speech/servers/keyStore.ts'
import { createServerStore } from '../../../electron/speech/servers/serverStore.ts'
import { runCommand } from '../../../renderer/actions/commands.ts'
import { followServers } from '../../../renderer/actions/servers.ts'
import { Dialogs } from '../../../renderer/app/Dialogs.tsx'
import { ConnectionChoice } from '../../../renderer/features/header/Header.tsx'
import { en } from '../../../renderer/i18n/en.ts'
import type { VoiceView } from '../../../shared/ipc/views.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { EngineState, KeyKeeping, ServerTest } from '../../../shared/servers/contract.ts'
import { fieldsOf, SERVER_KINDS, type ServerKind } from '../../../shared/servers/kinds.ts'
import { sketchRecords } from '../support/smallStory.ts'
import { renderIn, testWorld } from '../support/testWorld.tsx'

const KEY = 'a-key/Key+41c0'
const PASSED: ServerTest = { outcome: 'works', host: 'speech.example', count: 2, status: 200, message: '' }

interface Host {
  /** How the host can store a new key. */
  readonly keeping?: KeyKeeping
  /** The result of testing any server. */
  test?: ServerTest | UserFacingError
  voices?: readonly VoiceView[]
  engines?: readonly EngineState[]
}

/** Shows the dialog of a kind in a world whose host keeps servers in a folder of the test. */
async function show(kind: ServerKind | null, host: Host = {}, connectionId?: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'fabula-servers-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const safe = { ...fileKeySafe, keeping: () => host.keeping ?? 'file' }
  const store = createServerStore(dataDir, createKeyStore({ dataDir, safe }))
  const made = testWorld({
    records: sketchRecords([{}], connectionId),
    answers: {
      'servers:list': () => store.view(),
      'servers:save': (draft) => ({ id: store.save(draft), view: store.view() }),
      'servers:remove': (server) => {
        store.remove(server.kind, server.id)
        return store.view()
      },
      'servers:removeKey': (server) => {
        store.removeKey(server.kind, server.id)
        return store.view()
      },
      'servers:test': () => {
        const { test: found = PASSED } = host
        if (found instanceof UserFacingError) throw found
        return found
      },
      'vibes:audition': () => {
        throw new UserFacingError('request-cancelled')
      },
      'voices:list': () => ({ voices: [...(host.voices ?? [])], engines: [...(host.engines ?? [])] }),
    },
  })
  await followServers(made.world)
  if (kind !== null) made.world.view.setState({ dialog: { kind: 'servers', of: kind } })
  const view = renderIn(
    made.world,
    <>
      <ConnectionChoice />
      <Dialogs />
    </>,
  )
  const { user } = view
  return {
    ...made,
    user,
    store,
    press: async (name: string) => user.click(await screen.findByRole('button', { name })),
    dialog: (name: string) => screen.findByRole('dialog', { name }),
    field: (label: string) => screen.getByLabelText<HTMLInputElement>(label),
    async fill(fields: Readonly<Record<string, string>>) {
      for (const [label, text] of Object.entries(fields)) {
        await user.clear(screen.getByLabelText(label))
        if (text !== '') await user.paste(text) // a form that is typed into letter by letter takes seconds
      }
    },
    said: (text: RegExp) => screen.findByText(text),
  }
}

const CONNECTION = { Name: 'Studio', 'Base URL': 'https://speech.example', Key: KEY }
const ENGINE = { Name: 'kokoro', 'Base URL': 'http://127.0.0.1:8880', Model: 'kokoro-82m' }

async function showConnection(host: Host = {}) {
  const shown = await show('connection', host)
  await shown.press('Add connection')
  await shown.fill(CONNECTION)
  await shown.press('Save and test')
  await shown.dialog('Connections')
  return shown
}

describe('a connection', () => {
  it('is added from the form, tested at once, and its key is never shown', async () => {
    const { callsOf, said, dialog } = await showConnection()
    const works = await said(/^Connected. 2 vibes found/)
    expect(works.closest('[role=status]')?.getAttribute('data-tone')).toBe('good')
    expect(callsOf('servers:save')).toEqual([
      {
        kind: 'connection',
        id: null,
        name: 'Studio',
        baseUrl: 'https://speech.example',
        webhookPublicKey: '',
        key: { text: KEY, keep: 'safest' },
      },
    ])
    expect(callsOf('servers:test')).toEqual([{ kind: 'connection', id: 'at speech.example' }])
    await said(/^https:\/\/speech\.example · Key stored unencrypted on this computer$/)
    expect((await dialog('Connections')).innerHTML).not.toContain(KEY)
  })

  it.each([
    ['key-refused', /^[^ ]+ rejected this key/],
    ['unreachable', /^Nothing responds at/],
    ['untrusted', /^The connection is not secure/],
    ['refused', /refused the request: Account closed$/],
  ] as const)('shows what its test finds: %s', async (outcome, text) => {
    const { said } = await showConnection({ test: { ...PASSED, outcome, message: 'Account closed' } })
    expect((await said(text)).closest('[role=status]')?.getAttribute('data-tone')).toBe('bad')
  })

  it('whose key cannot be decrypted is shown as an error', async () => {
    const { said } = await showConnection({ test: new UserFacingError('key-unreadable', { name: 'Studio' }) })
    await said(/^The key of “Studio” cannot be opened/)
  })

  it('can be changed without its key, which is lost at another origin', async () => {
    const { press, field, fill, said, store, dialog } = await showConnection()
    await press('Change Studio')
    await dialog('Change “Studio”')
    expect(field('Key').value).toBe('')
    expect(field('Key').placeholder).toBe('Leave empty to keep the current key')
    await fill({ Name: 'Studio 2', 'Base URL': 'https://speech.example/v2' })
    expect(screen.queryByText(/belongs to the old address/)).toBeNull()
    await press('Save and test')
    await said(/^https:\/\/speech\.example\/v2 · Key stored unencrypted/)

    await press('Change Studio 2')
    await fill({ 'Base URL': 'http://speech.example' })
    await said(/belongs to the old address/)
    await press('Save and test')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/begins with https/))
    await fill({ 'Base URL': 'https://elsewhere.example' })
    await press('Save and test')
    await said(/^https:\/\/elsewhere\.example · No key$/)
    expect(store.view().connection).toMatchObject([{ name: 'Studio 2', hasKey: false }])
  })

  it('loses only its key after confirmation, and is removed after a second one', async () => {
    const { press, said, store, world } = await showConnection()
    await press('Remove key of Studio')
    await said(/^Remove the key of “Studio”\? Fabula cannot show it again/)
    await press('Keep it')
    expect(store.view().connection).toMatchObject([{ hasKey: true }])
    await press('Remove key of Studio')
    await press('Remove key')
    await said(/ · No key$/)
    await press('Remove Studio')
    await said(/^Remove “Studio” and its key\?/)
    await press('Keep it')
    await press('Remove Studio')
    await press('Remove')
    await said(/^No connections yet/)
    expect(world.view.getState().notices).toMatchObject([{}, { message: 'servers.connection.removed' }])
    expect(store.view().connection).toEqual([])
  })

  it('is named in the header if a story has chosen it, and shown as missing there once it is removed', async () => {
    const { store, emit, press } = await show(null, {}, 'at speech.example')
    await screen.findByRole('button', { name: 'Connection: Unknown connection' })
    store.save({
      kind: 'connection',
      id: null,
      name: 'Studio',
      baseUrl: 'https://speech.example',
      webhookPublicKey: '',
      key: null,
    })
    act(() => {
      emit('servers:changed', store.view())
    })
    await press('Connection: Studio')
    expect(screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual([
      'Local voice',
      'Studio',
    ])
    expect(screen.getByRole('menuitemradio', { checked: true }).textContent).toBe('Studio')
  })
})

test('if the system has no keychain, the writer chooses how the key is kept', async () => {
  const { press, fill, user, callsOf, said } = await show('connection', { keeping: 'ask' })
  await press('Add connection')
  await said(/^This system has no keychain/)
  await fill(CONNECTION)
  await user.click(screen.getByRole('radio', { name: 'Stored unencrypted on this computer' }))
  await press('Save and test')
  await waitFor(() => expect(callsOf('servers:save')).toMatchObject([{ key: { text: KEY, keep: 'file' } }]))
})

describe('an engine', () => {
  it('is added with its voices and its longest text, and without a key if none is typed', async () => {
    const test = { ...PASSED, outcome: 'typed', count: 3 } as const
    const { press, fill, said, callsOf, field } = await show('engine', { test })
    await press('Add voice server')
    expect(field('Longest text per request, in characters').value).toBe('4000')
    await fill({ ...ENGINE, Voices: 'one, two\nthree', 'Longest text per request, in characters': 'ten' })
    await press('Save and test')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/from 50 to 100,000/))
    expect(callsOf('servers:save')).toEqual([])
    await fill({ 'Longest text per request, in characters': ' 500 ' })
    await press('Save and test')
    await said(/lists no voices, so the 3 that you typed are offered/)
    expect(callsOf('servers:save')).toEqual([
      {
        kind: 'engine',
        id: null,
        name: 'kokoro',
        baseUrl: 'http://127.0.0.1:8880',
        model: 'kokoro-82m',
        voices: ['one', 'two', 'three'],
        maxCharacters: 500,
        pcmRate: 0,
        key: null,
      },
    ])
    await said(/^http:\/\/127\.0\.0\.1:8880 · kokoro-82m · No key$/)
    expect(callsOf('voices:list')).toHaveLength(1)
  })

  it('is not saved if its key would be sent unencrypted, and can be corrected', async () => {
    const { press, fill, said } = await show('engine', {
      test: { ...PASSED, outcome: 'key-refused', status: 401 },
    })
    await press('Add voice server')
    await fill({ ...ENGINE, 'Base URL': 'http://speech.example', Key: KEY })
    await press('Save and test')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/receive your key unencrypted/))
    await fill({ 'Base URL': 'http://127.0.0.1:8880' })
    await press('Save and test')
    await said(/^[^ ]+ rejected this key/)
  })

  it('keeps its name, explains how to get its voices, and is removed after confirmation', async () => {
    const voice = {
      id: 'kokoro:one',
      name: 'one',
      language: '',
      description: '',
      gender: null,
      engine: 'kokoro',
      pack: null,
    }
    const host: Host = { engines: [{ name: 'kokoro', state: 'typed', message: '' }], voices: [voice] }
    const { press, said, store, world, emit, dialog } = await show('engine', host)
    store.save({
      kind: 'engine',
      id: null,
      name: 'kokoro',
      baseUrl: 'http://127.0.0.1:8880',
      model: 'kokoro-82m',
      voices: ['one'],
      maxCharacters: 500,
      pcmRate: 0,
      key: null,
    })
    act(() => {
      emit('servers:changed', store.view())
    })
    await said(/^One voice in the library, as you typed it/)
    await press('Change kokoro')
    await dialog('Change “kokoro”')
    await said(/^A change applies to whatever is spoken from now on/)
    expect(screen.queryByLabelText('Name')).toBeNull()
    await press('Cancel')

    await press('Voices…')
    const voices = within(await screen.findByRole('list', { name: 'Voices of kokoro' }))
    voices.getByText('one')
    voices.getByRole('button', { name: 'Hear one' })
    act(() => {
      runCommand(world, 'engines')
    })
    await press('Remove kokoro')
    await said(/^Remove “kokoro” and its key\? Stories that use its voices/)
    await press('Remove')
    await said(/^No voice servers yet/)
  })
})

test('a voice of the writer’s own is added to the library under its id, removed, and restored', async () => {
  const { press, fill, callsOf, said, world } = await show('connection')
  await press('Voices…')
  await fill({ 'Voice ID': 'HB042', Name: 'Harbour master' })
  await press('Add voice')
  await said(/^HB042$/)
  expect(screen.queryByRole('button', { name: /^Hear / })).toBeNull()
  expect(world.state.getState().voices).toMatchObject([{ id: 'HB042', name: 'Harbour master' }])
  await press('Remove Harbour master')
  await waitFor(() => expect(callsOf('settings:update').at(-1)).toEqual({ voices: [] }))
  const [notice] = world.view.getState().notices
  expect(notice).toMatchObject({ message: 'servers.voiceRemoved', action: { label: 'app.undoDelete' } })
  await act(async () => notice?.action?.run())
  expect(world.state.getState().settings.voices).toEqual([{ id: 'HB042', name: 'Harbour master' }])
})

test('the writer’s own voice plays a line of the story, for its price, if the story’s service may have the voice', async () => {
  const { press, fill, callsOf, user } = await show('connection', {}, 'hosted')
  await press('Voices…')
  await screen.findByText('Play says “Block 1”.')
  await fill({ 'Voice ID': 'HB042', Name: 'Harbour master' })
  await press('Add voice')
  await user.click(await screen.findByRole('button', { name: 'Hear Harbour master for 7 credits' }))
  await waitFor(() =>
    expect(callsOf('vibes:audition')).toMatchObject([{ text: 'Block 1', settings: { voiceId: 'HB042' } }]),
  )
  await screen.findByRole('alert')
})

test.each(Object.keys(SERVER_KINDS) as ServerKind[])('the kind %s has all texts', (kind) => {
  const texts = en.servers[kind]
  const fields: Readonly<Record<string, { readonly label: string }>> = texts.fields
  const outcomes = Object.keys(texts.outcomes)
  for (const [id] of fieldsOf(kind)) expect(fields[id]?.label).toBeTruthy()
  for (const outcome of SERVER_KINDS[kind].outcomes)
    expect(outcomes.some((key) => key === outcome || key === `${outcome}_other`)).toBe(true)
})
