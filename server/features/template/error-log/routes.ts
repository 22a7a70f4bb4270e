/** Errors of the console as browsers report them: everybody sees their own, who is granted it those of the whole tenant. */
import { sql } from 'kysely'
import { z } from 'zod'
import { users } from '../../../../model/index.ts'
import { REPORT_LIMITS } from '../../../../model/error-report.ts'
import type { Call, Feature } from '../../../kernel/http/http.ts'
import { route } from '../../../kernel/http/http.ts'
import { idsSchema } from '../../../kernel/resources/remove.ts'
import { build } from '../../../kernel/database/sql.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { keepError } from './store.ts'

const PATH = '/template/errorlog'

const addErrorLog = route({
  method: 'POST',
  path: `${PATH}/addErrorLog`,
  access: 'signed-in',
  summary: 'Report an error that the console met in this browser',
  // A longer text is cut, not refused: the report is all that is left of the error.
  input: z.strictObject({
    message: z
      .string()
      .min(1)
      .max(REPORT_LIMITS.message * 4),
    stack: z
      .string()
      .max(REPORT_LIMITS.stack * 4)
      .default(''),
    page: z
      .string()
      .max(REPORT_LIMITS.page * 4)
      .default(''),
  }),
  async handle({ caller, input, request, inTenant }) {
    await inTenant((tx) => keepError(tx, caller, request, input))
    return null
  },
})

const page = z.object({
  currentPage: z.coerce.number().int().min(1).max(10_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
})
const found = z.strictObject({
  list: z.array(
    z.strictObject({
      id: z.string(),
      username: z.string(),
      message: z.string(),
      stack: z.string(),
      page: z.string(),
      agent: z.string(),
      times: z.int(),
      firstTime: z.string(),
      lastTime: z.string(),
    }),
  ),
  total: z.int(),
})

const moment = (column: 'created_at' | 'last_at') => sql<string>`to_char(${sql.ref(`error_logs.${column}`)}, 'YYYY-MM-DD HH24:MI:SS')`

async function read({ caller, inTenant, input: { currentPage, pageSize } }: Call<z.output<typeof page>>, own: boolean) {
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

const queryMyErrorLog = route({
  method: 'GET',
  path: `${PATH}/queryMyErrorLog`,
  access: 'signed-in',
  summary: "The errors that the console met in the caller's own browsers, the latest first",
  input: page,
  output: found,
  handle: (call) => read(call, true),
})

const queryErrorLog = route({
  method: 'GET',
  path: `${PATH}/queryErrorLog`,
  access: 'granted',
  summary: 'The errors that the console met in the browsers of the tenant, the latest first',
  input: page,
  output: found,
  handle: (call) => read(call, false),
})

const deleteMyErrorLog = route({
  method: 'POST',
  path: `${PATH}/deleteMyErrorLog`,
  access: 'signed-in',
  space: 'essential',
  summary: "Forget errors of the caller's own browsers",
  input: idsSchema,
  output: z.strictObject({ deleted: z.int() }),
  handle: ({ caller, inTenant, input: { id } }) =>
    inTenant(async (tx) => ({
      deleted: await tx.run(build.deleteFrom('error_logs').where('id', 'in', id).where('user_id', '=', caller.userId)),
    })),
})

const deleteErrorLog = route({
  method: 'POST',
  path: `${PATH}/deleteErrorLog`,
  access: 'granted',
  space: 'essential',
  summary: 'Forget errors of any browser of the tenant',
  input: idsSchema,
  output: z.strictObject({ deleted: z.int() }),
  handle: ({ inTenant, input: { id } }) =>
    inTenant(async (tx) => ({ deleted: await tx.run(build.deleteFrom('error_logs').where('id', 'in', id)) })),
})

export const errorLogFeature: Feature = {
  tag: 'error-log',
  routes: [addErrorLog, queryMyErrorLog, queryErrorLog, deleteMyErrorLog, deleteErrorLog],
}
