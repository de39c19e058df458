/** Joins the lines of a title: “Chapter One: The River”. */
export function joinTitle(lines: readonly string[]): string {
  return lines.reduce((title, line) => `${title}${titleGap(title)}${line}`)
}

/** The separator between two lines of a title: a line that ends in punctuation needs only a space. */
export function titleGap(line: string): string {
  return /[\p{L}\p{M}\p{N}]$/u.test(line.slice(-2)) ? ': ' : ' '
}
