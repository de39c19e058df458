import type { TextsOf } from '../../../shared/messages/languages.ts'
import type { palette as source } from '../en/palette.ts'

/** Texts of the command palette. */
export const palette: TextsOf<typeof source> = {
  results: 'Ergebnisse',
  none: 'Nichts gefunden. Suche nach einem Befehl, einem Namen oder Wörtern der Geschichte.',
  forBlock: 'Für Block {{number}}',
  forBlocks: 'Für {{count}} Blöcke',
  groups: {
    recent: 'Zuletzt benutzt',
    block: 'Für den Block',
    characters: 'Figuren',
    chapters: 'Kapitel',
    commands: 'Befehle',
    voices: 'Stimmen',
    text: 'Im Text',
  },
  give: '{{name}} geben',
  characterFacts: '{{voice}} · {{model}} · {{blocks}}',
  doIt: 'ausführen',
  signs: '> Befehle   @ Figuren   # Kapitel',
}
