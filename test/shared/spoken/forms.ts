/** Reads a table of forms: `written → said` on each line. */
export function formsOf(table: string): readonly (readonly [string, string])[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [written = '', said = ''] = line.split(/ → ?/)
      return [written, said] as const
    })
}
