/** The caller's menu pages, handed to pages that show shortcuts: the shell builds them, pages only read them. */
import type { ReactNode } from 'react'
import { createContext, useContext } from 'react'

export interface MenuPage {
  readonly path: string
  /** Of its entry in the menu. */
  readonly code: string
  readonly title: string
  readonly icon: ReactNode
}

export const MenuPages = createContext<readonly MenuPage[]>([])

/** The pages of the menu, in its order. */
export const useMenuPages = (): readonly MenuPage[] => useContext(MenuPages)
