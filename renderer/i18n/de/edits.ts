import type { TextsOf } from '../../../shared/messages/languages.ts'
import type { edits as source } from '../en/edits.ts'

/** Names of edits, as they stand behind "Rückgängig" and "Wiederholen". */
export const edits: TextsOf<typeof source> = {
  typing: 'Text eingeben',
  paste: 'Einfügen',
  importBlocks: 'Hinzufügen eines Imports',
  addBlock: 'Block hinzufügen',
  addChapter: 'Kapitel hinzufügen',
  duplicate: 'Duplizieren',
  delete: 'Löschen',
  move: 'Verschieben',
  moveChapter: 'Kapitel verschieben',
  split: 'Teilen',
  merge: 'Verbinden',
  rename: 'Umbenennen',
  silence: 'Stille ändern',
  unpinSilence: 'Stille lösen',
  duration: 'Dauer ändern',
  connection: 'Verbindung ändern',
  character: 'Figur ändern',
  addCharacter: 'Figur hinzufügen',
  removeCharacter: 'Figur entfernen',
  lock: 'Sperren',
  unlock: 'Entsperren',
  replace: 'Ersetzen',
  notes: 'Notizen ändern',
  color: 'Farbe ändern',
  mergeCharacters: 'Figuren zusammenlegen',
  bringBack: 'Ungespeicherte Wörter zurückholen',
  restoreVersion: 'Version wiederherstellen',
  resetSettings: 'Einstellungen zurücksetzen',
}
