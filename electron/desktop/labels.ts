import type { FilePurpose } from '../../shared/ipc/views.ts'

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
    view: 'View',
    window: 'Window',
    help: 'Help',
    newStory: 'New story',
    openStory: 'Open…',
    saveVersion: 'Save version…',
    saveAs: 'Save as…',
    versions: 'Versions…',
    export: 'Export…',
    closeStory: 'Close story',
    undo: 'Undo',
    redo: 'Redo',
    addBlock: 'Add block',
    addChapter: 'Add chapter',
    duplicateBlocks: 'Duplicate',
    deleteBlocks: 'Delete',
    moveUp: 'Move up',
    moveDown: 'Move down',
    playStory: 'Play or pause',
    playBlock: 'Play block',
    renderStory: 'Render story',
    settings: 'Settings…',
    shortcuts: 'Keyboard shortcuts',
    licence: 'Licence',
  },
} as const
