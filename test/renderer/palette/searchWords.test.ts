/** What a writer types who does not know the names of things, in each language, and what is found first. */
import { describe, expect, test } from 'vitest'
import { PLACE_IDS, PLACES } from '../../../renderer/actions/palettePlaces.ts'
import type { PlaceId } from '../../../renderer/actions/palettePlaces.ts'
import { findEntries } from '../../../renderer/features/palette/findEntries.ts'
import { de } from '../../../renderer/i18n/de/index.ts'
import { en } from '../../../renderer/i18n/en/index.ts'
import { es } from '../../../renderer/i18n/es/index.ts'
import type { Catalog } from '../../../renderer/i18n/textKeys.ts'
import { COMMAND_IDS, COMMANDS } from '../../../shared/commands/commands.ts'
import type { CommandId } from '../../../shared/commands/commands.ts'
import { id, sketchStory } from '../support/smallStory.ts'

const CATALOGS: Readonly<Record<string, Catalog>> = { en, de, es }

type Expected = Partial<Record<CommandId | PlaceId, readonly string[]>>

const TYPED: Readonly<Record<string, Expected>> = {
  en: {
    ...{ silenceRules: ['pause rules', 'gap', 'automatic pauses'], theme: ['theme', 'dark', 'light mode'] },
    ...{ language: ['language', 'Deutsch', 'translation'], format: ['mp3', 'm4b', 'bitrate', 'WAV'] },
    ...{
      captions: ['captions', 'subtitles', 'srt'],
      openStory: ['import'],
      lexicon: ['pronunciation', 'ipa'],
    },
    ...{
      versions: ['restore'],
      saveVersion: ['backup'],
      deletedDrafts: ['trash', 'undelete'],
      export: ['share', 'publish'],
    },
    ...{
      loudness: ['volume', 'loudness', 'LUFS'],
      acx: ['acx', 'audible'],
      connections: ['api key', 'account'],
    },
    ...{
      shortcuts: ['help', 'hotkeys'],
      filter: ['filter'],
      cast: ['characters'],
      notes: ['notes', 'remarks'],
    },
    ...{
      settings: ['preferences', 'options'],
      tags: ['cover', 'metadata', 'artwork'],
      chooseVoice: ['narrator'],
      caps: ['budget'],
    },
    ...{
      storyText: ['font size'],
      heldTakes: ['disk space'],
      recordBlock: ['mic'],
      conversions: ['billing'],
    },
  },
  de: {
    ...{ silenceRules: ['Pausenregeln', 'Lücke'], theme: ['Design', 'dunkel'], language: ['Sprache'] },
    ...{ format: ['mp3', 'm4b', 'Bitrate'], captions: ['Untertitel'], openStory: ['importieren'] },
    ...{ lexicon: ['Aussprache', 'Wörterbuch', 'worterbuch'], versions: ['wiederherstellen'] },
    ...{
      deletedDrafts: ['Papierkorb'],
      export: ['weitergeben'],
      loudness: ['Lautstärke', 'Pegel'],
      acx: ['acx'],
    },
    ...{ connections: ['API-Schlüssel', 'api key'], shortcuts: ['Hilfe'], filter: ['filter'] },
    ...{
      cast: ['Figuren'],
      notes: ['Notizen'],
      settings: ['Einstellungen', 'Optionen'],
      tags: ['Titelbild'],
    },
  },
  es: {
    ...{ silenceRules: ['reglas de pausas', 'hueco'], theme: ['tema', 'oscuro'], language: ['idioma'] },
    ...{ format: ['mp3', 'm4b', 'tasa de bits'], captions: ['subtítulos', 'subtitulos'] },
    ...{ openStory: ['importar'], lexicon: ['pronunciación', 'diccionario'], versions: ['restaurar'] },
    ...{ deletedDrafts: ['papelera'], export: ['compartir'], loudness: ['volumen'], acx: ['acx'] },
    ...{ connections: ['clave api', 'api key'], shortcuts: ['ayuda'], filter: ['filtro'] },
    ...{ cast: ['personajes'], notes: ['notas'], settings: ['preferencias'], tags: ['portada'] },
  },
}

/** The text of a key such as `app.theme`. */
function textOf(catalog: Catalog, key: string): string {
  const found = key
    .split('.')
    .reduce<unknown>((part, name) => Object.entries(part ?? {}).find(([each]) => each === name)?.[1], catalog)
  if (typeof found !== 'string') throw new Error(`There is no text ${key}`)
  return found
}

describe.each(Object.keys(TYPED))('in the language %s', (language) => {
  const catalog = CATALOGS[language] ?? en
  const words = new Map<string, string>(Object.entries(catalog.palette.words))
  const commands = COMMAND_IDS.filter((each) => each !== 'palette').map((each) => ({
    ...{ id: each, label: catalog.commands[each], words: words.get(each) ?? '', keys: undefined },
    ...{ isEnabled: true, isForBlock: COMMANDS[each].enabledWhen === 'selection' },
  }))
  const places = PLACE_IDS.map((each) => ({
    ...{ id: each, label: textOf(catalog, PLACES[each].label), words: words.get(each) ?? '' },
    ...{ within: '', isEnabled: true },
  }))
  const voice = { id: 'v', name: 'Pronunciation, help, filter', language, description: '', gender: null }
  const voices = [{ ...voice, engine: null, pack: null }]
  const story = sketchStory([{ text: 'Once.' }])
  const cases = Object.entries(TYPED[language] ?? {}).flatMap(([wanted, typed]) =>
    typed.map((text) => [text, wanted] as const),
  )

  test.each(cases)('“%s” finds %s first', (text, wanted) => {
    const [group] = findEntries({ text, commands, places, recent: [], voices, story, selection: [id('b1')] })
    const [first] = group?.entries ?? []
    const found =
      first?.kind === 'command' ? first.command.id : first?.kind === 'place' ? first.place.id : first?.kind
    expect(found).toBe(wanted)
  })

  test('other words are those of commands and places that exist', () => {
    const known = new Set<string>([...COMMAND_IDS, ...PLACE_IDS])
    expect([...words.keys()].filter((each) => !known.has(each))).toEqual([])
  })
})
