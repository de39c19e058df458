import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readInstalledPacks } from '../../../../electron/lib/voices/installedPacks.ts'
import { detectModel } from '../../../../electron/lib/voices/modelFiles.ts'
import {
  syntheticManifest,
  writeSyntheticModel,
  writeSyntheticPack,
} from '../../../support/syntheticVoice.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fabula-model-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true })
})

const write = (...names: string[]) => {
  for (const name of names) writeFileSync(join(folder, name), '')
}

describe('detectModel', () => {
  it('recognizes the family by the model’s metadata, with the number of speakers and the language', () => {
    writeSyntheticModel(folder)
    write('lexicon.txt', 'date.fst')
    mkdirSync(join(folder, 'espeak-ng-data'))
    expect(detectModel(folder)).toEqual({
      kind: 'complete',
      family: 'vits',
      files: {
        model: join(folder, 'model.onnx'),
        tokens: join(folder, 'tokens.txt'),
        vocoder: null,
        voices: null,
        espeakData: join(folder, 'espeak-ng-data'),
        lexicons: [join(folder, 'lexicon.txt')],
        rules: [join(folder, 'date.fst')],
      },
      speakerCount: 1,
      language: 'English',
      speakerNames: new Map(),
      hasMetadata: true,
      isCut: false,
    })
  })

  it.each([
    ['vits', ['en_US-amy-low.onnx', 'tokens.txt'], false],
    ['matcha', ['model-steps-3.onnx', 'tokens.txt', 'vocos-22khz-univ.onnx'], true],
    ['kokoro', ['model.int8.onnx', 'tokens.txt', 'voices.bin'], true],
    ['kitten', ['kitten.fp16.onnx', 'tokens.txt', 'voices.bin'], true],
  ])('recognizes %s by its files if there is no metadata', (family, names, hasData) => {
    write(...names)
    if (hasData) mkdirSync(join(folder, 'espeak-ng-data'))
    expect(detectModel(folder)).toMatchObject({ kind: 'complete', family, speakerCount: 1, language: null })
  })

  it.each([
    ['nothing', ''],
    ['a few lines', 'a 1\nb 2\nc 3\n'],
    [
      'half a line at its end',
      `${Array.from({ length: 30 }, (_, index) => `${index} ${index}`).join('\n')}\nx`,
    ],
  ])('reports a model as cut off if its list of tokens has %s', (_, tokens) => {
    writeSyntheticModel(folder)
    writeFileSync(join(folder, 'tokens.txt'), tokens)
    expect(detectModel(folder)).toMatchObject({ kind: 'complete', isCut: true })
  })

  it('reports missing eSpeak NG data beside a Piper model', () => {
    const metadata = { model_type: 'vits', comment: 'piper', sample_rate: '16000', n_speakers: '1' }
    writeSyntheticModel(folder, { metadata })
    expect(detectModel(folder)).toMatchObject({ kind: 'incomplete', missing: ['espeak-ng-data'] })
  })

  it('lists the missing files', () => {
    write('model.onnx', 'voices.bin')
    expect(detectModel(folder)).toEqual({
      kind: 'incomplete',
      family: 'kokoro',
      missing: ['tokens.txt', 'espeak-ng-data'],
    })
  })

  const POCKET = ['lm_main.onnx', 'lm_flow.onnx', 'encoder.onnx', 'decoder.onnx', 'text_conditioner.onnx']
  const ZIPVOICE = ['encoder.onnx', 'decoder.onnx', 'vocos_24khz.onnx', 'tokens.txt', 'lexicon.txt']
  it.each([[[]], [['readme.txt']], [['encoder.onnx', 'decoder.onnx', 'tokens.txt']], [POCKET], [ZIPVOICE]])(
    'finds no model in %j',
    (names) => {
      write(...names)
      expect(detectModel(folder)).toEqual({ kind: 'unknown' })
    },
  )
})

describe('the voice packs in the app’s folder', () => {
  it('are those with a valid manifest, in a folder of the same name', () => {
    expect(readInstalledPacks(join(folder, 'none'))).toEqual([])
    const manifest = syntheticManifest()
    writeSyntheticPack(folder, manifest)
    writeSyntheticPack(folder, syntheticManifest({ id: 'alto', name: 'Alto' }))
    mkdirSync(join(folder, 'half'))
    writeFileSync(join(folder, 'half', 'voice-pack.json'), '{"id": "half"')
    mkdirSync(join(folder, 'other'))
    writeFileSync(join(folder, 'other', 'voice-pack.json'), JSON.stringify(manifest))
    expect(readInstalledPacks(folder)).toEqual([
      expect.objectContaining({ folder: join(folder, 'alto') }),
      { manifest, folder: join(folder, 'tone'), modelFolder: join(folder, 'tone', 'model') },
    ])
  })
})
