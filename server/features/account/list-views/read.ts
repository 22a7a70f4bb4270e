/** What somebody has kept about one list: its look, the views they may use, and the one it opens with. */
import { sql } from 'kysely'
import { queryListView, shareListView } from '../../../../model/contract/account/list-views.ts'
import type { ListLook, ListViewState } from '../../../../model/lists/forms.ts'
import type { Sight } from '../../../../model/lists/views.ts'
import { isPersonal, listNamed, lookWithin, viewWithin } from '../../../../model/lists/views.ts'
import { organisations, resourceNamed } from '../../../../model/index.ts'
import type { Listing } from '../../../../model/resource.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'

/** Whether the caller shares views, and changes those that are shared. */
export const mayShare = ({ urls }: Caller) => urls.has(shareListView.path)

/**
 * The list of that name that the caller may read.
 * @throws Failure where the caller cannot read the list itself: what was kept about it tells of its rows.
 */
export function listOf(page: string, caller: Caller): Listing {
  const of = listNamed(page)
  const isForEverybody = of.name === organisations.name // docs/decisions/0005
  if (!isForEverybody && !isPersonal(of) && !viewOf(caller, of).allowed.includes('query')) fail('permission.denied')
  return of
}

/** What the caller knows of a list. The keys of its columns that no field is are values of a field of another noun: of use to whoever may read that. */
export function sightOf(caller: Caller, of: Listing): Sight {
  const source = of.beside && resourceNamed(of.beside.of)
  const view = source && viewOf(caller, source)
  return { sees: viewOf(caller, of).sees, keys: view !== undefined && view.allowed.includes('query') && view.sees(of.beside?.field ?? '') }
}

/** Shared views belong to nobody; who shares them sees all of them, to look after them. */
export function usable(caller: Caller) {
  const roles = caller.active.map(({ id }) => id)
  const toOwn = sql<boolean>`owner_id = ${caller.userId}::uuid`
  const toAll = sql<boolean>`(owner_id is null and (audience = 'tenant' or ${mayShare(caller)}))`
  const toRole = sql<boolean>`(audience = 'roles' and exists (select from list_view_roles as given where given.view_id = list_views.id and given.role_id = any(${roles}::uuid[])))`
  return sql<boolean>`(${toOwn} or ${toAll} or ${toRole})`
}

export const readViews = implement(queryListView, {
  access: 'signed-in',
  summary: 'How I want to see a list, and the saved views of it that I may use',
  handle: ({ input: { page }, caller, inTenant }) => {
    const of = listOf(page, caller)
    return inTenant((tx) => readAll(tx, of, caller))
  },
})

async function readAll(tx: Transaction, of: Listing, caller: Caller) {
  const sight = sightOf(caller, of)
  const [kept, rows] = await Promise.all([
    tx.first(
      build
        .selectFrom('user_preferences')
        .select(['look', 'default_view_id'])
        .where('user_id', '=', caller.userId)
        .where('page', '=', of.name),
    ),
    tx.all(
      build
        .selectFrom('list_views')
        .select([
          'id',
          'view_name',
          'audience',
          'owner_id',
          'version',
          'state',
          sql<string[]>`array(select role_id::text from list_view_roles as given where given.view_id = list_views.id order by role_id)`.as(
            'roles',
          ),
        ])
        .where('page', '=', of.name)
        .where(usable(caller))
        .orderBy(sql`owner_id is null`)
        .orderBy(sql`lower(view_name)`)
        .orderBy('id'),
    ),
  ])
  const list = rows.map(({ id, view_name, audience, owner_id, version, state, roles }) => ({
    id,
    viewName: view_name,
    audience,
    roleId: mayShare(caller) ? roles : [],
    mayChange: owner_id === caller.userId || mayShare(caller),
    version,
    ...viewWithin(of, sight, state as ListViewState),
  }))
  return {
    look: kept ? lookWithin(of, sight, kept.look as ListLook) : {},
    // A view that is no longer shared with somebody is no longer their first.
    defaultViewId: list.find(({ id }) => id === kept?.default_view_id)?.id ?? null,
    mayShare: mayShare(caller),
    list,
  }
}
