import { querySysLogOperationType, updateSysLogByMark, verifyLog } from '../../../../model/contract/admin/logs.ts'
import { logs } from '../../../../model/index.ts'
import { LOG_TYPES } from '../../../../model/admin/logs.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { exportsOf } from '../../../exchange/index.ts'
import { assertAllExist } from '../../../kernel/resources/write.ts'
import { build } from '../../../kernel/database/sql.ts'
import { countSeals, verifyChain } from '../../../audit/index.ts'
import { detail } from './detail.ts'
import { history } from './history.ts'
import { querySysLog } from './list.ts'

/** Pages of the chain that one call verifies: a fraction of a second. */
const PAGES = 5

const exported = exportsOf(logs)

export const logsFeature: Feature = {
  tag: 'logs',
  routes: [
    querySysLog,
    ...exported,
    // The specification has a name of its own for the first of them.
    ...exported
      .slice(0, 1)
      .map((excel) => ({ ...excel, path: '/admin/syslog/exportExcelSysLog', summary: 'Export logs as .xlsx, by its older name' })),
    detail,
    history,
    implement(querySysLogOperationType, {
      access: 'granted',
      summary: 'Kinds of operations as options',
      of: logs,
      handle: async ({ t }) => ({ list: LOG_TYPES.map((value) => ({ name: t(`choice.logType.${value}`), value })) }),
    }),
    implement(updateSysLogByMark, {
      access: 'granted',
      summary: 'Set or clear the mark on entries of the log',
      of: logs,
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
    implement(verifyLog, {
      access: 'granted',
      summary: 'Verify the next part of the chain of hashes over the log and all changes',
      handle: ({ input, caller, inTenant }) =>
        inTenant(async (tx) => {
          const { row, ...progress } = await verifyChain(tx, caller.tenantId, { seal: BigInt(input.after), row: input.row }, PAGES)
          return { ...progress, ...(row ? { row: `${row.source}:${row.position}` } : {}), ...(await countSeals(tx, caller.tenantId)) }
        }),
    }),
  ],
}
