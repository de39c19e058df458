import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { parseText } from 'media-captions'
import { describe, expect, test } from 'vitest'
import { findSpeech } from '../../../support/measure.ts'
import { samplesToMs } from '../../../../electron/lib/audio/pcm.ts'
import { createProject } from '../../../../electron/project/createProject.ts'
import { projectIdSchema } from '../../../../shared/ipc/views.ts'
import { FORMAT_VERSION } from '../../../../shared/project-file/format.ts'
import { lexiconEntryIdSchema, type LexiconEntry } from '../../../../shared/story/records.ts'
import { silencesOf } from '../../../../shared/story/silences.ts'
import { storyFromRecords } from '../../../../shared/story/story.ts'
import { storyMakerRequestSchema } from '../../../../shared/speech-api/requests.ts'
import { readText } from '../../lib/documents/storyText.ts'
import { storyWithAudio, tone } from '../../mixdown/storyWithAudio.ts'
import { decodeFile, examplePath, openTerminal, readFileSummary } from './runCli.ts'
import { long } from '../../../support/tags.ts'

const projectOptions = {
  projectId: projectIdSchema.parse('p'),
  isDraft: false,
  now: () => 0,
  createId: () => 'id',
}

const script = `# The Lantern

Once there hung a lantern.

FOX (curious): You again.

# Home

It went out.
`

const request = {
  name: 'Two voices',
  blocks: [
    {
      name: 'first',
      input: 'One, two, three.',
      silence_before: 1,
      voice_id: 'OA001',
      model: 'tts-1',
      speed: 1,
      duration: 0,
    },
    {
      name: 'second',
      input: 'Four, five, six.',
      silence_before_ms: 1250,
      voice_id: 'OA006',
      speed: 2,
      duration_ms: 2500,
    },
  ],
}

