import type { Feature } from '../../../kernel/http/http.ts'
import { authorizeMenuButtonToRole, queryMenuButtonByRoleCode } from './buttons.ts'
import { queryCheckedMenuButton, queryMenuButtonCheckbox, querySysMenuButtonTree } from './catalogue.ts'
import { authorizeMenuDataToRole, deleteDataField, queryDataFieldByMenuCode, queryDataFieldByRoleCode } from './fields.ts'
import { authorizeMenuToRole, queryMenuIdByRoleId } from './menus.ts'

/** What roles may open, which buttons they are shown and which fields they see. */
export const menuGrantsFeature: Feature = {
  tag: 'menu grants',
  routes: [
    queryMenuIdByRoleId,
    authorizeMenuToRole,
    queryMenuButtonCheckbox,
    queryCheckedMenuButton,
    querySysMenuButtonTree,
    queryMenuButtonByRoleCode,
    authorizeMenuButtonToRole,
    queryDataFieldByMenuCode,
    queryDataFieldByRoleCode,
    authorizeMenuDataToRole,
    deleteDataField,
  ],
}
