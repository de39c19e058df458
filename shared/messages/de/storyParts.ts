import type { storyParts as source } from '../storyParts.ts'
import type { TextsOf } from '../languages.ts'

/** The German names of what a file of a story may not hold, as they stand in a list. */
export const storyParts: TextsOf<typeof source> = {
  title: 'den Titel, der der Name der Datei ist',
  chapters: 'Kapitel',
  untitledChapters: 'Kapitel ohne Titel',
  emptyChapters: 'Kapitel ohne Text',
  repeatedTitles: 'ein neues Kapitel mit dem Titel des vorigen',
  characters: 'die Namen der Besetzung',
  unusedCharacters: 'Figuren, die nichts sagen',
  names: 'Namen, die leer oder gleich sind oder Zeichen des Formats haben',
  voices: 'Stimmen, Modelle, Tempo und Farben',
  vibes: 'Vibes und Prompts',
  silences: 'Stille zwischen Blöcken',
  pauses: 'Pausen in Blöcken: sie teilen den Block',
  durations: 'Dauern',
  breaks: 'wo Sätze und Szenen enden',
  sceneMarks: 'Zeichen wie * * *, die als Block gelesen werden',
  emptyBlocks: 'leere Blöcke',
  longBlocks: 'Blöcke, die für einen Dienst zu lang sind: sie werden geteilt',
  blockNames: 'Namen von Blöcken',
  spacing: 'Leerzeichen um Wörter und Zeilen',
  locks: 'Sperren',
  notes: 'Notizen zu Figuren',
  lexicon: 'das Lexikon',
  music: 'Musik',
  book: 'Autor, Reihe und Beschreibung des Buchs und sein Titelbild',
  language: 'Sprache',
  genders: 'Geschlecht der Figuren',
  connection: 'die Verbindung, die spricht',
  audio: 'Audio',
}
