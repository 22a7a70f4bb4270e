import { z } from 'zod'
import type { LabelKey, Translate } from '../../../../model/labels/index.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { fail } from '../../../kernel/errors.ts'
import { union } from '../../../kernel/grants.ts'
import { OnTop, route } from '../../../kernel/http.ts'
import { nest } from '../../../kernel/operations/tree.ts'
import { build } from '../../../kernel/sql.ts'
import type { Transaction } from '../../../kernel/tenant.ts'

const input = z.object({
  username: z.string().trim().max(64).optional(),
  userId: z.string().trim().max(64).optional(),
  parentId: z.string().trim().max(64).optional(),
  postCode: z.string().trim().max(32).optional(),
})

/** The menu of the active roles, the buttons they are not shown, and the roles themselves. */
export const queryCurrentAuthority = route({
  method: 'POST',
  path: '/account/sysuserdetail/queryCurrentAuthority',
  access: 'signed-in',
  summary: 'Menu, hidden buttons and roles of the signed-in user',
  input,
  output: z.strictObject({ menu: z.array(z.unknown()), menuButton: z.array(z.string()), currentAuthority: z.array(z.string()) }),
  async handle({ caller, input: { username, userId, parentId, postCode }, inTenant, t }) {
    // Who "I" am is known from the session; a client that names somebody else is mistaken or up to something.
    if ((userId && userId !== caller.userId) || (username && username !== caller.username)) fail('identity.foreign')
    const rows = await inTenant((tx) => readMenus(tx, caller, postCode))
    const menu = nest(rows.map((row) => nodeOf(row, t)), 'parentId').map(withRoutes)
    return new OnTop({
      menu: parentId && parentId !== '0' ? menu.filter((root) => root.id === parentId) : menu,
      menuButton: [...caller.hiddenButtons].sort(),
      currentAuthority: caller.active.map((role) => role.code),
    })
  },
})

/** Menus of the active roles; with a post code only while the caller holds that post. */
async function readMenus(tx: Transaction, caller: Caller, postCode: string | undefined) {
  const codes = [...union(caller.active.map((role) => role.menus))]
  if (codes.length === 0) return []
  if (postCode) {
    const held = await tx.first(build.selectFrom('user_posts').innerJoin('posts', 'posts.id', 'post_id').select('post_id')
      .where('user_id', '=', caller.userId).where('post_code', '=', postCode))
    if (!held) return []
  }
  return tx.all(build.selectFrom('menus')
    .select(['id', 'menu_code', 'menu_icon', 'menu_path', 'menu_component', 'page_name', 'menu_status', 'no_cache', 'parent_id'])
    .where('menu_code', 'in', codes).orderBy('menu_sequence').orderBy('id'))
}

type MenuRow = Awaited<ReturnType<typeof readMenus>>[number]

function nodeOf(row: MenuRow, t: Translate) {
  return {
    id: row.id,
    path: row.menu_path,
    component: row.menu_component ?? '',
    name: row.menu_code,
    menuName: t(`menu.${row.menu_code}` as LabelKey),
    icon: row.menu_icon ?? '',
    hideInMenu: row.menu_status === 1 ? 0 : 1,
    noCache: row.no_cache,
    pageName: row.page_name ?? '',
    isMenuPage: row.menu_component ? 1 : 0,
    parentId: row.parent_id ?? '0',
  }
}

type Node = ReturnType<typeof nodeOf> & { children?: Node[] }

/** The contract calls the children of a menu `routes`. */
function withRoutes({ children, ...node }: Node): Record<string, unknown> & { id: string } {
  return children ? { ...node, routes: children.map(withRoutes) } : node
}
