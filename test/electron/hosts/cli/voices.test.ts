import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseCommandLine } from '../../../../electron/hosts/cli/commandLine.ts'
import { runVoices, type VoicesCommand } from '../../../../electron/hosts/cli/voices.ts'
import { systemClock } from '../../../../electron/lib/clock.ts'
import { createOpenProjects } from '../../../../electron/project/openProjects.ts'
import { createProjects } from '../../../../electron/project/projects.ts'
import { newStoryRecords } from '../../../../shared/story/newStory.ts'
import { blockIdSchema, storyIdSchema } from '../../../../shared/story/records.ts'
import { readVoiceCatalogue } from '../../../../shared/voices/voiceCatalogue.ts'
import { entryFor, startPackServer, syntheticArchive, type PackServer } from '../../../support/packServer.ts'
import { syntheticManifest, writeSyntheticPack } from '../../../support/syntheticVoice.ts'
import { openTerminal } from './runCli.ts'
import { long } from '../../../support/tags.ts'

describe('arguments of the voices command', () => {
  it.each([
    [['voices'], { kind: 'list-voices', isJson: false }],
    [['voices', 'list', '--json'], { kind: 'list-voices', isJson: true }],
    [['voices', 'get', 'one', 'two'], { kind: 'get-voices', names: ['one', 'two'] }],
    [['voices', 'add', '/tmp/a.zip'], { kind: 'add-voice', paths: ['/tmp/a.zip'] }],
    [['voices', 'add', '/a.onnx', '/a.onnx.json'], { kind: 'add-voice', paths: ['/a.onnx', '/a.onnx.json'] }],
    [['voices', 'rename', 'one', 'The baker'], { kind: 'rename-voice', name: 'one', newName: 'The baker' }],
    [['voices', 'remove', 'one', '--data', '/d'], { kind: 'remove-voice', name: 'one', data: '/d' }],
  ])('%j are parsed', (words, command) => expect(parseCommandLine(words)).toMatchObject(command))

  it.each([
    [['voices', 'sing'], 'Voices cannot “sing”.'],
    [['voices', 'get'], 'Name the voice.'],
    [['voices', 'add'], 'Name the file, archive or folder of the voice.'],
    [['voices', 'remove', 'a', 'b'], 'One voice at a time.'],
    [['voices', 'rename', 'a'], 'Name the voice and its new name.'],
    [['voices', 'list', 'a'], 'list takes no name.'],
    [['voices', '--over-cap'], '--over-cap belongs to render.'],
  ])('%j are rejected', (words, problem) =>
    expect(parseCommandLine(words)).toEqual({ kind: 'wrong', problem, command: 'voices' }),
  )
})

const noStories = () => ({
  projects: {
    recents: () => [],
    pathOf() {
      throw new Error('There are no stories')
    },
  },
  openProjects: { at: () => undefined },
})

