/** The menus and buttons there are, as trees and options. */
import type { ButtonNode } from '../../../../model/contract/authority/menu-grants.ts'
import * as contract from '../../../../model/contract/authority/menu-grants.ts'
import type { LabelKey, Translate } from '../../../../model/labels/index.ts'
import { union } from '../../../kernel/authorization/grants.ts'
import { implement } from '../../../kernel/http/http.ts'
import { nest } from '../../../kernel/resources/tree.ts'
import { build } from '../../../kernel/database/sql.ts'

/** The word for a button or menu of the catalogue; its name where we have none. */
export function worded(t: Translate, key: string, name: string): string {
  const text = t(key as LabelKey)
  return text === key ? name : text
}

export const queryMenuButtonCheckbox = implement(contract.queryMenuButtonCheckbox, {
  access: 'granted',
  summary: 'Every kind of button, as boxes to tick',
  async handle({ inTenant, t }) {
    const rows = await inTenant((tx) => tx.all(build.selectFrom('menu_buttons').select('button').distinct().orderBy('button')))
    return rows.map(({ button }) => ({ value: button, label: worded(t, `button.${button}`, button) }))
  },
})

export const queryCheckedMenuButton = implement(contract.queryCheckedMenuButton, {
  access: 'granted',
  summary: 'The buttons of one menu',
  async handle({ inTenant, input: { menuCode } }) {
    const rows = await inTenant((tx) =>
      tx.all(
        build
          .selectFrom('menu_buttons')
          .innerJoin('menus', 'menus.id', 'menu_id')
          .select('button')
          .where('menu_code', '=', menuCode)
          .orderBy('sequence')
          .orderBy('button'),
      ),
    )
    return rows.map(({ button }) => button)
  },
})

export const querySysMenuButtonTree = implement(contract.querySysMenuButtonTree, {
  access: 'granted',
  summary: 'The menus the caller holds, as a tree whose leaves are their buttons (`menuCode:button`)',
  async handle({ caller, inTenant, t }) {
    const { language } = caller
    const held = union(caller.active.map((role) => role.menus))
    const [menus, buttons] = await inTenant((tx) =>
      Promise.all([
        tx.all(
          build
            .selectFrom('menus')
            .select(['id', 'menu_code', 'parent_id', 'menu_status', 'menu_name', 'menu_name_tw', 'menu_name_en'])
            .orderBy('menu_sequence')
            .orderBy('id'),
        ),
        tx.all(
          build
            .selectFrom('menu_buttons')
            .innerJoin('menus', 'menus.id', 'menu_id')
            .select(['menu_id', 'menu_code', 'button', 'menu_status'])
            .orderBy('sequence')
            .orderBy('button'),
        ),
      ]),
    )
    const mine = new Set(menus.filter((menu) => held.has(menu.menu_code)).map((menu) => menu.id))
    const nodes: ButtonNode[] = [
      ...menus
        .filter((menu) => mine.has(menu.id))
        .map((menu) =>
          nodeOf(menu.id, (language === 'zh' ? undefined : menu[`menu_name_${language}`]) ?? menu.menu_name, menu.parent_id ?? '0', menu),
        ),
      ...buttons
        .filter((row) => mine.has(row.menu_id))
        .map((row) => ({
          ...nodeOf(`${row.menu_code}:${row.button}`, worded(t, `button.${row.button}`, row.button), row.menu_id, row),
          button: row.button,
        })),
    ]
    return nest(nodes, 'parentId')
  },
})

function nodeOf(
  id: string,
  title: string,
  parentId: string,
  { menu_code, menu_status }: { menu_code: string; menu_status: number },
): ButtonNode {
  return { id, key: id, value: id, title, label: title, parentId, menuCode: menu_code, isShown: menu_status === 1 ? 1 : 0 }
}
