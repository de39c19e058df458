import type { TextsOf } from '../../../shared/messages/languages.ts'
import type { units as source } from '../en/units.ts'

/** Numbers with their units. */
export const units: TextsOf<typeof source> = {
  seconds: '{{value}} s',
  kilobytes: '{{value}} kB',
  megabytes: '{{value}} MB',
  gigabytes: '{{value}} GB',
  credits_one: '{{formatted}} crédito',
  credits_other: '{{formatted}} créditos',
  blocks_one: '{{count}} bloque',
  blocks_other: '{{count}} bloques',
  chapters_one: '{{count}} capítulo',
  chapters_other: '{{count}} capítulos',
  words_one: '{{count}} palabra',
  words_other: '{{count}} palabras',
  aboutSeconds: 'quedan unos {{count}} s',
  aboutMinutes: 'quedan unos {{count}} min',
  estimate_one: '≈ {{count}} crédito',
  estimate_other: '≈ {{count}} créditos',
  speed: '{{value}}×',
  range: 'De {{least}} a {{most}} {{unit}}.',
  blockState: {
    empty: 'Sin palabras',
    ready: 'Listo',
    locked: 'Bloqueado',
    changed: 'Cambiado',
    notMade: 'Sin generar',
    making: 'En curso',
    waiting: 'En espera',
    failed: 'Fallido',
    tooLong: 'Demasiado largo',
  },
  made: '{{percent}} % generado',
}
