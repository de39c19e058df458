import type { TextsOf } from '../../../shared/messages/languages.ts'
import type { exports as source } from '../en/exports.ts'

/** Texts of the export dialog, and of how an export ended. */
export const exports: TextsOf<typeof source> = {
  title: 'Geschichte exportieren',
  beside: 'Auch schreiben',
  besideFiles: { captions: 'Untertitel', chapters: 'Kapitel', times: 'Zeiten' },
  besideNotes: {
    captions: 'SRT, und WebVTT mit den Sprechern',
    chapters: 'für die Beschreibung eines Videos und für Podcasts',
    times: 'JSON, und Textmarken für Audacity',
  },
  noTimes:
    'Der Dienst hat nicht gesagt, wann jeder Block zu hören ist, also kann es keine Untertitel und keine Kapitellisten geben.',
  doneWith_one: '{{name}} und eine Datei daneben exportiert.',
  doneWith_other: '{{name}} und {{count}} Dateien daneben exportiert.',
  part: 'Was exportiert wird',
  whole: 'Die ganze Geschichte',
  next: 'Exportieren…',
  formatNote: {
    mp3: 'Klein, und überall abspielbar.',
    wav: 'Unkomprimiert, für die weitere Arbeit in einem Audioeditor.',
    md: 'Ein Text mit Überschriften und fett geschriebenen Sprechern.',
    fountain: 'Ein Drehbuch als reiner Text.',
    fdx: 'Ein Drehbuch für Final Draft.',
    csv: 'Eine Zeile je Block, für Tabellen und Spiele. Ein Apostroph verhindert, dass eine Tabelle eine Zeile als Formel ausführt.',
    request: 'Was ein Sprachdienst für die ganze Geschichte bekommt.',
    json: 'Die ganze Geschichte ohne ihr Audio, für andere Programme und zum Vergleichen.',
  },
  textFormat: 'Art des Texts',
  text: 'Text',
  textFormats: {
    md: 'Markdown',
    fountain: 'Fountain',
    fdx: 'Final Draft',
    csv: 'CSV',
    request: 'Story-Maker-Anfrage',
    json: 'Portable Geschichte',
  },
  lostParts: 'Nicht in der Datei:',
  lostNothing: 'Die Datei enthält die ganze Geschichte.',
  length: 'Eine Datei von {{length}}.',
  changed_one: 'Ein Block wurde seit dem letzten Rendern geändert.',
  changed_other: '{{count}} Blöcke wurden seit dem letzten Rendern geändert.',
  notMade_one: 'Ein Block ist noch zu rendern.',
  notMade_other: '{{count}} Blöcke sind noch zu rendern.',
  empty: 'Die Geschichte hat noch keine Wörter, die zu sprechen wären.',
  renderAndExport: 'Rendern und exportieren…',
}
