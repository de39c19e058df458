import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { UNPACK_SOURCE } from '../../../../electron/lib/archives/unpackThread.ts'
import { systemClock } from '../../../../electron/lib/clock.ts'
import { detectModel } from '../../../../electron/lib/voices/modelFiles.ts'
import { createVoicePacks, type VoicePacks } from '../../../../electron/speech/packs/voicePacks.ts'
import { createVoicesFolder } from '../../../../electron/speech/packs/voicesFolder.ts'
import { entryFor } from '../../../support/packServer.ts'
import { syntheticManifest, writePiperVoice, writeSyntheticModel } from '../../../support/syntheticVoice.ts'

let home: string
let voices: string
let packs: VoicePacks

/** A catalogue with one pack, whose archive is named like those of Piper's publisher. */
const KNOWN = entryFor('https://localhost/vits-piper-en_GB-known-low.tar.bz2', Buffer.alloc(1))

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fabula-piper-'))
  voices = join(home, 'voices')
  packs = createVoicePacks({
    folder: createVoicesFolder(voices),
    catalogue: [{ ...KNOWN, pack: syntheticManifest({ id: 'known' }) }],
    clock: systemClock,
    unpackWorkerUrl: UNPACK_SOURCE,
    onChange: () => {},
    onVoices: async () => {},
    report: (_, error) => {
      throw error
    },
  })
})
afterEach(async () => {
  await packs.close()
  rmSync(home, { recursive: true, force: true })
})

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )
/** The content of the voices folder, including hidden folders. */
const all = () => (existsSync(voices) ? readdirSync(voices) : [])

const CARD = '# Model card for tone (medium)\n\n## Dataset\n\n* License: CC0\n'

