import { z } from 'zod'
import { logs } from '../../../../model/index.ts'
import { LOG_TYPES } from '../../../../model/admin/logs.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { route } from '../../../kernel/http/http.ts'
import { exportsOf } from '../../../exchange/index.ts'
import { list } from '../../../kernel/resources/list.ts'
import { idsSchema } from '../../../kernel/resources/remove.ts'
import { assertAllExist } from '../../../kernel/resources/write.ts'
import type { Source } from '../../../audit/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import { countSeals, verifyChain } from '../../../audit/index.ts'
import { queryDetail } from './detail.ts'
import { queryHistory } from './history.ts'

/** Pages of the chain that one call verifies: a fraction of a second. */
const PAGES = 5

/** `log:120`: a row by its table and its position, which is what the database takes for one. */
const rowPlace = z
  .string()
  .regex(/^(log|change):-?\d{1,19}$/)
  .transform((text) => {
    const [source, position] = text.split(':') as [Source, string]
    return { source, position }
  })
  .refine(({ position }) => BigInt.asIntN(64, BigInt(position)) === BigInt(position))

const exported = exportsOf(logs)

export const logsFeature: Feature = {
  tag: 'logs',
  routes: [
    list(logs),
    ...exported,
    // The specification has a name of its own for the first of them.
    ...exported
      .slice(0, 1)
      .map((excel) => ({ ...excel, path: '/admin/syslog/exportExcelSysLog', summary: 'Export logs as .xlsx, by its older name' })),
    queryDetail,
    queryHistory,
    route({
      method: 'GET',
      path: '/admin/syslog/querySysLogOperationType',
      access: 'granted',
      summary: 'Kinds of operations as options',
      of: logs,
      output: z.strictObject({ list: z.array(z.strictObject({ name: z.string(), value: z.enum(LOG_TYPES) })) }),
      handle: async ({ t }) => ({ list: LOG_TYPES.map((value) => ({ name: t(`choice.logType.${value}`), value })) }),
    }),
    route({
      method: 'PUT',
      path: '/admin/syslog/updateSysLogByMark',
      access: 'granted',
      summary: 'Set or clear the mark on entries of the log',
      of: logs,
      input: idsSchema.extend({ mark: z._default(logs.fields.marked.check, 1) }),
      output: z.strictObject({ marked: z.int() }),
      handle: ({ input: { id: ids, mark }, caller, inTenant }) =>
        inTenant(async (tx) => {
          await assertAllExist(tx, logs, ids)
          if (mark === 0) return { marked: await tx.run(build.deleteFrom('log_marks').where('log_id', 'in', ids)) }
          const rows = ids.map((log_id) => ({ tenant_id: caller.tenantId, log_id, user_id: caller.userId }))
          return {
            marked: await tx.run(
              build
                .insertInto('log_marks')
                .values(rows)
                .onConflict((conflict) => conflict.doNothing()),
            ),
          }
        }),
    }),
    route({
      method: 'GET',
      path: '/admin/syslog/verifyLog',
      access: 'granted',
      summary: 'Verify the next part of the chain of hashes over the log and all changes',
      input: z.object({
        /** The seal, and later the row, where an earlier answer ended. */
        after: z.coerce
          .string()
          .regex(/^\d{1,18}$/)
          .default('0'),
        row: rowPlace.optional(),
      }),
      output: z.strictObject({
        position: z.string(),
        hash: z.string(),
        row: z.string().optional(),
        done: z.boolean(),
        total: z.int(),
        waiting: z.int(),
        broken: z
          .strictObject({
            kind: z.enum(['changed', 'missing', 'seal-removed', 'inserted']),
            position: z.string(),
            source: z.enum(['log', 'change']).optional(),
            record: z.string().optional(),
            name: z.string().optional(),
          })
          .optional(),
      }),
      handle: ({ input, caller, inTenant }) =>
        inTenant(async (tx) => {
          const { row, ...progress } = await verifyChain(tx, caller.tenantId, { seal: BigInt(input.after), row: input.row }, PAGES)
          return { ...progress, ...(row ? { row: `${row.source}:${row.position}` } : {}), ...(await countSeals(tx, caller.tenantId)) }
        }),
    }),
  ],
}
