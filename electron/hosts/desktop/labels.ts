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