describe('voices in the terminal', () => {
  let dataDir: string
  let server: PackServer
  const archive = syntheticArchive()
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'fabula-cli-'))
    server = await startPackServer({ '/tone.tar.bz2': archive })
  })
  afterEach(async () => {
    await server.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function run(command: VoicesCommand): Promise<{ out: string; progress: string }> {
    let progress = ''
    const out = await runVoices(command, {
      ...{ dataDir, signal: new AbortController().signal },
      catalogue: [entryFor(`${server.origin}/tone.tar.bz2`, archive)],
      stderr: { write: (text: string) => (progress += text) },
      ...{ stories: noStories, warn: () => {} },
      report: (_, error) => {
        throw error
      },
    })
    return { out, progress }
  }

  it('lists the available voices with their licences, and downloads nothing', async () => {
    const { out } = await run({ kind: 'list-voices', isJson: false })
    expect(out).toMatch(/^tone\tTone\ten-us\t0\.0 MB\tCC0-1\.0, commercial use allowed\tnot here\n/)
    expect(server.requests).toEqual([])
  })

  it('downloads a voice by name, shows progress, and prints it as JSON', async () => {
    const { out, progress } = await run({ kind: 'get-voices', names: ['Tone'], isJson: true })
    expect(progress).toContain('tone: ')
    expect(JSON.parse(out)).toMatchObject({
      folder: join(dataDir, 'voices'),
      packs: [{ id: 'tone', isHere: true, voices: [{ id: 'NV-tone-main', gender: 'neutral' }] }],
    })
    await expect(run({ kind: 'get-voices', names: ['other'], isJson: false })).rejects.toMatchObject({
      code: 'voice-unknown',
    })
  })

  it('adds a voice from a file, and removes it', async () => {
    const path = join(dataDir, 'my.tar.bz2')
    writeFileSync(path, archive)
    expect((await run({ kind: 'add-voice', paths: [path], isJson: false })).out).toContain('my\tmy\t')
    expect(readdirSync(join(dataDir, 'voices'))).toEqual(['my'])
    await run({ kind: 'remove-voice', name: 'my', isJson: false })
    expect(readdirSync(join(dataDir, 'voices'))).toEqual([])
  })

  it('lists every voice of the catalogue that comes with Fabula', async () => {
    const signal = new AbortController().signal
    const stderr = { write: () => true }
    const options = { dataDir, signal, stderr, report: () => {}, stories: noStories, warn: () => {} }
    const out = await runVoices({ kind: 'list-voices', isJson: false }, options)
    const packs = out.split('\n').filter((line) => line.endsWith('\tnot here'))
    expect(packs).toHaveLength(readVoiceCatalogue().length)
    expect(out).toContain('\nOA001\t')
  })
})

it('removing a voice in the terminal names the stories that use it', long, async () => {
  using terminal = openTerminal()
  const { dataDir } = terminal
  writeSyntheticPack(join(dataDir, 'voices'))
  const openProjects = createOpenProjects(systemClock)
  const projects = createProjects({ dataDir, now: Date.now, createId: randomUUID, openProjects })
  for (const [title, voiceId] of [
    ['The fox', 'NV-tone-main'],
    ['The owl', 'OA001'],
  ] as const) {
    const ids = { story: storyIdSchema.parse(randomUUID()), block: blockIdSchema.parse(randomUUID()) }
    const records = newStoryRecords(ids, title).map((record) =>
      record.type === 'block' ? { ...record, text: 'Good evening.', voiceId } : record,
    )
    projects.createDraft(records)
  }
  await openProjects.closeAll()
  const { code, stdout, stderr } = await terminal.run(['voices', 'remove', 'tone'])
  expect(stderr).toBe(
    'These stories use its voices: The fox. Their audio stays; new audio needs another voice.\n',
  )
  expect(code).toBe(0)
  expect(stdout).not.toContain('tone\t')
  expect(readdirSync(join(dataDir, 'voices'))).toEqual([])
})

it('rendering in the terminal names voices whose audio may not be sold', long, async () => {
  using terminal = openTerminal()
  const closed = { name: 'Private use only', url: null, allowsCommercialUse: false }
  const unknown = { name: 'not stated', url: null, allowsCommercialUse: null }
  const voices = join(terminal.dataDir, 'voices')
  writeSyntheticPack(voices, syntheticManifest({ licence: closed }))
  writeSyntheticPack(voices, syntheticManifest({ id: 'other', licence: unknown }))
  writeSyntheticPack(voices, syntheticManifest({ id: 'unused', licence: closed }))
  const blocks = ['NV-tone-main', 'NV-other-main'].map((voice_id) => ({ input: 'hello', voice_id }))
  writeFileSync(terminal.path('fox.json'), JSON.stringify({ name: 'The fox', blocks }))
  const { code, stderr } = await terminal.run(['render', 'fox.json', '--out', 'fox.wav'])
  expect(stderr).toContain('Commercial use of these voices is not allowed: Tone (Private use only).\n')
  expect(stderr).toContain('Commercial use of these voices is unclear: Tone (not stated).\n')
  expect(code).toBe(0)
})
