import type { TextsOf } from '../../../shared/messages/languages.ts'
import type { notes as source } from '../en/notes.ts'

/** Texts of the notes and marks of blocks. */
export const notes: TextsOf<typeof source> = {
  title: 'Notas y marcas',
  note: 'Nota',
  notePlaceholder: 'Para ti y tu equipo. Nadie la dice.',
  noteOfSeveral: 'Nota de {{count}} bloques',
  mark: 'Marca',
  marks: { retake: 'Repetir', done: 'Hecho' },
  hasNote: 'Nota: {{text}}',
  listed: 'En la lista',
  open: 'Pendientes',
  all: 'Todas',
  export: 'Exportar',
  exportName: 'Notas',
  exported_one: '{{count}} nota o marca exportada a {{name}}.',
  exported_other: '{{count}} notas y marcas exportadas a {{name}}.',
  item: 'Bloque {{number}}, {{name}}',
  tick: 'Hecho: bloque {{number}}',
  empty:
    'Aún no hay notas. Selecciona un bloque y pulsa {{note}} para escribir una, o {{retake}} para marcarlo para repetir.',
  allDone: 'Todo está hecho.',
  noneOpen: 'No queda ninguna nota ni marca pendiente.',
  at: 'Bloque {{number}}: {{text}}',
  marked: {
    retake_one: 'Marcado para repetir.',
    retake_other: '{{count}} bloques marcados para repetir.',
    done_one: 'Marcado como hecho.',
    done_other: '{{count}} bloques marcados como hechos.',
    none_one: 'Marca quitada.',
    none_other: 'Marcas de {{count}} bloques quitadas.',
  },
}
