/** A small fragment of a document as a tree, for content that cannot be read in one pass. */

export interface TreeElement {
  /** Without its prefix. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: (TreeElement | string)[]
}

export interface TreeBuilder {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  text(text: string): void
  /** Returns the tree when its root ends, otherwise null. */
  close(): TreeElement | null
}

export function createTreeBuilder(): TreeBuilder {
  const open: TreeElement[] = []
  return {
    open(name, attributes) {
      const element = { name: name.slice(name.indexOf(':') + 1), attributes, children: [] }
      open.at(-1)?.children.push(element)
      open.push(element)
    },
    text: (text) => void open.at(-1)?.children.push(text),
    close() {
      const closed = open.pop()
      return open.length === 0 ? (closed ?? null) : null
    },
  }
}

export function elementsOf({ children }: TreeElement): TreeElement[] {
  return children.filter((child) => typeof child !== 'string')
}

export function childNamed(element: TreeElement, name: string): TreeElement | undefined {
  return elementsOf(element).find((child) => child.name === name)
}

/** All text within an element. */
export function textWithin({ children }: TreeElement): string {
  return children.map((child) => (typeof child === 'string' ? child : textWithin(child))).join('')
}
