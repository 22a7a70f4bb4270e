import * as z from 'zod/mini'
import { CODE, integer, oneOf, parent, text, words } from '../fields.ts'
import { resource } from '../resource.ts'
import { menuButtons } from './menu-catalogue.ts'

/** A page of the console (`/admin/sysuser`) or an address on another server, which opens in a tab of its own. */
const MENU_PATH = z.string().check(z.regex(/^(\/[A-Za-z0-9_.~-]+)+$|^https?:\/\/[^\s/?#]+([/?#]\S*)?$/i, { error: 'menu-path' }))

/** The entries of the menu: the platform's, and the same for every tenant. Pages come with the product; the operator adds links and groups. */
export const menus = resource({
  name: 'menus',
  api: { base: '/admin/sysmenu', noun: 'SysMenu' },
  table: 'menus',
  scope: 'shared',
  menu: 'sysmenu',
  title: 'menuName',
  order: ['menuSequence', 'ascend'],
  unique: ['menuCode'],
  parent: 'parentId',
  fields: {
    menuName: text({ max: 32, required: true, filter: 'contains', sort: true, localised: true }),
    menuCode: text({ max: 32, format: CODE, required: true, filter: 'contains', sort: true }),
    menuIcon: text({ max: 64, filter: 'contains' }),
    menuPath: text({ max: 512, format: MENU_PATH, required: true, filter: 'contains', sort: true }),
    menuComponent: text({ max: 256 }),
    menuSequence: integer({ min: 0, max: 999999, sort: true }),
    menuStatus: oneOf({ of: [1, 0], required: true, filter: 'equals' }),
    menuOrigin: oneOf({ of: ['product', 'operator'], write: 'never', filter: 'equals' }),
    parentId: parent({ of: 'menus', show: 'menu_name' }),
    menuButton: words({ of: menuButtons, stored: { table: 'menu_buttons', from: 'menu_id', column: 'button' } }),
    pageName: text({ max: 128, access: 'own', write: 'never' }),
    noCache: oneOf({ of: [1, 0], access: 'own', write: 'never' }),
    /** Set once the operator has changed an entry of the product: updates then leave its name, place and buttons alone. */
    menuEdited: oneOf({ of: [1, 0], access: 'own', write: 'never' }),
  },
})
