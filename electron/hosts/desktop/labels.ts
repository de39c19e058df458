/** All texts that the desktop shows outside its pages: in menus and in the system's dialogs. */
import type { FilePurpose } from '../../../shared/files/fileTypes.ts'
import type { BarMenu, CommandId, PlaceKeysId } from '../../../shared/commands/commands.ts'
import { commands } from '../../../shared/messages/names.ts'
import { commands as germanCommands } from '../../../shared/messages/de/names.ts'
import { commands as spanishCommands } from '../../../shared/messages/es/names.ts'
import type { Language } from '../../../shared/messages/languages.ts'

export interface Labels {
  readonly commands: Readonly<Record<CommandId | PlaceKeysId, string>>
  readonly untitled: string
  /** With the name of the file as `{{name}}`. */
  readonly replaceQuestion: string
  readonly replace: string
  readonly cancel: string
  readonly fileTypes: Readonly<Record<FilePurpose, string>>
  readonly unsaved: Readonly<Record<'message' | 'detail' | 'keep' | 'close', string>>
  readonly menu: Readonly<
    Record<BarMenu | 'window' | 'licence' | 'notices' | 'updates' | 'openRecent' | 'clearRecent', string>
  >
  /** The context menu of text. `lookUp` has the selected words as `{{words}}`. */
  readonly text: Readonly<Record<'noSuggestions' | 'addToDictionary' | 'lookUp' | 'block', string>>
  /** Items that the system runs, by their names in Electron. */
  readonly roles: Readonly<Record<Role, string>>
}

type Role =
  | 'about'
  | 'services'
  | 'hide'
  | 'hideOthers'
  | 'unhide'
  | 'quit'
  | 'close'
  | 'cut'
  | 'copy'
  | 'paste'
  | 'pasteAndMatchStyle'
  | 'selectAll'
  | 'resetZoom'
  | 'zoomIn'
  | 'zoomOut'
  | 'togglefullscreen'
  | 'toggleDevTools'
  | 'minimize'
  | 'zoom'
  | 'front'
  | 'startSpeaking'
  | 'stopSpeaking'

const en: Labels = {
  commands,
  untitled: 'Untitled story',
  replaceQuestion: '“{{name}}” is already there. Replace it?',
  replace: 'Replace',
  cancel: 'Cancel',
  fileTypes: {
    open: 'Stories and texts',
    document: 'Documents',
    audio: 'Audio',
    music: 'Music',
    cover: 'Pictures',
    voice: 'Voices',
    'save-as': 'Fabula story',
    'export-mp3': 'MP3 audio',
    'export-wav': 'WAV audio',
    'export-m4b': 'M4B audiobook',
    'export-flac': 'FLAC audio',
    'export-opus': 'Opus audio',
    'export-folder': 'Folder',
    'export-vibes': 'Vibes',
    'export-csv': 'CSV table',
    'export-md': 'Markdown text',
    'export-html': 'Web page',
    'export-fountain': 'Fountain screenplay',
    'export-fdx': 'Final Draft screenplay',
    'export-json': 'JSON',
  },
  unsaved: {
    message: 'Your last words could not be saved yet.',
    detail:
      'Everything before them is saved. Keep the window open, make room on the disk or bring its folder back, and type on: Fabula tries again. If you close the window, Fabula keeps these words and brings them back when you open the story again.',
    keep: 'Keep the window open',
    close: 'Close anyway',
  },
  menu: {
    file: 'File',
    edit: 'Edit',
    story: 'Story',
    speech: 'Speech',
    view: 'View',
    window: 'Window',
    help: 'Help',
    licence: 'License',
    openRecent: 'Open recent',
    clearRecent: 'Clear list',
    notices: 'Third-party notices',
    updates: 'Check for updates…',
  },
  text: {
    noSuggestions: 'No suggestions',
    addToDictionary: 'Add to dictionary',
    lookUp: 'Look up “{{words}}”',
    block: 'Block',
  },
  roles: {
    about: 'About Fabula',
    services: 'Services',
    hide: 'Hide Fabula',
    hideOthers: 'Hide others',
    unhide: 'Show all',
    quit: 'Quit',
    close: 'Close window',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    pasteAndMatchStyle: 'Paste as plain text',
    selectAll: 'Select all',
    resetZoom: 'Actual size',
    zoomIn: 'Enlarge the window',
    zoomOut: 'Reduce the window',
    togglefullscreen: 'Full screen',
    toggleDevTools: 'Developer tools',
    minimize: 'Minimise',
    zoom: 'Zoom the window',
    front: 'Bring all to front',
    startSpeaking: 'Start speaking',
    stopSpeaking: 'Stop speaking',
  },
}

