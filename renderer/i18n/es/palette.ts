import type { TextsOf } from '../../../shared/messages/languages.ts'
import type { palette as source } from '../en/palette.ts'

/** Texts of the command palette. */
export const palette: TextsOf<typeof source> = {
  results: 'Resultados',
  none: 'No se encuentra nada. Busca una orden, un nombre o palabras de la historia.',
  forBlock: 'Para el bloque {{number}}',
  forBlocks: 'Para {{count}} bloques',
  groups: {
    recent: 'Usado hace poco',
    block: 'Para el bloque',
    characters: 'Personajes',
    chapters: 'Capítulos',
    commands: 'Órdenes',
    voices: 'Voces',
    text: 'En el texto',
  },
  give: 'Dar a {{name}}',
  characterFacts: '{{voice}} · {{model}} · {{blocks}}',
  doIt: 'hacerlo',
  signs: '> órdenes   @ personajes   # capítulos',
}
