/** The words about the app itself, and of the question that a link from outside brings up. */
import type { Language } from '../../../shared/messages/languages.ts'

export interface AboutTexts {
  readonly about: Readonly<Record<'detail' | 'licence' | 'notices' | 'close' | 'unreadable', string>>
  readonly link: Readonly<
    Record<'question' | 'origin' | 'open' | 'cancel' | 'refused' | 'understood', string>
  >
}

const en: AboutTexts = {
  about: {
    detail:
      'A studio where a writer turns a text into a spoken story.\n\n© 2026 Fabula contributors. Free software under the GNU General Public License, version 3 or later, without any warranty. You may pass it on and change it.',
    licence: 'License',
    notices: 'Third-party notices',
    close: 'Close',
    unreadable: 'No program opens this text. It is in this file:',
  },
  link: {
    question: 'Open this file?',
    origin: 'A link in another program or on a website asks for it. If you did not expect that, cancel.',
    open: 'Open',
    cancel: 'Cancel',
    refused:
      'A link asked Fabula for something that it does not open. Nothing was opened. Links can open stories and texts on this computer.',
    understood: 'OK',
  },
}

const de: AboutTexts = {
  about: {
    detail:
      'Ein Studio, in dem aus einem Text eine gesprochene Geschichte wird.\n\n© 2026 Fabula contributors. Freie Software unter der GNU General Public License, Version 3 oder neuer, ohne jede Gewährleistung. Du darfst sie weitergeben und verändern.',
    licence: 'Lizenz',
    notices: 'Lizenzen Dritter',
    close: 'Schließen',
    unreadable: 'Kein Programm öffnet diesen Text. Er steht in dieser Datei:',
  },
  link: {
    question: 'Diese Datei öffnen?',
    origin:
      'Ein Link in einem anderen Programm oder auf einer Website möchte das. Wenn du das nicht erwartet hast, brich ab.',
    open: 'Öffnen',
    cancel: 'Abbrechen',
    refused:
      'Ein Link wollte von Fabula etwas, das es nicht öffnet. Nichts wurde geöffnet. Links können Geschichten und Texte auf diesem Computer öffnen.',
    understood: 'OK',
  },
}

const es: AboutTexts = {
  about: {
    detail:
      'Un estudio donde un texto se convierte en una historia hablada.\n\n© 2026 Fabula contributors. Software libre bajo la Licencia Pública General de GNU, versión 3 o posterior, sin ninguna garantía. Puedes compartirlo y modificarlo.',
    licence: 'Licencia',
    notices: 'Licencias de terceros',
    close: 'Cerrar',
    unreadable: 'Ningún programa abre este texto. Está en este archivo:',
  },
  link: {
    question: '¿Abrir este archivo?',
    origin: 'Lo pide un enlace de otro programa o de un sitio web. Si no lo esperabas, cancela.',
    open: 'Abrir',
    cancel: 'Cancelar',
    refused:
      'Un enlace pidió a Fabula algo que no abre. No se ha abierto nada. Los enlaces pueden abrir historias y textos de este ordenador.',
    understood: 'Aceptar',
  },
}

export const aboutTexts: Readonly<Record<Language, AboutTexts>> = { en, de, es }
