import type { TextsOf } from '../../../shared/messages/languages.ts'
import type { voices as source } from '../en/voices.ts'

/** Texts of the voice picker. */
export const voices: TextsOf<typeof source> = {
  title: 'Eine Stimme',
  titleFor: 'Eine Stimme für {{name}}',
  titleForStory: 'Eine Stimme für Blöcke ohne Figur',
  titleForBlocks_one: 'Eine Stimme für einen Block',
  titleForBlocks_other: 'Eine Stimme für {{count}} Blöcke',
  search: 'Stimmen durchsuchen',
  searchPlaceholder: 'Name, Sprache oder Klang',
  count: '{{found}} von {{count}} Stimmen',
  filters: 'Filter',
  filter: { language: 'Sprache', gender: 'Klingt wie', maker: 'Wo sie entsteht' },
  all: {
    language: 'Alle {{count}} Sprachen',
    gender: 'Alle {{count}}',
    maker: 'Alle {{count}}',
  },
  genders: {
    female: 'Eine Frau',
    male: 'Ein Mann',
    neutral: 'Keines von beiden',
    unknown: 'Nicht bekannt',
  },
  noLanguage: 'Nicht bekannt',
  list: 'Stimmen',
  groups: { used: 'In dieser Geschichte', favourites: 'Favoriten', matches: 'Alle Treffer' },
  none: 'Keine Stimme passt.',
  clearFilters: 'Filter zurücksetzen',
  typedId: 'Eine Stimm-ID des Dienstes, wie du sie eingegeben hast',
  inUse: 'In Gebrauch',
  unread: 'Kann die Schrift dieses Textes nicht lesen',
  addFavourite: '{{name}} zu den Favoriten hinzufügen',
  removeFavourite: '{{name}} aus den Favoriten entfernen',
  hear: '{{name}} anhören',
  hearFor: '{{name}} für {{credits}} anhören',
  stop: '{{name}} stoppen',
  making: 'Das Audio von {{name}} wird erzeugt',
  priceNote:
    'Eine Zahl am Abspielknopf sagt, was das erste Anhören an Credits kostet. Danach ist es kostenlos.',
  facts: { maker: 'Kommt von', language: 'Spricht', gender: 'Klingt wie', costs: 'Kostet' },
  free: 'Nichts',
  perCharacter: 'Etwa einen Credit je Buchstabe',
  use: '{{voice}} verwenden',
  useForCharacter: '{{voice}} für {{name}} verwenden',
  useForStory: '{{voice}} für Blöcke ohne Figur verwenden',
  useForBlock: 'Nur für Block {{number}}',
  useForBlocks_one: 'Nur für den ausgewählten Block',
  useForBlocks_other: 'Nur für die {{count}} ausgewählten Blöcke',
  changesFree_one: 'Ein Block ist dann geändert. Ihn neu zu rendern ist kostenlos, und seine Takes bleiben.',
  changesFree_other:
    '{{count}} Blöcke sind dann geändert. Sie neu zu rendern ist kostenlos, und ihre Takes bleiben.',
  changes_one: 'Ein Block ist dann geändert. Ihn neu zu rendern kostet {{credits}}, und seine Takes bleiben.',
  changes_other:
    '{{count}} Blöcke sind dann geändert. Sie neu zu rendern kostet {{credits}}, und ihre Takes bleiben.',
}
