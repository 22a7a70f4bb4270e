/** Errors of the console as browsers report them: everybody sees their own, who is granted it those of the whole tenant. */
import { sql } from 'kysely'
import {
  addErrorLog,
  deleteErrorLog,
  deleteMyErrorLog,
  queryErrorLog,
  queryMyErrorLog,
} from '../../../../model/contract/monitor/error-log.ts'
import { users } from '../../../../model/index.ts'
import type { Call, Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { keepError } from './store.ts'

const adding = implement(addErrorLog, {
  access: 'signed-in',
  summary: 'Report an error that the console met in this browser',
  async handle({ caller, input, request, inTenant }) {
    await inTenant((tx) => keepError(tx, caller, request, input))
    return null
  },
})

const moment = (column: 'created_at' | 'last_at') => sql<string>`to_char(${sql.ref(`error_logs.${column}`)}, 'YYYY-MM-DD HH24:MI:SS')`

async function read({ caller, inTenant, input: { currentPage, pageSize } }: Call<{ currentPage: number; pageSize: number }>, own: boolean) {
  const named = viewOf(caller, users).sees('username')
  return inTenant(async (tx) => {
    const [rows, count] = await Promise.all([
      tx.all(
        build
          .selectFrom('error_logs')
          .innerJoin('users', (on) => on.onRef('users.tenant_id', '=', 'error_logs.tenant_id').onRef('users.id', '=', 'error_logs.user_id'))
          .select([
            'error_logs.id',
            'username',
            'message',
            'stack',
            'page',
            'agent',
            'times',
            moment('created_at').as('firstTime'),
            moment('last_at').as('lastTime'),
          ])
          .$if(own, (query) => query.where('user_id', '=', caller.userId))
          .orderBy('last_at', 'desc')
          .orderBy('error_logs.id', 'desc')
          .limit(pageSize)
          .offset((currentPage - 1) * pageSize),
      ),
      tx.first(
        build
          .selectFrom('error_logs')
          .select(sql<number>`count(*)::integer`.as('total'))
          .$if(own, (query) => query.where('user_id', '=', caller.userId)),
      ),
    ])
    return { list: rows.map((row) => ({ ...row, username: named || own ? row.username : '' })), total: count?.total ?? 0 }
  })
}

export const errorLogFeature: Feature = {
  tag: 'error-log',
  routes: [
    adding,
    implement(queryMyErrorLog, {
      access: 'signed-in',
      summary: "The errors that the console met in the caller's own browsers, the latest first",
      handle: (call) => read(call, true),
    }),
    implement(queryErrorLog, {
      access: 'granted',
      summary: 'The errors that the console met in the browsers of the tenant, the latest first',
      handle: (call) => read(call, false),
    }),
    implement(deleteMyErrorLog, {
      access: 'signed-in',
      space: 'essential',
      summary: "Forget errors of the caller's own browsers",
      handle: ({ caller, inTenant, input: { id } }) =>
        inTenant(async (tx) => ({
          deleted: await tx.run(build.deleteFrom('error_logs').where('id', 'in', id).where('user_id', '=', caller.userId)),
        })),
    }),
    implement(deleteErrorLog, {
      access: 'granted',
      space: 'essential',
      summary: 'Forget errors of any browser of the tenant',
      handle: ({ inTenant, input: { id } }) =>
        inTenant(async (tx) => ({ deleted: await tx.run(build.deleteFrom('error_logs').where('id', 'in', id)) })),
    }),
  ],
}
