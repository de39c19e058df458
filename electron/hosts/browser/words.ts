/** What the browser host says in the terminal. */
import { startErrorText } from '../../app/startError.ts'

export const words = {
  ready: (url: string) => `Fabula is at ${url} (Ctrl-C here ends it).`,
  usage:
    'Options: --port N, --no-open, --folder FOLDER (stories), --data FOLDER (Fabula’s own), --page FOLDER (the built page), --voice-catalogue FILE (the natural voices that can be got).',
  badPort: '--port is a number from 0 to 65535.',
  badCatalogue: (path: string) =>
    `${path} is no catalogue of natural voices. Nothing was started. Name a JSON file in the form of shared/voices/voiceCatalogue.json, or leave --voice-catalogue out.`,
  /** Undefined for what a person cannot act on. */
  cannotStart(error: unknown, port: number): string | undefined {
    if (error instanceof Error && 'syscall' in error && error.syscall === 'listen' && 'code' in error) {
      if (error.code === 'EADDRINUSE')
        return `Port ${port} is taken. Stories are safe. Choose another with --port, or leave it out.`
      if (error.code === 'EACCES')
        return `Fabula may not use port ${port}. Stories are safe. Choose another with --port, or leave it out.`
    }
    return startErrorText(error, { folderOptions: '--data or --folder' })
  },
  failed: 'Fabula could not start. Stories are safe. The lines above say what went wrong.',
  finishing: 'An export is finished first. Press Ctrl+C again to stop it: nothing of it is kept then.',
  ended:
    'Fabula has ended because of a fault of its own. Stories are safe: every change is on disk. Start it again; “fabula diagnostics” prints what to send to its makers.',
}
