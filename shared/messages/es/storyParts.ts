import type { storyParts as source } from '../storyParts.ts'
import type { TextsOf } from '../languages.ts'

/** The Spanish names of what a file of a story may not hold, as they stand in a list. */
export const storyParts: TextsOf<typeof source> = {
  title: 'el título, que es el nombre del archivo',
  chapters: 'capítulos',
  untitledChapters: 'capítulos sin título',
  emptyChapters: 'capítulos sin texto',
  repeatedTitles: 'un capítulo nuevo con el título del anterior',
  characters: 'los nombres del reparto',
  unusedCharacters: 'personajes que no dicen nada',
  names: 'nombres vacíos, iguales o con signos del formato',
  voices: 'voces, modelos, velocidades y colores',
  vibes: 'vibes y prompts',
  silences: 'silencios',
  pauses: 'pausas dentro de bloques, que los dividen',
  durations: 'duraciones',
  breaks: 'dónde acaban frases y escenas',
  sceneMarks: 'signos como * * * que se leen como bloque',
  emptyBlocks: 'bloques vacíos',
  longBlocks: 'bloques demasiado largos para un servicio, que se dividen',
  blockNames: 'nombres de bloques',
  spacing: 'espacios alrededor de palabras y líneas',
  locks: 'bloqueos',
  notes: 'notas sobre personajes',
  lexicon: 'el léxico',
  music: 'la música',
  book: 'el autor, la serie y la descripción del libro, y su portada',
  language: 'el idioma',
  genders: 'género de los personajes',
  connection: 'la conexión que habla',
  audio: 'audio',
}
