import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sherpa from 'sherpa-onnx-node'
import { expect, it } from 'vitest'
import { modelConfig } from '../../../electron/local-service/natural/naturalProcess.ts'
import { speechRequest, spokenLanguage } from '../../../electron/local-service/natural/naturalMessages.ts'
import { readVoiceCatalogue } from '../../../shared/voices/voiceCatalogue.ts'
import type { VoicePack } from '../../../shared/voices/voicePacks.ts'
import { syntheticManifest, writeSyntheticModel } from '../../support/syntheticVoice.ts'

function packOf(family: VoicePack['family']): VoicePack {
  const found = readVoiceCatalogue().find(({ pack }) => pack.family === family)
  if (found === undefined) throw new Error(`The catalogue has no ${family}`)
  return found.pack
}

it('states the language for every speaker of the multilingual Kokoro, except those that use lexicons', () => {
  const pack = packOf('kokoro')
  const languages = new Set(pack.speakers.map(({ number }) => spokenLanguage(pack, number)))
  expect(languages).toEqual(new Set([null, 'es', 'fr', 'hi', 'it', 'ja', 'pt-br']))
  for (const { number, language } of pack.speakers)
    expect(spokenLanguage(pack, number)).toBe(/^(en|zh)/.test(language) ? null : language)
})

it('states none for models of one language and for other families', () => {
  expect(spokenLanguage(packOf('kitten'), 0)).toBeNull()
  expect(spokenLanguage(syntheticManifest({ family: 'vits', languages: ['es', 'fr'] }), 0)).toBeNull()
  expect(spokenLanguage(syntheticManifest({ family: 'kokoro', languages: ['es'] }), 0)).toBeNull()
})

it('requests the language along with the speaker and the speed', () => {
  const asked = { speaker: 28, speed: 1.5 }
  expect(speechRequest({ text: 'Hola.', ...asked, language: 'es' })).toEqual({
    ...{ text: 'Hola.', sid: 28, speed: 1.5, enableExternalBuffer: false },
    generationConfig: { sid: 28, speed: 1.5, extra: { lang: 'es' } },
  })
  expect(speechRequest({ text: 'Hola.', ...asked, language: null })).not.toHaveProperty('generationConfig')
})

it('keeps the speed if a language is requested', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fabula-language-'))
  try {
    writeSyntheticModel(folder)
    const model = await sherpa.OfflineTts.createAsync(modelConfig(folder, 1))
    const asked = { speaker: 0, speed: 2 }
    for (const language of [null, 'es']) {
      const { samples } = await model.generateAsync(
        speechRequest({ text: 'hello there', ...asked, language }),
      )
      expect(samples).toHaveLength(5_500)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})
