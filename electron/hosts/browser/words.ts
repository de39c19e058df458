/** What the browser host says in the terminal. */
export const words = {
  ready: (url: string) => `Fabula is at ${url} (Ctrl-C here ends it).`,
  usage:
    'Options: --port N, --no-open, --folder FOLDER (stories), --data FOLDER (Fabula’s own), --page FOLDER (the built page).',
  badPort: '--port is a number from 0 to 65535.',
  cannotStart(error: unknown, port: number): string {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE')
      return `Port ${port} is taken. Stories are safe. Choose another with --port, or leave it out.`
    if (code === 'EACCES')
      return `Fabula may not use port ${port} or its folders. Choose others with --port, --folder or --data.`
    return `Fabula could not start: ${error instanceof Error ? error.message : String(error)}`
  },
}
