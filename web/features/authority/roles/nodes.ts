/** What can be granted, as trees to tick. */
import type { ButtonNode } from '../../../../model/contract/authority/menu-grants.ts'
import type { GrantableUrl } from '../../../../model/contract/authority/urls.ts'
import type { PersonNode } from '../../../../model/contract/organisation/organisations.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import { pagesWithFields } from '../../../shared/authority/granting/grantable.ts'
import { titleOfMenu, titleOfUrl } from '../../../kernel/i18n/url-title.ts'
import type { TickNode } from '../../../ui/tick-tree.tsx'

/** The menus that are shown, without their buttons. A group without a page of its own is none. */
export function menuNodes(menus: readonly ButtonNode[]): TickNode[] {
  return menus
    .filter((menu) => menu.isShown === 1 && menu.button === undefined)
    .map(({ id, label, children = [] }) => {
      const below = menuNodes(children)
      return { id, label, ...(below.length > 0 ? { children: below } : {}) }
    })
}

/** Each page that has buttons, with its buttons. */
export function buttonNodes(menus: readonly ButtonNode[]): TickNode[] {
  return menus
    .filter((menu) => menu.isShown === 1)
    .flatMap(({ menuCode, label, children = [] }): TickNode[] => {
      const own = children.filter((child) => child.button !== undefined)
      const below = buttonNodes(children.filter((child) => child.button === undefined))
      return own.length > 0
        ? [{ id: menuCode, label, children: own.map((button) => ({ id: button.id, label: button.label })) }, ...below]
        : below
    })
}

/** URLs to tick, below the pages that call them. */
export function urlNodes(urls: readonly GrantableUrl[], t: Translate): TickNode[] {
  return [...Map.groupBy(urls, ({ menuCode }) => menuCode)].map(([menuCode, own]) => ({
    id: `menu:${menuCode}`,
    label: titleOfMenu(menuCode, t),
    children: own.map((one) => ({ id: one.id, label: titleOfUrl(one, t), detail: one.url })),
  }))
}

/** Each page that shows rows, with the fields of those rows. */
export function fieldNodes(t: Translate): TickNode[] {
  return pagesWithFields(t).map(({ menu, label, fields }) => ({
    id: menu,
    label,
    children: [...fields].map(([name, text]) => ({ id: `${menu}:${name}`, label: text })),
  }))
}

/** Organisations with their people. A group ticks people, not their posts. */
export function peopleNodes(list: readonly PersonNode[]): TickNode[] {
  return list.map(({ id, label, children }) => ({
    id,
    label,
    ...(children ? { children: peopleNodes(children) } : {}),
    ...(/\|./.test(id) ? { alone: true } : {}),
  }))
}
