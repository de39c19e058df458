/** What the browser host says in the terminal. */
export const words = {
  ready: (url: string) => `Fabula is at ${url} (Ctrl-C here ends it).`,
  usage:
    'Options: --port N, --no-open, --folder FOLDER (stories), --data FOLDER (Fabula’s own), --page FOLDER (the built page).',
  badPort: '--port is a number from 0 to 65535.',
  /** Undefined for what a person cannot act on. */
  cannotStart(error: unknown, port: number): string | undefined {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    switch (code) {
      case 'EADDRINUSE':
        return `Port ${port} is taken. Stories are safe. Choose another with --port, or leave it out.`
      case 'EACCES':
      case 'EPERM':
        return `Fabula may not use port ${port} or its folders. Choose others with --port, --folder or --data.`
      case 'EEXIST':
      case 'ENOTDIR':
        return 'A file is where Fabula keeps its folder. Choose another folder with --data or --folder, or move the file.'
      case 'ENOSPC':
        return 'Fabula could not start, because the disk is full. Stories are safe. Make room, then start it again.'
      case 'EROFS':
        return 'Fabula may only read its folder. Choose another with --data or --folder.'
      default:
        return undefined
    }
  },
  failed: 'Fabula could not start. Stories are safe. The lines above say what went wrong.',
}
