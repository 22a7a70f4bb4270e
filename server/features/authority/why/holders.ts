import { sql } from 'kysely'
import * as contract from '../../../../model/contract/authority/why.ts'
import { roles, users } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { seesRolesOfUsers } from '../../../identity/index.ts'
import { implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { hasEffect } from './facts.ts'

/** "Who has this?": the enabled users that a role in use lets at a menu or URL. */
export const queryHolders = implement(contract.queryHolders, {
  access: 'granted',
  summary: 'The users who may open a menu or call a URL, with the roles that let them',
  async handle(call) {
    const {
      caller,
      inTenant,
      services,
      input: { kind, item, currentPage, pageSize },
    } = call
    if (!seesRolesOfUsers(call)) fail('permission.denied')
    const [ofUsers, ofRoles] = [viewOf(caller, users), viewOf(caller, roles)]
    return inTenant(async (tx) => {
      const all = await tx.all(build.selectFrom('roles').select(['id', 'role_name']).orderBy('created_at').orderBy('id'))
      const granting = (
        await services.grants.load(
          tx,
          all.map((role) => role.id),
        )
      )
        .filter((role) => hasEffect(role, { kind, name: item }))
        .map((role) => role.id)
      if (granting.length === 0) return { list: [], total: 0 }
      const holding = build
        .selectFrom('held_roles')
        .innerJoin('users', 'users.id', 'user_id')
        .where('users.status', '=', 1)
        .where('role_id', 'in', granting)
      const [rows, counted] = await Promise.all([
        tx.all(
          holding
            .select(['users.id', 'username', 'nickname', sql<string[]>`array_agg(distinct role_id::text)`.as('role_ids')])
            .groupBy(['users.id', 'username', 'nickname'])
            .orderBy(ofUsers.sees('username') ? 'username' : 'users.id')
            .orderBy('users.id')
            .limit(pageSize)
            .offset((currentPage - 1) * pageSize),
        ),
        tx.first(holding.select(sql<string>`count(distinct user_id)`.as('count'))),
      ])
      const list = rows.map(({ id, username, nickname, role_ids }) => ({
        id,
        username: ofUsers.sees('username') ? username : '',
        nickname: ofUsers.sees('nickname') ? nickname : '',
        roles: ofRoles.sees('roleName') ? all.filter((role) => role_ids.includes(role.id)).map((role) => role.role_name) : [],
      }))
      return { list, total: Number(counted?.count ?? 0) }
    })
  },
})
