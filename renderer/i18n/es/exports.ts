import type { TextsOf } from '../../../shared/messages/languages.ts'
import type { exports as source } from '../en/exports.ts'

/** Texts of the export dialog, and of how an export ended. */
export const exports: TextsOf<typeof source> = {
  title: 'Exportar la historia',
  beside: 'Escribir también',
  besideFiles: { captions: 'Subtítulos', chapters: 'Capítulos', times: 'Tiempos' },
  besideNotes: {
    captions: 'SRT, y WebVTT con quién habla',
    chapters: 'para la descripción de un vídeo y para pódcasts',
    times: 'JSON, y etiquetas para Audacity',
  },
  noTimes:
    'El servicio no dijo cuándo se oye cada bloque, así que no puede haber subtítulos ni listas de capítulos.',
  doneWith_one: 'Exportado: {{name}}, y un archivo al lado.',
  doneWith_other: 'Exportado: {{name}}, y {{count}} archivos al lado.',
  part: 'Qué exportar',
  whole: 'Toda la historia',
  next: 'Exportar…',
  formatNote: {
    mp3: 'Pequeño, y se reproduce en cualquier parte.',
    wav: 'Sin comprimir, para seguir trabajando en un editor de audio.',
    md: 'Un texto con títulos y los hablantes en negrita.',
    fountain: 'Un guion en texto sin formato.',
    fdx: 'Un guion para Final Draft.',
    csv: 'Una fila por bloque, para hojas de cálculo y juegos. Un apóstrofo evita que la hoja ejecute una línea como fórmula.',
    request: 'Lo que recibe un servicio de voz para toda la historia.',
    json: 'Toda la historia sin su audio, para otros programas y para comparar.',
  },
  textFormat: 'Tipo de texto',
  text: 'Texto',
  textFormats: {
    md: 'Markdown',
    fountain: 'Fountain',
    fdx: 'Final Draft',
    csv: 'CSV',
    request: 'Petición de Story Maker',
    json: 'Historia portátil',
  },
  lostParts: 'No está en el archivo:',
  lostNothing: 'El archivo contiene toda la historia.',
  length: 'Un archivo de {{length}}.',
  changed_one: 'Un bloque ha cambiado desde el último renderizado.',
  changed_other: '{{count}} bloques han cambiado desde el último renderizado.',
  notMade_one: 'Antes hay que renderizar un bloque.',
  notMade_other: 'Antes hay que renderizar {{count}} bloques.',
  empty: 'La historia aún no tiene palabras que decir.',
  renderAndExport: 'Renderizar y exportar…',
}
