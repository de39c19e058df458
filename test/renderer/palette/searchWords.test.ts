/** Words that a writer may type without knowing the names of things, in each language, and the first result. */
import { describe, expect, test } from 'vitest'
import { PLACE_IDS, PLACES, type PlaceId } from '../../../renderer/actions/palette.ts'
import { findEntries } from '../../../renderer/features/palette/findEntries.ts'
import { de } from '../../../renderer/i18n/de.ts'
import { en } from '../../../renderer/i18n/en.ts'
import { es } from '../../../renderer/i18n/es.ts'
import type { Catalog } from '../../../renderer/i18n/textKeys.ts'
import { COMMAND_IDS, COMMANDS, type CommandId } from '../../../shared/commands/commands.ts'
import { id, sketchStory } from '../support/smallStory.ts'

const CATALOGS: Readonly<Record<string, Catalog>> = { en, de, es }

type Expected = Partial<Record<CommandId | PlaceId, readonly string[]>>

const TYPED: Readonly<Record<string, Expected>> = {
  en: {
    silenceRules: [
      'pause rules',
      'gap',
      'automatic pauses',
      'rules for silences',
      'pacing',
      'time between blocks',
    ],
    insertPause: ['pause'],
    theme: ['theme', 'dark', 'light mode', 'dark theme', 'night mode', 'color scheme'],
    language: ['language', 'Deutsch', 'translation', 'interface language'],
    format: ['mp3', 'm4b', 'bitrate', 'WAV', 'kbps', 'audio format'],
    captions: ['captions', 'subtitles', 'srt', 'closed captions', 'subtitle file', 'timestamps'],
    openStory: ['import', 'epub', 'open file', 'docx'],
    lexicon: ['pronunciation', 'ipa', 'mispronounced', 'phonetic'],
    versions: ['restore', 'snapshots', 'go back'],
    saveVersion: ['backup', 'snapshot'],
    deletedDrafts: ['trash', 'undelete', 'recycle bin', 'deleted stories'],
    exportMarkdown: ['transcript'],
    print: ['print', 'paper'],
    copyChapterText: ['plain text'],
    export: ['share', 'publish', 'render to file'],
    loudness: ['volume', 'loudness', 'LUFS', 'normalize', 'too quiet'],
    acx: ['acx', 'audible', 'audiobook'],
    connections: ['api key', 'account', 'token', 'sign in'],
    shortcuts: ['help', 'hotkeys', 'key bindings', 'keymap'],
    filter: ['filter', 'show only', 'unrendered'],
    cast: ['characters', 'gender', 'roles'],
    notes: ['notes', 'remarks'],
    settings: ['preferences', 'options', 'configure'],
    tags: ['cover', 'metadata', 'artwork', 'author', 'narrated by'],
    chooseVoice: ['narrator', 'change voice'],
    caps: ['budget', 'spending limit'],
    storyText: ['font size', 'bigger text', 'text size'],
    heldTakes: ['disk space', 'storage', 'what the story holds'],
    recordBlock: ['mic', 'microphone', 'voice recording'],
    conversions: ['billing', 'cost', 'webhooks'],
    naturalVoices: ['download voices', 'offline voices'],
    documents: ['text to speech', 'read aloud', 'pdf to mp3'],
    notifying: ['notifications', 'alert'],
    history: ['undo list', 'undo history'],
    replace: ['regex', 'search and replace'],
    showLogs: ['log file'],
    atOnce: ['parallel', 'at the same time'],
  },
  de: {
    silenceRules: ['Pausenregeln', 'Lücke', 'automatische Pausen', 'Regeln für Stille', 'Abstand'],
    insertPause: ['Pause', 'Unterbrechung'],
    theme: ['Design', 'dunkel', 'Thema', 'Nachtmodus', 'Farbschema'],
    language: ['Sprache', 'Englisch', 'Übersetzung'],
    format: ['mp3', 'm4b', 'Bitrate', 'Audioformat'],
    captions: ['Untertitel', 'srt', 'Zeitstempel'],
    openStory: ['importieren', 'epub', 'Datei öffnen'],
    lexicon: ['Aussprache', 'Wörterbuch', 'worterbuch', 'Lautschrift'],
    versions: ['wiederherstellen', 'ältere Version'],
    saveVersion: ['Schnappschuss', 'Sicherung'],
    deletedDrafts: ['Papierkorb', 'gelöschte Geschichten'],
    exportMarkdown: ['Transkript'],
    print: ['drucken', 'Papier'],
    copyChapterText: ['reiner Text'],
    export: ['weitergeben', 'veröffentlichen'],
    loudness: ['Lautstärke', 'Pegel', 'Lautheit', 'normalisieren', 'zu leise'],
    acx: ['acx', 'Hörbuch'],
    connections: ['API-Schlüssel', 'api key', 'Konto', 'Token', 'anmelden'],
    shortcuts: ['Hilfe', 'Tastenbelegung', 'Tastatur'],
    filter: ['filter', 'nur zeigen'],
    cast: ['Figuren', 'Geschlecht', 'Rollen'],
    notes: ['Notizen'],
    settings: ['Einstellungen', 'Optionen'],
    tags: ['Titelbild', 'Metadaten', 'Autorin', 'gelesen von'],
    chooseVoice: ['Erzähler', 'Stimme ändern'],
    caps: ['Budget', 'Obergrenze'],
    storyText: ['Schriftgröße', 'größere Schrift'],
    heldTakes: ['Speicherplatz', 'aufräumen'],
    recordBlock: ['Mikrofon'],
    conversions: ['Kosten', 'Abrechnung'],
    naturalVoices: ['Stimmen herunterladen', 'Offline-Stimmen'],
    documents: ['vorlesen', 'Text zu Sprache'],
    notifying: ['Benachrichtigungen'],
    replace: ['regex', 'suchen und ersetzen'],
  },
  es: {
    silenceRules: ['reglas de pausas', 'hueco', 'pausas automáticas', 'reglas de silencio'],
    insertPause: ['pausa', 'corte'],
    theme: ['tema', 'oscuro', 'modo noche', 'combinación de colores'],
    language: ['idioma', 'alemán', 'traducción'],
    format: ['mp3', 'm4b', 'tasa de bits', 'formato de audio'],
    captions: ['subtítulos', 'subtitulos', 'srt', 'marcas de tiempo'],
    openStory: ['importar', 'epub', 'abrir archivo'],
    lexicon: ['pronunciación', 'diccionario', 'fonética'],
    versions: ['restaurar', 'versión anterior'],
    saveVersion: ['instantánea', 'copia de seguridad'],
    deletedDrafts: ['papelera', 'historias eliminadas'],
    exportMarkdown: ['transcripción'],
    print: ['imprimir', 'papel'],
    export: ['compartir', 'publicar'],
    loudness: ['volumen', 'sonoridad', 'normalizar', 'muy bajo'],
    acx: ['acx', 'audiolibro'],
    connections: ['clave api', 'api key', 'cuenta', 'iniciar sesión'],
    shortcuts: ['ayuda', 'teclado', 'teclas rápidas'],
    filter: ['filtro', 'filtrar', 'mostrar solo'],
    cast: ['personajes', 'género', 'papeles'],
    notes: ['notas'],
    settings: ['preferencias', 'opciones'],
    tags: ['portada', 'metadatos', 'autora', 'narrado por'],
    chooseVoice: ['narrador', 'cambiar voz'],
    caps: ['presupuesto', 'tope'],
    storyText: ['tamaño de letra', 'letra más grande'],
    heldTakes: ['espacio en disco', 'almacenamiento'],
    recordBlock: ['micrófono', 'grabar'],
    conversions: ['coste', 'facturación'],
    naturalVoices: ['descargar voces', 'voces sin conexión'],
    documents: ['leer en voz alta', 'texto a voz'],
    notifying: ['notificaciones'],
    replace: ['regex', 'buscar y reemplazar'],
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

  test('search words belong to existing commands and places', () => {
    const known = new Set<string>([...COMMAND_IDS, ...PLACE_IDS])
    expect([...words.keys()].filter((each) => !known.has(each))).toEqual([])
  })
})
