import type { TextsOf } from '../../../shared/messages/languages.ts'
import type { units as source } from '../en/units.ts'

/** Numbers with their units. */
export const units: TextsOf<typeof source> = {
  seconds: '{{value}} s',
  kilobytes: '{{value}} kB',
  megabytes: '{{value}} MB',
  gigabytes: '{{value}} GB',
  credits_one: '{{formatted}} Credit',
  credits_other: '{{formatted}} Credits',
  blocks_one: '{{count}} Block',
  blocks_other: '{{count}} Blöcke',
  chapters_one: '{{count}} Kapitel',
  chapters_other: '{{count}} Kapitel',
  words_one: '{{count}} Wort',
  words_other: '{{count}} Wörter',
  aboutSeconds: 'noch etwa {{count}} s',
  aboutMinutes: 'noch etwa {{count}} min',
  estimate_one: '≈ {{count}} Credit',
  estimate_other: '≈ {{count}} Credits',
  speed: '{{value}}×',
  range: 'Von {{least}} bis {{most}} {{unit}}.',
  blockState: {
    empty: 'Keine Wörter',
    ready: 'Bereit',
    locked: 'Gesperrt',
    changed: 'Geändert',
    notMade: 'Nicht erzeugt',
    making: 'In Arbeit',
    waiting: 'Wartend',
    failed: 'Fehlgeschlagen',
    tooLong: 'Zu lang',
  },
  made: '{{percent}} % erzeugt',
}
