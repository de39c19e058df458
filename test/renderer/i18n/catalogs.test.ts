/** Faults in the catalogs that the compiler does not find: wrong placeholders, empty texts, untranslated texts, and unused texts. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../../../build/root.mjs'
import { de } from '../../../renderer/i18n/de.ts'
import { en } from '../../../renderer/i18n/en.ts'
import { es } from '../../../renderer/i18n/es.ts'

/** All texts of a catalog by their keys, written like `app.saving.saved`. */
function textsOf(catalog: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(catalog).flatMap(([name, value]: [string, object | string]): [string, string][] =>
      typeof value === 'string' ? [[prefix + name, value]] : [...textsOf(value, `${prefix}${name}.`)],
    ),
  )
}

const placeholders = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).toSorted()
/** Whether a text has words of its own, beside placeholders, signs, addresses and units. */
const hasWords = (text: string) =>
  /\p{L}{2}/u.test(text.replace(/\{\{\w+\}\}|https?:\S+|\b(?:s|min|MB|kB|px)\b/g, ''))

const EXPORT_WORDS = [
  'captionFormats.srt',
  'captionFormats.vtt',
  'kilohertz',
  'loudnessKinds.lufs',
  'loudnessKinds.rms',
  'mono',
  'presetHints.broadcast',
].map((name) => `exports.${name}`)
const FORMAT_NAMES = ['md', 'fountain', 'fdx', 'csv'].map((name) => `exports.textFormats.${name}`)
/** Texts that are the same in English because their words are the same. */
const SAME_WORDS: Readonly<Record<string, readonly string[]>> = {
  de: [
    ...FORMAT_NAMES,
    ...EXPORT_WORDS,
    ...['exports.blockN', 'exports.columns.rate', 'exports.stereo'],
    ...[
      'app.name',
      'app.themes.system',
      'app.format',
      'app.statusOther',
      'exports.text',
      'exports.presets.podcast',
    ],
    ...['imports.readings.markdown', 'imports.title', 'imports.column.emotion', 'imports.reasons.link'],
    ...['commands.vibes', 'conversions.events.port', 'conversions.tabs.ledger'],
    ...['conversions.columns.credits', 'conversions.facts.source'],
    ...['render.credits', 'render.why.emotion', 'render.why.pause', 'render.why.text'],
    ...['conversions.columns.words', 'lexicon.asIs', 'lexicon.asItIs', 'palette.within.export'],
    ...['inspector.title', 'inspector.auto', 'inspector.models.tts-1', 'inspector.name', 'inspector.neutral'],
    ...[
      'inspector.namePlaceholder',
      'inspector.characterName',
      'takes.title',
      'takes.take',
      'takes.held.ofBlock',
    ],
    ...['inspector.settings.emotion', 'inspector.settings.vibe', 'inspector.unread.inBlocks_one'],
    ...[
      'notes.item',
      'notes.at',
      'script.block',
      'script.row',
      'timeline.clips',
      'timeline.blockShort',
      'timeline.zoom',
    ],
    ...['vibes.tab', 'units.gigabytes', 'updates.emotion', 'music.db', 'music.name'],
    ...['servers.connection.fields.name.label', 'servers.engine.fields.name.label', 'servers.voiceName'],
    ...['servers.engine.fields.name.placeholder', 'servers.engine.fields.model.placeholder'],
    ...['servers.engine.fields.voices.placeholder'],
    ...['servers.languageModel.fields.name.label', 'servers.languageModel.fields.model.placeholder'],
  ],
  es: [
    ...FORMAT_NAMES,
    ...EXPORT_WORDS,
    ...['exports.bits', 'exports.variable'],
    ...['imports.readings.markdown', 'storyParts.audio'],
    ...['app.name', 'app.panels.inspector', 'commands.vibes', 'conversions.ledger.total'],
    ...['conversions.facts.source'],
    ...['inspector.region', 'inspector.auto', 'inspector.settings.vibe', 'inspector.rules.presets.natural'],
    ...['inspector.color', 'inspector.colorN', 'lexicon.asIs', 'lexicon.asItIs'],
    ...['settings.section.general', 'scripts.Kanji', 'timeline.clips', 'timeline.zoom'],
    ...['vibes.tab', 'vibes.chip', 'units.gigabytes', 'music.db'],
    ...['servers.engine.fields.name.placeholder', 'servers.engine.fields.model.placeholder'],
    ...['servers.engine.fields.voices.placeholder', 'servers.languageModel.fields.model.placeholder'],
  ],
}

const english = textsOf(en)

test.each(Object.entries({ en, de, es }))(
  'the catalog of %s inserts only named values into its texts (renderer/i18n/useTranslation.ts)',
  (_, catalog) => {
    const isOther = (text: string) => /\{\{|\}\}|\$t\(/.test(text.replace(/\{\{\w+\}\}/g, ''))
    expect([...textsOf(catalog)].filter(([, text]) => isOther(text))).toEqual([])
  },
)

test('every edit has a description for the history', () => {
  const { with: _, ...done } = en.done
  expect(Object.keys(done).toSorted()).toEqual(Object.keys(en.edits).toSorted())
})

describe.each(Object.entries({ de, es }))('the catalog of %s', (language, catalog) => {
  const texts = textsOf(catalog)

  test('has the keys of the English catalog', () => {
    expect([...texts.keys()].toSorted()).toEqual([...english.keys()].toSorted())
  })

  test('has the placeholders of the English texts, and no empty text', () => {
    const wrong = [...english].filter(([key, text]) => {
      const translated = texts.get(key) ?? ''
      return translated.trim() === '' || placeholders(translated).join() !== placeholders(text).join()
    })
    expect(wrong.map(([key]) => key)).toEqual([])
  })

  test('leaves no text in English except where both languages have the same words', () => {
    const same = [...english].filter(([key, text]) => hasWords(text) && texts.get(key) === text)
    expect(same.map(([key]) => key).toSorted()).toEqual([...(SAME_WORDS[language] ?? [])].toSorted())
  })

  test('uses the quotation marks of the language', () => {
    const marks = language === 'de' ? /[”«»"]/ : /[“”„"]/
    const wrong = [...texts].filter(([key, text]) => marks.test(text) && key !== 'errors.file-name-refused')
    expect(wrong).toEqual([])
  })
})

test('every text is shown somewhere', () => {
  const sources = globSync('{renderer,electron,shared}/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !/i18n[\\/](?:en|de|es)\.ts$/.test(path))
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n')
  const named = new Set([...sources.matchAll(/['"`](\w+(?:\.[\w-]+)+)['"`]/g)].map(([, key]) => key))
  // Keys that are made from data, such as `app.states.${state}`.
  const made = [...sources.matchAll(/`(\w+\.(?:[\w.-]|\$\{[^}]*\})*)`/g)]
    .flatMap(([, key = '']) => (key.includes('${') ? [key.replaceAll('.', '\\.')] : []))
    .map((key) => new RegExp(`^${key.replaceAll(/\$\{[^}]*\}/g, '[\\w.-]*')}$`))
  const unused = [...english.keys()]
    .map((key) => key.replace(/_(?:zero|one|other)$/, ''))
    .filter((key) => !named.has(key) && !made.some((pattern) => pattern.test(key)))
  expect(unused).toEqual([])
})
