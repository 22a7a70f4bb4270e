import { queryHistory } from '../../../../model/contract/admin/logs.ts'
import { users } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { personIn } from '../../../kernel/resources/people.ts'
import type { ChangeRow } from './changes.ts'
import { changeColumns, describeChanges } from './changes.ts'
import { mayRead, nounNamed, tablesOf } from './nouns.ts'

/** Changes read at once; an operation on a row with many links makes hundreds of them. */
const MAX_CHANGES = 1000
/** Operations told at once. */
const ENTRIES = 30

/** Everything that happened to one row, the latest first: by whom, from what to what. */
export const history = implement(queryHistory, {
  access: 'granted',
  summary: 'History of one record',
  async handle({ input, caller, inTenant, t }) {
    const of = nounNamed(input.noun)
    if (!of || !mayRead(caller, of)) fail('permission.denied')
    return inTenant(async (tx) => {
      const rows = await readChanges(tx, tablesOf(of), input.id, input.before)
      const operations = [...Map.groupBy(rows, (row) => row.operation_id).values()]
      // The last one may have been cut off by the limit: it comes whole with the next answer.
      const whole = rows.length === MAX_CHANGES && operations.length > 1 ? operations.slice(0, -1) : operations
      const shown = whole.slice(0, ENTRIES)
      const isMore = rows.length === MAX_CHANGES || shown.length < whole.length
      const names = await namesOfUsers(tx, caller, shown.flat())
      const list = []
      for (const operation of shown) {
        const [latest] = operation as [ChangeRow]
        const changes = await describeChanges(tx, of, caller, t, operation.toReversed())
        const verb = verbOf(of.table, operation)
        // What changed is hidden from the caller: that it changed is, too.
        if (verb === 'update' && changes.length === 0) continue
        list.push({ id: latest.operation_id, time: latest.time, user: names.get(latest.operation_id) ?? null, verb, changes })
      }
      return { list, before: isMore ? (shown.at(-1)?.at(-1)?.position ?? null) : null }
    })
  },
})

function readChanges(tx: Transaction, tables: readonly string[], rowId: string, before: string | undefined): Promise<ChangeRow[]> {
  return tx.all(
    build
      .selectFrom('changes')
      .select(changeColumns)
      .where('row_id', '=', rowId)
      .where('table_name', 'in', tables)
      .$if(before !== undefined, (query) => query.where('position', '<', before as string))
      .orderBy('position', 'desc')
      .limit(MAX_CHANGES)
      .$castTo<ChangeRow>(),
  )
}

function verbOf(table: string, operation: readonly ChangeRow[]): ChangeRow['verb'] {
  const verbs = operation.filter((row) => row.table_name === table).map((row) => row.verb)
  return verbs.find((verb) => verb !== 'update') ?? 'update'
}

/** By operation: what the user is called, or the account in the log, which stays when the user is gone; of these what the caller sees. */
async function namesOfUsers(tx: Transaction, caller: Caller, rows: readonly ChangeRow[]): Promise<Map<string, string>> {
  const operations = [...new Set(rows.map((row) => row.operation_id))]
  const userIds = [...new Set(rows.flatMap((row) => row.user_id ?? []))]
  if (operations.length === 0) return new Map()
  const [logged, found] = await Promise.all([
    viewOf(caller, users).sees('username')
      ? tx.all(build.selectFrom('logs').select(['operation_id', 'username']).where('operation_id', 'in', operations))
      : [],
    userIds.length === 0
      ? []
      : tx.all(
          build
            .selectFrom('users')
            .select(['id', personIn(caller, 'users').as('who')])
            .where('id', 'in', userIds),
        ),
  ])
  const people = new Map(found.map((user) => [user.id, user.who]))
  const names = new Map(logged.flatMap(({ operation_id, username }) => (username === null ? [] : [[operation_id, username] as const])))
  for (const { operation_id, user_id } of rows) {
    const name = people.get(user_id ?? '')
    if (name) names.set(operation_id, name)
  }
  return names
}
