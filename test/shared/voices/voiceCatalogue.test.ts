import { describe, expect, it } from 'vitest'
import { readVoiceCatalogue } from '../../../shared/voices/voiceCatalogue.ts'
import { packVoiceId } from '../../../shared/voices/voicePacks.ts'

const catalogue = readVoiceCatalogue()

describe('the catalogue of voice packs', () => {
  it('has a small English pack, a multilingual one, and Piper voices for ten languages', () => {
    const small = catalogue.find(({ pack }) => pack.family === 'kitten')
    expect(small?.size?.bytes).toBeLessThan(30_000_000)
    expect(small?.pack.languages).toEqual(['en-us'])
    expect(catalogue.find(({ pack }) => pack.family === 'kokoro')?.pack.speakers).toHaveLength(53)
    const piper = catalogue.filter(({ pack }) => pack.id.startsWith('vits-piper-'))
    const languages = new Set(piper.flatMap(({ pack }) => pack.languages.map((tag) => tag.slice(0, 2))))
    expect(languages.size).toBeGreaterThanOrEqual(10)
  })

  it('names each pack and each voice once', () => {
    const packIds = catalogue.map(({ pack }) => pack.id)
    expect(new Set(packIds).size).toBe(packIds.length)
    const voices = catalogue.flatMap(({ pack }) => pack.speakers.map(({ id }) => packVoiceId(pack.id, id)))
    expect(new Set(voices).size).toBe(voices.length)
  })

  it('numbers the speakers of a pack from 0, as their model does, and gives them languages of the pack', () => {
    for (const { pack } of catalogue) {
      expect(pack.speakers.map(({ number }) => number)).toEqual(pack.speakers.map((_, index) => index))
      for (const { language } of pack.speakers) expect(pack.languages).toContain(language)
    }
  })

  it('offers archives of one release, over https', () => {
    for (const { download } of catalogue)
      expect(download.url).toMatch(
        /^https:\/\/github\.com\/k2-fsa\/sherpa-onnx\/releases\/download\/tts-models\/[\w.-]+\.tar\.bz2$/,
      )
  })

  it('does not mark a voice as free for commercial use if it began from research recordings', () => {
    const doubtful = catalogue.filter(({ remark }) => remark === 'begun-from-lessac')
    expect(doubtful.length).toBeGreaterThan(0)
    for (const { pack } of doubtful) expect(pack.licence.allowsCommercialUse).toBeNull()
  })
})