describe('adding a published Piper voice', () => {
  const PACK = 'vits-piper-en_us-tone-medium'
  const modelFolder = () => join(voices, PACK, 'model')

  it.each([
    ['by its model', (model: string) => [model]],
    ['by its description', (model: string) => [`${model}.json`]],
    ['by both files', (model: string) => [`${model}.json`, model]],
    ['by a folder', (model: string) => [join(model, '..')]],
    ['by a folder around its folder', (model: string) => [join(model, '..', '..')]],
  ])('accepts it %s, reads its metadata, and makes a model that can speak', async (_, pathsOf) => {
    const model = writePiperVoice(join(home, 'voices-of', 'tone'), 'en_US-tone-medium', { card: CARD })
    const before = readFileSync(model)
    const pack = await packs.add(pathsOf(model))
    expect(pack).toEqual({
      ...{ id: PACK, name: 'Tone', family: 'vits', languages: ['en-us'], author: 'not stated' },
      speakers: [{ number: 0, id: 'tone', name: 'Tone', gender: null, language: 'en-us', description: '' }],
      licence: {
        name: 'CC0',
        url: 'https://creativecommons.org/publicdomain/zero/1.0/',
        allowsCommercialUse: true,
      },
    })
    expect(detectModel(modelFolder())).toMatchObject({ kind: 'complete', family: 'vits', hasMetadata: true })
    expect(readFileSync(join(modelFolder(), 'tokens.txt'), 'utf8')).toMatch(/^_ 0\n\^ 1\n/)
    expect(existsSync(join(modelFolder(), 'espeak-ng-data', 'en_dict'))).toBe(true)
    expect(readFileSync(model).equals(before)).toBe(true)
  })

  it('names its speakers, and recognizes a voice of the catalogue', async () => {
    const many = writePiperVoice(join(home, 'a'), 'en_GB-many-low', { speakers: 3 })
    expect((await packs.add([many])).speakers.map(({ name }) => name)).toEqual(['p0', 'p1', 'p2'])
    const known = writePiperVoice(join(home, 'b'), 'en_GB-known-low')
    expect(await packs.add([known])).toMatchObject({ id: 'known', licence: syntheticManifest().licence })
  })

  it.each([
    ['* License: CC BY-NC 4.0', false],
    ['* License: CC0\n\nFinetuned from U.S. English lessac voice', null],
    ['* License: see the website', null],
    ['* Licence: https://creativecommons.org/licenses/by/4.0/', null],
    ['nothing of a licence', null],
  ])('does not conclude from “%s” that audio may be sold', async (card, allowed) => {
    const model = writePiperVoice(join(home, 'tone'), 'tone', { card })
    expect((await packs.add([model])).licence.allowsCommercialUse).toBe(allowed)
  })

  it.each([
    ['a folder', (model: string) => [join(model, '..')]],
    ['its model', (model: string) => [model]],
  ])('accepts a voice whose description is called config.json, by %s', async (_, pathsOf) => {
    const model = writePiperVoice(join(home, 'voice'), 'en_US-tone-medium')
    renameSync(`${model}.json`, join(home, 'voice', 'config.json'))
    expect((await packs.add(pathsOf(model))).id).toBe(PACK)
  })

  it.each<[what: string, change: (model: string) => string[]]>([
    [
      'with a byte order mark',
      (model) => {
        writeFileSync(`${model}.json`, `\uFEFF${readFileSync(`${model}.json`, 'utf8')}`)
        return [model]
      },
    ],
    [
      'with numbers as strings',
      (model) => {
        const config = readFileSync(`${model}.json`, 'utf8')
        writeFileSync(`${model}.json`, config.replace(/"(sample_rate|num_speakers)":\s*(\d+)/g, '"$1":"$2"'))
        return [model]
      },
    ],
    [
      'with a name in capitals',
      (model) => {
        renameSync(`${model}.json`, model.replace(/\.onnx$/, '.ONNX.JSON'))
        return [model]
      },
    ],
    [
      'beside a model with a name in capitals',
      (model) => {
        renameSync(model, model.replace(/\.onnx$/, '.ONNX'))
        return [`${model}.json`]
      },
    ],
    [
      'in a folder with a model in capitals',
      (model) => {
        renameSync(model, model.replace(/\.onnx$/, '.ONNX'))
        return [join(model, '..')]
      },
    ],
  ])('accepts a voice whose description is %s', async (_, change) => {
    const paths = change(writePiperVoice(join(home, 'voice'), 'en_US-tone-medium'))
    expect((await packs.add(paths)).id).toBe(PACK)
    expect(detectModel(modelFolder()).kind).toBe('complete')
  })

  it.each(['Lizenz: CC0', '* Licencia: CC0', '- **Licence** : CC0', 'Licença: CC0'])(
    'reads the licence in “%s”',
    async (card) => {
      const model = writePiperVoice(join(home, 'tone'), 'tone', { card })
      expect((await packs.add([model])).licence).toMatchObject({ name: 'CC0', allowsCommercialUse: true })
    },
  )

  it.each<[what: string, name: string, missing: string, make: (folder: string) => void]>([
    [
      'a model alone',
      'tone.onnx',
      'tone.onnx.json',
      (folder) => {
        rmSync(`${writePiperVoice(folder, 'tone')}.json`)
      },
    ],
    [
      'a model alone in a folder of its own',
      'tone.onnx',
      'tone.onnx.json',
      (folder) => {
        rmSync(`${writePiperVoice(join(folder, 'en', 'tone'), 'tone')}.json`)
      },
    ],
    [
      'a description alone',
      'tone.onnx.json',
      'tone.onnx',
      (folder) => {
        rmSync(writePiperVoice(folder, 'tone'))
      },
    ],
    [
      'two models without a description of their name',
      'bell.onnx',
      'bell.onnx.json',
      (folder) => {
        rmSync(`${writePiperVoice(folder, 'bell')}.json`)
        const tone = writePiperVoice(folder, 'tone')
        renameSync(`${tone}.json`, join(folder, 'config.json'))
      },
    ],
    [
      'a second model in the folder of a voice',
      'bell.onnx',
      'bell.onnx.json',
      (folder) => {
        rmSync(`${writePiperVoice(folder, 'bell')}.json`)
        writePiperVoice(folder, 'tone')
      },
    ],
    [
      'a second description in another folder than a voice',
      'bell.onnx.json',
      'bell.onnx',
      (folder) => {
        rmSync(writePiperVoice(join(folder, 'bell'), 'bell'))
        writePiperVoice(join(folder, 'tone'), 'tone')
      },
    ],
  ])(
    'says which file is missing beside %s, by the folder and by an archive',
    async (_, name, missing, make) => {
      const folder = join(home, 'part')
      make(folder)
      const archive = join(home, 'part.tar')
      execFileSync('tar', ['-cf', archive, '-C', folder, '.'])
      for (const path of [folder, archive])
        await expect(packs.add([path])).rejects.toMatchObject({
          code: 'voice-part-missing',
          params: { name, missing },
        })
      expect(all()).toEqual([])
    },
  )

  const cut = (path: string) => truncateSync(path, statSync(path).size - 100)
  it.each<[what: string, code: string, make: (folder: string) => string[]]>([
    [
      'a model without its description',
      'voice-part-missing',
      (folder) => {
        const model = writePiperVoice(folder, 'tone')
        rmSync(`${model}.json`)
        return [model]
      },
    ],
    [
      'a description without its model',
      'voice-part-missing',
      (folder) => {
        const model = writePiperVoice(folder, 'tone')
        rmSync(model)
        return [`${model}.json`]
      },
    ],
    [
      'a description of another name',
      'voice-config-other',
      (folder) => [
        writePiperVoice(folder, 'tone'),
        `${writePiperVoice(join(folder, 'other'), 'other')}.json`,
      ],
    ],
    [
      'a description of a voice with more speakers',
      'voice-config-other',
      (folder) => [writePiperVoice(folder, 'tone', { config: { num_speakers: 7 } })],
    ],
    [
      'a description of a voice of another language than its name states',
      'voice-config-other',
      (folder) => [writePiperVoice(folder, 'de_DE-tone-medium')],
    ],
    [
      'a description with more phonemes',
      'voice-config-other',
      (folder) => [writePiperVoice(folder, 'tone', { config: { num_symbols: 130 } })],
    ],
    [
      'a file of JSON that describes something else',
      'voice-config-unknown',
      (folder) => {
        const model = writePiperVoice(folder, 'tone')
        writeFileSync(`${model}.json`, '{"name": "a package"}')
        return [model]
      },
    ],
    [
      'a voice that speaks from letters',
      'voice-phonemes',
      (folder) => [writePiperVoice(folder, 'tone', { config: { phoneme_type: 'text' } })],
    ],
    [
      'a voice of a language that eSpeak NG does not have',
      'voice-phonemes',
      (folder) => [writePiperVoice(folder, 'tone', { config: { espeak: { voice: 'qqq' } } })],
    ],
    [
      'a model that is cut',
      'voice-archive-damaged',
      (folder) => {
        const model = writePiperVoice(folder, 'tone')
        cut(model)
        return [model]
      },
    ],
    [
      'an empty model',
      'voice-archive-damaged',
      (folder) => {
        const model = writePiperVoice(folder, 'tone')
        truncateSync(model, 0)
        return [model]
      },
    ],
    [
      'a folder of many voices',
      'voice-many',
      (folder) => {
        for (const name of ['a', 'b', 'c', 'd']) writePiperVoice(folder, name)
        return [folder]
      },
    ],
    [
      'a folder of folders with a voice each',
      'voice-many',
      (folder) => {
        writePiperVoice(join(folder, 'low'), 'tone')
        writeSyntheticModel(join(folder, 'other'))
        return [folder]
      },
    ],
    [
      'two voices at once',
      'voice-many',
      (folder) => [writePiperVoice(folder, 'a'), writePiperVoice(folder, 'b')],
    ],
    [
      '10,000 speakers',
      'voice-too-many-speakers',
      (folder) => [writePiperVoice(folder, 'tone', { speakers: 10_000 })],
    ],
    [
      'a model of sherpa-onnx with 10,000 speakers',
      'voice-too-many-speakers',
      (folder) => {
        writeSyntheticModel(folder, { metadata: { n_speakers: '10000' } })
        return [folder]
      },
    ],
    [
      'a model of sherpa-onnx that is cut',
      'voice-archive-damaged',
      (folder) => {
        writeSyntheticModel(folder)
        const model = join(folder, 'model.onnx')
        // The end of the graph is lost, but the metadata are complete.
        const bytes = readFileSync(model)
        writeFileSync(model, Buffer.concat([bytes.subarray(0, 400), bytes.subarray(500)]))
        return [folder]
      },
    ],
    [
      'a model without metadata',
      'voice-no-metadata',
      (folder) => {
        writeSyntheticModel(folder, { metadata: null })
        return [folder]
      },
    ],
    [
      'a Kokoro model whose speakers are cut',
      'voice-archive-damaged',
      (folder) => {
        writeSyntheticModel(folder, {
          metadata: { model_type: 'kokoro', n_speakers: '3', style_dim: '5,1,2' },
        })
        mkdirSync(join(folder, 'espeak-ng-data'))
        writeFileSync(join(folder, 'voices.bin'), Buffer.alloc(100))
        return [folder]
      },
    ],
  ])('refuses %s, and stores nothing', async (_, code, make) => {
    expect(await codeOf(packs.add(make(join(home, 'given'))))).toBe(code)
    expect(all()).toEqual([])
  })
})

