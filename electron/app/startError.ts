import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { messageOf } from '../../shared/messages/messageOf.ts'
import { diskFaultOf } from '../lib/files/diskFaults.ts'

/** For what a person cannot act on. */
export const START_FAILED =
  'Fabula could not start. Your stories are safe. Start it again; where that does not help, start it in a terminal, which shows what went wrong.'

const END = 'Your stories are safe.'

/** Why Fabula could not start, for a person; undefined for what a person cannot act on. Folders are chosen by `options`. */
export function startErrorText(error: unknown, options = '--data'): string | undefined {
  if (error instanceof UserFacingError) return messageOf(error)
  if (error instanceof Error && 'code' in error && (error.code === 'EEXIST' || error.code === 'ENOTDIR'))
    return `A file is where Fabula keeps its folder. ${END} Move the file, or choose another folder with ${options}.`
  switch (diskFaultOf(error)) {
    case 'full':
      return `Fabula could not start, because the disk is full. ${END} Make room, then start it again.`
    case 'not-writable':
    case 'not-there':
      return `Fabula may not write to its folder. ${END} Change who may write to it, or choose another folder with ${options}.`
    case 'failing':
      return `Fabula could not start, because the disk failed. ${END} Check the disk, then start it again.`
    default:
      return undefined
  }
}
