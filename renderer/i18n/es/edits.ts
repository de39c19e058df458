import type { TextsOf } from '../../../shared/messages/languages.ts'
import type { edits as source } from '../en/edits.ts'

/** Names of edits, as they stand behind "Deshecho" and "Rehecho". */
export const edits: TextsOf<typeof source> = {
  typing: 'escribir',
  paste: 'pegar',
  importBlocks: 'añadir una importación',
  addBlock: 'añadir un bloque',
  addChapter: 'añadir un capítulo',
  duplicate: 'duplicar',
  delete: 'eliminar',
  move: 'mover',
  moveChapter: 'mover un capítulo',
  split: 'dividir',
  merge: 'unir',
  rename: 'cambiar el nombre',
  silence: 'cambiar el silencio',
  unpinSilence: 'soltar el silencio',
  duration: 'cambiar la duración',
  connection: 'cambiar la conexión',
  character: 'cambiar el personaje',
  addCharacter: 'añadir un personaje',
  removeCharacter: 'quitar un personaje',
  lock: 'bloquear',
  unlock: 'desbloquear',
  replace: 'reemplazar',
  notes: 'cambiar las notas',
  color: 'cambiar el color',
  mergeCharacters: 'unir personajes',
  bringBack: 'recuperar palabras sin guardar',
  restoreVersion: 'restaurar una versión',
  resetSettings: 'restablecer los ajustes',
}