describe('fabula render', () => {
  test(
    'uses a voice of the text’s language, and warns if a chosen voice does not read its letters, naming others',
    long,
    async () => {
      using terminal = openTerminal()
      const told = { input: 'Жил-был старик у самого синего моря, и ловил он неводом рыбу.' }
      const own = await terminal.run(['render', '-', '--out', 'a.mp3'], told)
      expect([own.code, own.stderr.includes('does not read')]).toEqual([0, false])
      const russian = await terminal.run(['render', '-', '--voice', 'OA001', '--out', 'b.mp3'], told)
      expect(russian.code).toBe(0)
      expect(russian.stderr).toMatch(/The voice OA001 does not read Cyrillic letters .* ES-ru \(Russian\)/)
    },
  )

  test(
    'makes an MP3 of the example story with the duration and block times of the summary',
    long,
    async () => {
      using terminal = openTerminal()
      const run = await terminal.run(['render', examplePath, '--out', 'story.mp3', '--json'])
      expect(run).toMatchObject({ code: 0 })
      const { path, durationMs, credits, blocks } = readFileSummary(run)
      const pcm = await decodeFile(path)
      expect(path).toBe(terminal.path('story.mp3'))
      expect(terminal.files()).toEqual(['story.mp3'])
      expect(terminal.leftovers()).toEqual([])
      expect(Math.abs(samplesToMs(pcm.samples.length, pcm.sampleRate) - durationMs)).toBeLessThan(50)
      expect(statSync(path).size).toBeGreaterThan((durationMs / 1000) * 7900) // 64 kbit/s

      const story = await readText('x.json', readFileSync(examplePath, 'utf8'))
      const silences = silencesOf(storyFromRecords(story.records))
      expect(credits).toBe(0) // the built-in voice costs nothing
      expect(blocks).toHaveLength(24)
      let cursor = 0
      for (const [index, { startMs, endMs }] of blocks.entries()) {
        const silenceMs = silences[index] ?? 0
        expect(startMs).toBeGreaterThanOrEqual(cursor + silenceMs - 10)
        expect(startMs).toBeLessThanOrEqual(cursor + silenceMs + 10)
        cursor = endMs ?? NaN
      }
      expect(Math.abs(cursor - durationMs)).toBeLessThan(50)
      const fitted = blocks.at(16)
      expect(Math.abs((fitted?.endMs ?? 0) - (fitted?.startMs ?? 0) - 9000)).toBeLessThan(50)
    },
  )

  test('renders Markdown with chapters and a cast, and prints progress as log lines', long, async () => {
    using terminal = openTerminal()
    writeFileSync(terminal.path('script.md'), script)
    const run = await terminal.run(['render', 'script.md', '--out', 'out.wav', '--json'])
    expect(run.code).toBe(0)
    const { durationMs, credits, blocks } = readFileSummary(run)
    const pcm = await decodeFile(terminal.path('out.wav'))
    expect(Math.abs(samplesToMs(pcm.samples.length, pcm.sampleRate) - durationMs)).toBeLessThan(1)
    expect(blocks.map(({ name }) => name)).toEqual(['The Lantern', 'Block 1', 'Block 2', 'Home', 'Block 3'])
    expect(credits).toBe(0)
    expect(run.stderr).toMatch(/^Rendering \d+ %/)
    expect(run.stderr).toMatch(/Writing out\.wav 100 %\n$/)
    expect(run.stderr).not.toContain('\u001b')
  })

  test(
    'renders the body of a story-maker request as specified, with times to the millisecond where given',
    long,
    async () => {
      using terminal = openTerminal()
      writeFileSync(terminal.path('request.json'), JSON.stringify(request))
      const run = await terminal.run(['render', 'request.json', '--out', 'out.wav', '--json'])
      expect(run.code).toBe(0)
      const { blocks, durationMs } = readFileSummary(run)
      const [first, second] = blocks
      expect(first).toMatchObject({ name: 'first', startMs: 1000 })
      expect(second).toMatchObject({
        name: 'second',
        startMs: (first?.endMs ?? NaN) + 1250,
        endMs: (first?.endMs ?? NaN) + 3750,
      })
      expect(durationMs).toBe(second?.endMs)
      const heard = findSpeech(await decodeFile(terminal.path('out.wav')), {
        thresholdDb: -50,
        minSilenceMs: 600,
      })
      expect(heard).toHaveLength(2)
      for (const [index, { startMs, endMs }] of heard.entries()) {
        expect(Math.abs(startMs - (blocks[index]?.startMs ?? NaN))).toBeLessThan(60)
        expect(Math.abs(endMs - (blocks[index]?.endMs ?? NaN))).toBeLessThan(150) // the last sound fades out
      }
    },
  )

  test(
    'reads from standard input, and reports the outcome as text unless JSON is requested',
    long,
    async () => {
      using terminal = openTerminal()
      const run = await terminal.run(['render', '-', '--out', 'out.mp3'], { input: 'One.\n\nTwo.' })
      expect(run).toMatchObject({ code: 0 })
      expect(run.stdout).toMatch(/out\.mp3\n0:0\d · 2 blocks\n$/)
      expect(run.stderr).not.toContain('does not read') // the voice reads these letters
    },
  )
})