const de: Labels = {
  commands: germanCommands,
  untitled: 'Geschichte ohne Titel',
  replaceQuestion: '„{{name}}“ gibt es bereits. Ersetzen?',
  replace: 'Ersetzen',
  cancel: 'Abbrechen',
  fileTypes: {
    open: 'Geschichten und Texte',
    document: 'Dokumente',
    audio: 'Audio',
    music: 'Musik',
    cover: 'Bilder',
    voice: 'Stimmen',
    'save-as': 'Fabula-Geschichte',
    'export-mp3': 'MP3-Audio',
    'export-wav': 'WAV-Audio',
    'export-m4b': 'M4B-Hörbuch',
    'export-flac': 'FLAC-Audio',
    'export-opus': 'Opus-Audio',
    'export-folder': 'Ordner',
    'export-vibes': 'Vibes',
    'export-csv': 'CSV-Tabelle',
    'export-md': 'Markdown-Text',
    'export-html': 'Webseite',
    'export-fountain': 'Fountain-Drehbuch',
    'export-fdx': 'Final-Draft-Drehbuch',
    'export-json': 'JSON',
  },
  unsaved: {
    message: 'Deine letzten Wörter konnten noch nicht gespeichert werden.',
    detail:
      'Alles davor ist gespeichert. Lass das Fenster offen, schaffe Platz auf dem Datenträger oder stelle seinen Ordner wieder her, und schreib weiter: Fabula versucht es erneut. Wenn du das Fenster schließt, behält Fabula diese Wörter und bringt sie zurück, sobald du die Geschichte wieder öffnest.',
    keep: 'Fenster offen lassen',
    close: 'Trotzdem schließen',
  },
  menu: {
    file: 'Datei',
    edit: 'Bearbeiten',
    story: 'Geschichte',
    speech: 'Sprache',
    view: 'Ansicht',
    window: 'Fenster',
    help: 'Hilfe',
    licence: 'Lizenz',
    openRecent: 'Zuletzt geöffnet',
    clearRecent: 'Liste leeren',
    notices: 'Lizenzen Dritter',
    updates: 'Nach Updates suchen…',
  },
  text: {
    noSuggestions: 'Keine Vorschläge',
    addToDictionary: 'Zum Wörterbuch hinzufügen',
    lookUp: '„{{words}}“ nachschlagen',
    block: 'Block',
  },
  roles: {
    about: 'Über Fabula',
    services: 'Dienste',
    hide: 'Fabula ausblenden',
    hideOthers: 'Andere ausblenden',
    unhide: 'Alle einblenden',
    quit: 'Beenden',
    close: 'Fenster schließen',
    cut: 'Ausschneiden',
    copy: 'Kopieren',
    paste: 'Einfügen',
    pasteAndMatchStyle: 'Ohne Formatierung einfügen',
    selectAll: 'Alles auswählen',
    resetZoom: 'Originalgröße',
    zoomIn: 'Fenster vergrößern',
    zoomOut: 'Fenster verkleinern',
    togglefullscreen: 'Vollbild',
    toggleDevTools: 'Entwicklerwerkzeuge',
    minimize: 'Minimieren',
    zoom: 'Fenster zoomen',
    front: 'Alle nach vorne bringen',
    startSpeaking: 'Vorlesen',
    stopSpeaking: 'Vorlesen beenden',
  },
}

const es: Labels = {
  commands: spanishCommands,
  untitled: 'Historia sin título',
  replaceQuestion: '«{{name}}» ya existe. ¿Reemplazarlo?',
  replace: 'Reemplazar',
  cancel: 'Cancelar',
  fileTypes: {
    open: 'Historias y textos',
    document: 'Documentos',
    audio: 'Audio',
    music: 'Música',
    cover: 'Imágenes',
    voice: 'Voces',
    'save-as': 'Historia de Fabula',
    'export-mp3': 'Audio MP3',
    'export-wav': 'Audio WAV',
    'export-m4b': 'Audiolibro M4B',
    'export-flac': 'Audio FLAC',
    'export-opus': 'Audio Opus',
    'export-folder': 'Carpeta',
    'export-vibes': 'Vibes',
    'export-csv': 'Tabla CSV',
    'export-md': 'Texto Markdown',
    'export-html': 'Página web',
    'export-fountain': 'Guion Fountain',
    'export-fdx': 'Guion de Final Draft',
    'export-json': 'JSON',
  },
  unsaved: {
    message: 'Tus últimas palabras todavía no se han podido guardar.',
    detail:
      'Todo lo anterior está guardado. Deja la ventana abierta, libera espacio en el disco o restablece su carpeta, y sigue escribiendo: Fabula lo intenta de nuevo. Si cierras la ventana, Fabula conserva estas palabras y las recupera cuando vuelvas a abrir la historia.',
    keep: 'Dejar la ventana abierta',
    close: 'Cerrar de todos modos',
  },
  menu: {
    file: 'Archivo',
    edit: 'Editar',
    story: 'Historia',
    speech: 'Habla',
    view: 'Ver',
    window: 'Ventana',
    help: 'Ayuda',
    licence: 'Licencia',
    openRecent: 'Abrir recientes',
    clearRecent: 'Vaciar la lista',
    notices: 'Licencias de terceros',
    updates: 'Buscar actualizaciones…',
  },
  text: {
    noSuggestions: 'Sin sugerencias',
    addToDictionary: 'Añadir al diccionario',
    lookUp: 'Buscar «{{words}}»',
    block: 'Bloque',
  },
  roles: {
    about: 'Acerca de Fabula',
    services: 'Servicios',
    hide: 'Ocultar Fabula',
    hideOthers: 'Ocultar otros',
    unhide: 'Mostrar todo',
    quit: 'Salir',
    close: 'Cerrar ventana',
    cut: 'Cortar',
    copy: 'Copiar',
    paste: 'Pegar',
    pasteAndMatchStyle: 'Pegar sin formato',
    selectAll: 'Seleccionar todo',
    resetZoom: 'Tamaño real',
    zoomIn: 'Ampliar la ventana',
    zoomOut: 'Reducir la ventana',
    togglefullscreen: 'Pantalla completa',
    toggleDevTools: 'Herramientas de desarrollo',
    minimize: 'Minimizar',
    zoom: 'Ampliar o restaurar la ventana',
    front: 'Traer todo al frente',
    startSpeaking: 'Leer en voz alta',
    stopSpeaking: 'Dejar de leer',
  },
}

/** The texts by language. */
export const labels: Readonly<Record<Language, Labels>> = { en, de, es }