it('speakers with the same name, or without a name of their own, keep separate voices', async () => {
  const model = writePiperVoice(join(home, 'a'), 'en_US-pair-low', {
    speakers: 3,
    config: { speaker_id_map: { ann: 0, Ann: 0, ben: 2 } },
  })
  const pair = (await packs.add([model])).speakers
  expect(pair.map(({ id, name }) => `${id} ${name}`)).toEqual(['0 Ann', '1 Tone 2', '2 ben'])

  const folder = join(home, 'kokoro')
  const metadata = {
    model_type: 'kokoro',
    voice: 'en-us',
    n_speakers: '3',
    speaker_names: 'af_bella,af_bella,2',
  }
  writeSyntheticModel(folder, { metadata })
  mkdirSync(join(folder, 'espeak-ng-data'))
  writeFileSync(join(folder, 'voices.bin'), '')
  const bella = (await packs.add([folder])).speakers
  expect(bella.map(({ number, name }) => `${number} ${name}`)).toEqual(['0 Bella', '1 Bella', '2 2'])
  expect(new Set(bella.map(({ id }) => id)).size).toBe(3)
})

describe('the speakers of a Kokoro model', () => {
  const nameAll = [
    'af_bella',
    'bm_lewis',
    'ef_dora',
    'ff_siwis',
    'hm_omega',
    'if_sara',
    'jf_alpha',
    'pm_alex',
    'zf_xiaoni',
    'grandpa',
  ]
  it.each([
    ['speaker_names', { speaker_names: nameAll.join(',') }],
    ['speaker2id', { speaker2id: nameAll.map((name, at) => `${name}->${at}`).join(',') }],
  ])('have the names, languages and genders of the metadata (%s)', async (_, names) => {
    const folder = join(home, 'kokoro')
    const count = String(nameAll.length)
    writeSyntheticModel(folder, {
      metadata: { model_type: 'kokoro', voice: 'en-us', n_speakers: count, ...names },
    })
    mkdirSync(join(folder, 'espeak-ng-data'))
    writeFileSync(join(folder, 'voices.bin'), '')
    const { speakers, languages } = await packs.add([folder])
    expect(speakers.map(({ id, name, gender, language }) => [id, name, gender, language].join(' '))).toEqual([
      'af_bella Bella female en-us',
      'bm_lewis Lewis male en-gb',
      'ef_dora Dora female es',
      'ff_siwis Siwis female fr',
      'hm_omega Omega male hi',
      'if_sara Sara female it',
      'jf_alpha Alpha female ja',
      'pm_alex Alex male pt-br',
      'zf_xiaoni Xiaoni female zh',
      '9 grandpa  en-us',
    ])
    expect(languages).toEqual(['en-us', 'en-gb', 'es', 'fr', 'hi', 'it', 'ja', 'pt-br', 'zh'])
  })
})