describe('fabula render of a .fabula story', () => {
  test('names lexicon entries that are switched off, and renders without them', long, async () => {
    using terminal = openTerminal()
    const { records } = await readText('script.md', script)
    const entry: LexiconEntry = {
      type: 'lexiconEntry',
      id: lexiconEntryIdSchema.parse('costly'),
      written: '.{500}.{500}.{500}.{510}',
      spoken: 'x',
      match: 'pattern',
      characterId: null,
      isCaseSensitive: false,
      language: null,
    }
    createProject(terminal.path('story.fabula'), [...records, entry], projectOptions).close()
    const run = await terminal.run(['render', 'story.fabula', '--out', 'out.mp3'])
    expect(run).toMatchObject({ code: 0 })
    expect(run.stderr).toMatch(
      /entries of the lexicon are turned off.*"\.\{500\}\.\{500\}\.\{500\}\.\{510\}" \(all blocks\)/,
    )
  })

  test('renders it without changing it', async () => {
    using terminal = openTerminal()
    const { records } = await readText('script.md', script)
    createProject(terminal.path('story.fabula'), records, projectOptions).close()
    const before = readFileSync(terminal.path('story.fabula'))
    const run = await terminal.run(['render', 'story.fabula', '--out', 'out.mp3', '--json'])
    expect(run.code).toBe(0)
    expect(readFileSummary(run).blocks, 'two titles and three blocks').toHaveLength(5)
    expect(readFileSync(terminal.path('story.fabula')).equals(before)).toBe(true)
    expect(terminal.files()).toEqual(['out.mp3', 'story.fabula'])
  })

  test(
    'speaks credits and titles around the blocks, in the order of the file, and nothing else',
    long,
    async () => {
      using terminal = openTerminal()
      writeFileSync(terminal.path('script.md'), script)
      const said = ['--opening-credits', '{title}, by {author}.', '--closing-credits', 'The end.']
      const tags = ['--title', 'The Lantern', '--author', 'Ada Example', '--captions', 'json']
      const run = await terminal.run(['render', 'script.md', '--out', 'out.wav', '--json', ...said, ...tags])
      expect(run.code, run.stderr).toBe(0)
      const { blocks } = readFileSummary(run)
      expect(
        blocks.map(({ id, block }) => (block > 0 ? block : id.startsWith('credits') ? id : 'title')),
      ).toEqual(['credits-opening', 'title', 1, 2, 'title', 3, 'credits-closing'])
      const timings = readFileSync(terminal.path('out.timings.json'), 'utf8')
      const order = [
        'The Lantern, by Ada Example.',
        'Once there',
        'You again',
        'Home',
        'It went out.',
        'The end.',
      ]
      const places = order.map((words) => timings.indexOf(words))
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      expect(places[0]).toBeGreaterThanOrEqual(0)

      const pcm = await decodeFile(terminal.path('out.wav'))
      const heard = findSpeech(pcm, { thresholdDb: -45, minSilenceMs: 250 })
      for (const { id, startMs, endMs } of blocks) {
        const inside = heard.filter((each) => each.endMs > (startMs ?? 0) && each.startMs < (endMs ?? 0))
        expect(inside.length, id).toBeGreaterThan(0)
        expect(Math.abs((inside[0]?.startMs ?? NaN) - (startMs ?? NaN)), id).toBeLessThan(60)
        expect(Math.abs((inside.at(-1)?.endMs ?? NaN) - (endMs ?? NaN)), id).toBeLessThan(120)
      }
      const outside = heard.filter(({ startMs, endMs }) =>
        blocks.every((block) => endMs <= (block.startMs ?? 0) || startMs >= (block.endMs ?? 0)),
      )
      expect(outside).toEqual([])
    },
  )

  test(
    'sends no request if all audio exists, and writes captions and chapter lists that match the decoded audio within 20 ms',
    long,
    async () => {
      using terminal = openTerminal()
      using story = storyWithAudio([
        { silenceBeforeMs: 500, text: 'Who is there?' },
        { silenceBeforeMs: 1333, text: 'Nobody.' },
      ])
      const audioId = await story.store(tone(3000))
      story.addTake(1, audioId, 0, 1000)
      story.addTake(2, audioId, 1500, 3000)
      await story.project.copyTo(terminal.path('story.fabula'))
      const asked = ['--captions', 'srt,vtt,json,audacity', '--chapters']
      // Nothing listens at this address: a request would fail.
      const env = { FABULA_BASE_URL: 'http://127.0.0.1:9', FABULA_API_KEY: 'key' }
      const words = ['render', 'story.fabula', '--out', 'out.mp3', '--json', ...asked]
      const run = await terminal.run(words, { env })
      expect(run.code).toBe(0)
      expect(readFileSummary(run)).toMatchObject({
        durationMs: 4333,
        credits: 0,
        blocks: [
          { startMs: 500, endMs: 1500 },
          { startMs: 2833, endMs: 4333 },
        ],
      })
      const names = ['srt', 'vtt', 'timings.json', 'labels.txt', 'chapters.txt', 'chapters.json']
      expect(readFileSummary(run).captions).toEqual(names.map((name) => terminal.path(`out.${name}`)))
      const heard = findSpeech(await decodeFile(terminal.path('out.mp3')), {
        thresholdDb: -40,
        minSilenceMs: 300,
      })
      expect(heard).toHaveLength(2)
      for (const type of ['srt', 'vtt'] as const) {
        const { cues } = await parseText(readFileSync(terminal.path(`out.${type}`), 'utf8'), { type })
        expect(cues.map(({ text }) => text)).toEqual(['Who is there?', 'Nobody.'])
        for (const [index, { startTime, endTime }] of cues.entries()) {
          expect(Math.abs(startTime * 1000 - (heard[index]?.startMs ?? NaN))).toBeLessThan(20)
          expect(Math.abs(endTime * 1000 - (heard[index]?.endMs ?? NaN))).toBeLessThan(20)
        }
      }
      expect(JSON.parse(readFileSync(terminal.path('out.timings.json'), 'utf8'))).toMatchObject({
        durationMs: 4333,
        chapters: [
          {
            title: 'Story',
            blocks: [
              { startMs: 500, endMs: 1500 },
              { startMs: 2833, endMs: 4333 },
            ],
          },
        ],
      })
      expect(readFileSync(terminal.path('out.chapters.txt'), 'utf8')).toBe('0:00 Story\n')
    },
  )

  test(
    'reports that captions are impossible if the service reported no times, and keeps the audio',
    long,
    async () => {
      using terminal = openTerminal()
      using story = storyWithAudio([{}, {}])
      story.addRender(await story.store(tone(3000)))
      await story.project.copyTo(terminal.path('story.fabula'))
      const run = await terminal.run(['render', 'story.fabula', '--out', 'out.wav', '--captions', 'srt'])
      expect(run).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/did not say when each block is heard/),
      })
      expect(terminal.files()).toEqual(['out.wav', 'story.fabula'])
    },
  )

  test('does not touch a story that is open in Fabula', long, async () => {
    using terminal = openTerminal()
    const { records } = await readText('story.txt', 'One.')
    const project = createProject(terminal.path('story.fabula'), records, projectOptions)
    const run = await terminal.run(['render', 'story.fabula', '--out', 'out.mp3'])
    project.close()
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toContain('story.fabula')
    expect(terminal.files()).toEqual(['story.fabula'])
  })

  test('refuses a file of another type with this extension', long, async () => {
    using terminal = openTerminal()
    copyFileSync(examplePath, terminal.path('story.fabula'))
    const run = await terminal.run(['render', 'story.fabula', '--out', 'out.mp3'])
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toContain('story.fabula')
  })
})

