/** The caller's menu pages, handed to pages that show shortcuts: the shell builds them, pages only read them. */
import { createContext, useContext } from 'react'

export interface MenuPage {
  readonly path: string
  readonly title: string
}

export const MenuPages = createContext<readonly MenuPage[]>([])

export const useMenuPages = (): readonly MenuPage[] => useContext(MenuPages)
