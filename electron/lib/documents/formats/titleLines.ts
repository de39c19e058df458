/** The lines of a title as one: “Chapter One: The River”. */
export function joinTitle(lines: readonly string[]): string {
  return lines.reduce((title, line) => `${title}${titleGap(title)}${line}`)
}

/** What stands between a line of a title and the next one: a line that ends in a sign needs no other. */
export function titleGap(line: string): string {
  return /[\p{L}\p{M}\p{N}]$/u.test(line.slice(-2)) ? ': ' : ' '
}