describe('fabula render, if it cannot run,', () => {
  test('names a block that is too long, and writes nothing', long, async () => {
    using terminal = openTerminal()
    const { records } = await readText('long.txt', 'Short.\n\nLong.')
    const long = records.map((record) =>
      record.type === 'block' && record.text === 'Long.' ? { ...record, text: 'word '.repeat(2001) } : record,
    )
    writeFileSync(terminal.path('long.json'), JSON.stringify({ fabula: FORMAT_VERSION, records: long }))
    const run = await terminal.run(['render', 'long.json', '--out', 'out.mp3', '--json'])
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toContain('Block 2')
    expect(terminal.files()).toEqual(['long.json'])
  })

  test('reports an unusable output path before it speaks', long, async () => {
    using terminal = openTerminal()
    const run = await terminal.run(['render', '-', '--out', 'gone/out.mp3'], { input: 'One.' })
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toMatch(/^The folder for “out\.mp3” does not exist\./)
  })

  test('reports wrong arguments, and where to find help', async () => {
    using terminal = openTerminal()
    const run = await terminal.run(['render', 'a.md', '--out', 'b.mp3', '--loud'])
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toBe('There is no option --loud. For help, run “fabula render --help”.\n')
    const version = await terminal.run(['--version'])
    expect(version).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Fabula \d+\.\d+\.\d+\n$/),
      stderr: '',
    })
    const help = await terminal.run(['export', '--help'])
    expect(help).toMatchObject({ code: 0, stderr: '' })
    expect(help.stdout).toContain('fabula export <in> --request')
  })

  test('leaves nothing behind when it is interrupted', long, async () => {
    using terminal = openTerminal()
    const run = await terminal.run(['render', examplePath, '--out', 'out.mp3', '--json'], {
      onStart: (child) => child.stderr?.once('data', () => child.kill('SIGINT')),
    })
    expect(run).toMatchObject({ code: 130, stdout: '' })
    expect(run.stderr).toMatch(/^Rendering \d+ %\n$/)
    expect(terminal.files()).toEqual([])
    expect(terminal.leftovers()).toEqual([])
  })
})

