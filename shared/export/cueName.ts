/** A name as a screenplay can hold it, whose brackets and `^` say how somebody speaks: round brackets become square. */
export function cueName(name: string): string {
  return name.replaceAll('(', '[').replaceAll(')', ']').replaceAll('^', '').trim()
}
