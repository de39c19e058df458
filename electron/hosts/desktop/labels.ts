import type { FilePurpose } from '../../../shared/ipc/views.ts'

const fileTypes: Readonly<Record<FilePurpose, string>> = {
  open: 'Stories and texts',
  document: 'Documents',
  audio: 'Audio',
  'save-as': 'Fabula story',
  'export-mp3': 'MP3 audio',
  'export-wav': 'WAV audio',
  'export-vibes': 'Vibes',
}

/** Every word that the desktop shows outside its page. */
export const labels = {
  untitled: 'Untitled story',
  replaceQuestion: '“{{name}}” is already there. Replace it?',
  replace: 'Replace',
  cancel: 'Cancel',
  fileTypes,
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
    licence: 'Licence',
  },
} as const