describe('fabula export --request', () => {
  test('prints the request body of a render, which renders to the same audio', long, async () => {
    using terminal = openTerminal()
    const run = await terminal.run(['export', examplePath, '--request'])
    expect(run).toMatchObject({ code: 0, stderr: '' })
    const body = storyMakerRequestSchema.parse(JSON.parse(run.stdout))
    expect(body.name).toBe('The Fox and the Lantern')
    expect(body.blocks[3]).toMatchObject({ silence_before: 1, silence_before_ms: 500 })
    expect(body.blocks[2]).toMatchObject({ voice_id: 'OA003', speed: 1.25 })
    expect(body.blocks[4]).toMatchObject({ silence_before: 2 })
    writeFileSync(terminal.path('body.json'), run.stdout)
    const again = await terminal.run(['export', 'body.json', '--request'])
    expect(JSON.parse(again.stdout)).toEqual(JSON.parse(run.stdout))
  })

  test(
    'uses whole seconds only for a service that the environment names, and needs no key',
    long,
    async () => {
      using terminal = openTerminal()
      const env = { FABULA_BASE_URL: 'https://speech.example' }
      const run = await terminal.run(['export', examplePath, '--request'], { env })
      expect(run.code).toBe(0)
      expect(run.stdout).not.toContain('_ms"')
    },
  )
})

describe('a text whose encoding is uncertain', () => {
  // “Starý muž seděl u okna a díval se na moře.” in Windows-1250
  const bytes = Buffer.from('Star\xfd mu\x9e sed\xecl u okna a d\xedval se na mo\xf8e.', 'latin1')
  const inputOf = (stdout: string) => storyMakerRequestSchema.parse(JSON.parse(stdout)).blocks[0]?.input

  test('is read in the most likely encoding, with a notice, or in the one given', long, async () => {
    using terminal = openTerminal()
    writeFileSync(terminal.path('more.txt'), bytes)
    const guessed = await terminal.run(['export', 'more.txt', '--request'])
    expect(inputOf(guessed.stdout)).toBe('Starý muž seděl u okna a díval se na moře.')
    expect(guessed.stderr).toContain('more.txt was read as Central European (Windows-1250).')
    const named = await terminal.run(['export', 'more.txt', '--request', '--encoding', 'Windows-1252'])
    expect(inputOf(named.stdout)).toBe('Starý muž sedìl u okna a díval se na moøe.')
    expect(named.stderr).toBe('')
  })
})
