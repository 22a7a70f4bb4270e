import type { MenuNode } from '../../../../model/contract/account/session.ts'
import * as contract from '../../../../model/contract/account/session.ts'
import type { Language } from '../../../../model/labels/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { callerOf } from '../../../kernel/authorization/caller.ts'
import { fail } from '../../../kernel/errors.ts'
import { union } from '../../../kernel/authorization/grants.ts'
import { FlatEnvelope, implement } from '../../../kernel/http/http.ts'
import { stampOf } from '../../../messaging/index.ts'
import type { Nested } from '../../../kernel/resources/tree.ts'
import { nest } from '../../../kernel/resources/tree.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { LIMITS_OF_PEOPLE } from '../../../kernel/authorization/caller.ts'

/** The menu of the active roles, the buttons they are not shown, and the roles themselves. */
export const queryCurrentAuthority = implement(contract.queryCurrentAuthority, {
  access: 'signed-in',
  allowedWith: LIMITS_OF_PEOPLE,
  space: 'essential',
  summary: 'Menu, hidden buttons and roles of the signed-in user',
  async handle({ caller, input: { username, userId, parentId, postCode }, inTenant }) {
    // Who "I" am is known from the session; a client that names somebody else is mistaken or up to something.
    if ((userId && userId !== caller.userId) || (username && username !== caller.username)) fail('identity.foreign')
    const { acting, rows } = await inTenant(async (tx) => {
      const narrowed = postCode ? await inPost(tx, caller, postCode) : caller
      return { acting: narrowed ?? caller, rows: narrowed ? await readMenus(tx, narrowed) : [] }
    })
    const menu = nest(
      rows.map((row) => nodeOf(row, caller.language)),
      'parentId',
    ).map(withRoutes)
    return new FlatEnvelope({
      menu: parentId && parentId !== '0' ? menuAt(menu, parentId) : menu,
      menuButton: [...acting.hiddenButtons].sort(),
      currentAuthority: acting.active.map((role) => role.code),
      // The page compares it with what its socket is told (live.ts).
      stamp: stampOf(caller),
    })
  },
})

/**
 * The caller in one post: with the roles granted for it, or with those granted directly where none are. Nothing for a post
 * the caller does not have. It only narrows: a role that is not active stays so.
 */
async function inPost(tx: Transaction, caller: Caller, postCode: string): Promise<Caller | undefined> {
  const post = await tx.first(
    build
      .selectFrom('user_posts')
      .innerJoin('posts', 'posts.id', 'post_id')
      .select('post_id')
      .where('user_id', '=', caller.userId)
      .where('post_code', '=', postCode)
      .where('user_posts.status', '=', 1),
  )
  if (!post) return undefined
  const held = await tx.all(build.selectFrom('held_roles').select(['role_id', 'post_id']).where('user_id', '=', caller.userId))
  const ofPost = held.filter((row) => row.post_id === post.post_id)
  const ids = new Set((ofPost.length > 0 ? ofPost : held.filter((row) => row.post_id === null)).map((row) => row.role_id))
  return callerOf(
    caller,
    caller.active.filter((role) => ids.has(role.id)).map((role) => role.code),
    caller.language,
  )
}

/** Menus of the active roles. */
async function readMenus(tx: Transaction, caller: Caller) {
  const codes = [...union(caller.active.map((role) => role.menus))]
  if (codes.length === 0) return []
  return tx.all(
    build
      .selectFrom('menus')
      .select([
        'id',
        'menu_code',
        'menu_icon',
        'menu_path',
        'menu_component',
        'page_name',
        'menu_status',
        'no_cache',
        'parent_id',
        'menu_name',
        'menu_name_tw',
        'menu_name_en',
      ])
      .where('menu_code', 'in', codes)
      .orderBy('menu_sequence')
      .orderBy('id'),
  )
}

type MenuRow = Awaited<ReturnType<typeof readMenus>>[number]

function nodeOf(row: MenuRow, language: Language): MenuNode {
  return {
    id: row.id,
    path: row.menu_path,
    component: row.menu_component ?? '',
    name: row.menu_code,
    menuName: (language === 'zh' ? undefined : row[`menu_name_${language}`]) ?? row.menu_name,
    // The operator's own words: they stand in every language, and in place of the texts a client may have.
    isRenamed: row.menu_name_en === null ? 1 : 0,
    icon: row.menu_icon ?? '',
    hideInMenu: row.menu_status === 1 ? 0 : 1,
    noCache: row.no_cache ?? 0,
    pageName: row.page_name ?? '',
    isMenuPage: row.menu_component ? 1 : 0,
    parentId: row.parent_id ?? '0',
  }
}

/** The entry of that id alone, with what is below it, wherever it stands; nothing where there is none. */
function menuAt(menu: readonly MenuNode[], id: string): MenuNode[] {
  return menu.flatMap((entry) => (entry.id === id ? [entry] : menuAt(entry.routes ?? [], id)))
}

/** The contract calls the children of a menu `routes`. */
function withRoutes({ children, ...node }: Nested<MenuNode>): MenuNode {
  return children ? { ...node, routes: children.map(withRoutes) } : node
}
