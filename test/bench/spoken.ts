/**
 * `npm run -s bench:spoken -- --cases DIR [--language en|de|es] [--wrong]`: how many of the cases of NVIDIA's NeMo text processing are spoken as
 * their spoken form is, by the phonemes of eSpeak NG, with the rules of `shared/spoken` and without. DIR is a copy of
 * https://github.com/NVIDIA/NeMo-text-processing; `--wrong` names the cases that are not. Nothing of it belongs to this repository.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createEngineModule } from '../../electron/lib/voices/espeakData.ts'
import { spokenText } from '../../shared/spoken/spokenForms.ts'

const VOICES = { en: 'gmw/en-US', de: 'gmw/de', es: 'roa/es' } as const
/** The kinds of cases that novels have as well; each is a file. */
const KINDS = 'cardinal date decimal fraction math measure money ordinal range roman time whitelist'.split(
  ' ',
)

const { values } = parseArgs({
  options: { cases: { type: 'string' }, language: { type: 'string' }, wrong: { type: 'boolean' } },
})
if (values.cases === undefined) {
  console.error('Name a copy of NeMo text processing with --cases.')
  process.exit(2)
}
const { cases } = values

const engineModule = await createEngineModule()
const worker = new engineModule.eSpeakNGWorker()

/** The phonemes of a text in the chosen voice, without stress and rests. */
function phonemesOf(text: string): string {
  const { ipa } = worker.synthesize_ipa(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
  return ipa.replaceAll(/[\sˈˌ,.;:!?_-]+/g, '')
}

/** The cases of a kind: what is written, and each way in which it may be said. German files have the spoken form first. */
function casesOf(language: string, kind: string): readonly (readonly [string, readonly string[]])[] {
  const folder = join(cases, 'tests/nemo_text_processing', language, 'data_text_normalization')
  const path = join(folder, `test_cases_${kind}.txt`)
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.includes('~'))
  return lines.map((line) => {
    const [first = '', ...others] = line.split('~').map((form) => form.trim())
    return language === 'de' ? [others[0] ?? '', [first]] : [first, others]
  })
}

for (const [language, voice] of Object.entries(VOICES)) {
  if (values.language !== undefined && values.language !== language) continue
  worker.set_voice(voice)
  const totals = { cases: 0, engineAlone: 0, withRules: 0 }
  for (const kind of KINDS)
    for (const [written, said] of casesOf(language, kind)) {
      const wanted = new Set(said.map(phonemesOf))
      const spoken = spokenText(written, language)
      const isRight = wanted.has(phonemesOf(spoken))
      totals.cases += 1
      totals.engineAlone += Number(wanted.has(phonemesOf(written)))
      totals.withRules += Number(isRight)
      if (!isRight && values.wrong === true)
        console.log(`${kind}: ${written} → ${spoken}, not ${said.join(' or ')}`)
    }
  console.log(
    `${language}: ${totals.withRules} of ${totals.cases} with the rules, ${totals.engineAlone} without`,
  )
}
