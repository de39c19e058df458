/** Where the desktop's page lives: a scheme of our own, because `file:` would let a page read its neighbours. */
export const PAGE_SCHEME = 'app'
export const PAGE_ORIGIN = `${PAGE_SCHEME}://fabula`
export const PAGE_URL = `${PAGE_ORIGIN}/index.html`

/** Whether an address is the page itself; what follows `#` names the open story. */
export function isPageUrl(address: string): boolean {
  const [page] = address.split('#')
  return page === PAGE_URL
}
