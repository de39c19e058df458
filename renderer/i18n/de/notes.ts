import type { TextsOf } from '../../../shared/messages/languages.ts'
import type { notes as source } from '../en/notes.ts'

/** Texts of the notes and marks of blocks. */
export const notes: TextsOf<typeof source> = {
  title: 'Notizen und Markierungen',
  note: 'Notiz',
  notePlaceholder: 'Für dich und dein Team. Niemand spricht sie.',
  noteOfSeveral: 'Notiz zu {{count}} Blöcken',
  mark: 'Markierung',
  marks: { retake: 'Neu aufnehmen', done: 'Erledigt' },
  hasNote: 'Notiz: {{text}}',
  listed: 'Angezeigt',
  open: 'Offen',
  all: 'Alle',
  export: 'Exportieren',
  exportName: 'Notizen',
  exported_one: '{{count}} Notiz oder Markierung nach {{name}} exportiert.',
  exported_other: '{{count}} Notizen und Markierungen nach {{name}} exportiert.',
  item: 'Block {{number}}, {{name}}',
  tick: 'Erledigt: Block {{number}}',
  empty:
    'Noch keine Notizen. Wähle einen Block aus und drücke {{note}}, um eine zu schreiben, oder {{retake}}, um ihn zum Neuaufnehmen zu markieren.',
  allDone: 'Alles ist erledigt.',
  noneOpen: 'Keine Notiz oder Markierung ist mehr offen.',
  at: 'Block {{number}}: {{text}}',
  marked: {
    retake_one: 'Zum Neuaufnehmen markiert.',
    retake_other: '{{count}} Blöcke zum Neuaufnehmen markiert.',
    done_one: 'Als erledigt markiert.',
    done_other: '{{count}} Blöcke als erledigt markiert.',
    none_one: 'Markierung entfernt.',
    none_other: 'Markierungen von {{count}} Blöcken entfernt.',
  },
}
