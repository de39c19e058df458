import { loud, notProvided } from './loud.ts'

interface ItemOptions {
  readonly label?: string
  readonly role?: string
  readonly id?: string
  readonly enabled?: boolean
  readonly visible?: boolean
  readonly checked?: boolean
  readonly click?: (item: object, window: unknown, event: object) => void
  readonly submenu?: readonly ItemOptions[] | Menu
}

interface MenuItem extends ItemOptions {
  readonly submenu?: Menu
}

export interface Menu {
  readonly items: MenuItem[]
  readonly append: (item: MenuItem) => void
  readonly getMenuItemById: (id: string) => MenuItem | null
  readonly popup: () => void
}

/** Menus, which tests choose from by their labels; an item with a role only does in Electron what its role says. */
export function createMenus() {
  let applicationMenu: Menu | null = null
  let poppedUp: Menu | undefined

  const menuOf = (items: MenuItem[]): Menu => {
    const menu: Menu = loud('Menu', {
      items,
      append: (item: MenuItem) => void items.push(item),
      getMenuItemById(id: string): MenuItem | null {
        for (const item of items) {
          const found = item.id === id ? item : item.submenu?.getMenuItemById(id)
          if (found) return found
        }
        return null
      },
      popup: () => void (poppedUp = menu),
    })
    return menu
  }
  const isMenu = (submenu: readonly ItemOptions[] | Menu): submenu is Menu => 'items' in submenu
  const itemOf = ({ submenu, ...rest }: ItemOptions): MenuItem => ({
    enabled: true,
    visible: true,
    ...rest,
    ...(submenu && { submenu: isMenu(submenu) ? submenu : buildFromTemplate(submenu) }),
  })
  const buildFromTemplate = (template: readonly ItemOptions[]) => menuOf(template.map(itemOf))

  return {
    Menu: loud('Menu', {
      buildFromTemplate,
      setApplicationMenu: (menu: Menu | null) => void (applicationMenu = menu),
      getApplicationMenu: () => applicationMenu,
    }),
    /** The labels of the context menu that popped up last; null before the first. */
    menuItems: () => poppedUp?.items.flatMap(({ label }) => label ?? []) ?? null,
    /** Chooses the item at the end of a path of labels, in the context menu that popped up last, or in the application's. */
    choose(path: readonly string[], window: unknown) {
      const menus = [poppedUp, applicationMenu].filter((menu) => !!menu)
      const found = menus.map((menu) => findItem(menu, path)).find((item) => item !== undefined)
      if (!found) throw new Error(`no menu item “${path.join(' › ')}”`)
      if (found.enabled === false) throw new Error(`the menu item “${path.join(' › ')}” is disabled`)
      if (!found.click) throw notProvided(`the menu role “${found.role ?? ''}”`)
      found.click(found, window, {})
    },
  }
}

function findItem(menu: Menu, [label, ...rest]: readonly string[]): MenuItem | undefined {
  const item = menu.items.find((each) => each.label?.replace('&', '') === label && each.visible !== false)
  if (!item || rest.length === 0) return item
  return item.submenu && findItem(item.submenu, rest)
}
