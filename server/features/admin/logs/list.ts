import { sql } from 'kysely'
import { logs } from '../../../../model/index.ts'
import type { Resource } from '../../../../model/resource.ts'
import { columnOf } from '../../../../model/resource.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { buildFor, typedAs } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import type { Call, Route } from '../../../kernel/http/http.ts'
import type { Page } from '../../../kernel/resources/list.ts'
import { list } from '../../../kernel/resources/list.ts'
import type { ChangeRow } from './changes.ts'
import { readNames, seesLink } from './changes.ts'
import { mayRead, nounOfTable } from './nouns.ts'

const plain = list(logs)

/** The list, and for each entry what the record was called that it changed: `subject`, with `…` where there were more. */
export const querySysLog: Route = {
  ...plain,
  async handle(call: Call<never>) {
    const page = (await plain.handle(call)) as Page
    if (page.list.length === 0 || !viewOf(call.caller, logs).sees('title')) return page
    const subjects = await call.inTenant((tx) =>
      subjectsOf(
        tx,
        call.caller,
        page.list.map(({ id }) => id),
      ),
    )
    return { ...page, list: page.list.map((row) => ({ ...row, subject: subjects.get(row.id) ?? null })) }
  },
}

type Changed = Pick<ChangeRow, 'table_name' | 'row_id' | 'verb' | 'before' | 'after'> & { log_id: string }

/** Changes that are looked at of one operation: enough to know whether it was about one record. */
const FEW = 8

async function subjectsOf(tx: Transaction, caller: Caller, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.all(
    typedAs<Changed>({
      compile: () =>
        sql`select l.id as log_id, c.table_name, c.row_id, c.verb, c.before, c.after from logs l
        join lateral (select * from changes one where one.tenant_id = l.tenant_id and one.operation_id = l.operation_id
          order by one.position limit ${FEW}) c on true
        where l.id = any(${[...ids]}::uuid[])`.compile(buildFor),
    }),
  )
  const seen = rows.filter((row) => isDisclosed(caller, row))
  const names = await namesOf(tx, seen)
  const subjects = new Map<string, string>()
  for (const [id, changes] of Map.groupBy(seen, (row) => row.log_id)) {
    const records = new Set(changes.map((row) => row.row_id))
    const [name] = changes.flatMap((row) => names.get(row.row_id) ?? [])
    if (name !== undefined) subjects.set(id, records.size > 1 ? `${name} …` : name)
  }
  return subjects
}

/** Whether the caller may know which record it was: they see its name, and something of what was changed. */
function isDisclosed(caller: Caller, row: Changed): boolean {
  const noun = nounOfTable(row.table_name)
  if (!noun || !mayRead(caller, noun)) return false
  const view = viewOf(caller, noun)
  if (!view.sees(noun.title)) return false
  if (noun.table !== row.table_name) return seesLink(caller, row)
  return row.verb !== 'update' || Object.keys(noun.fields).some((field) => view.sees(field) && isChanged(row, columnOf(field)))
}

const isChanged = ({ before, after }: Changed, column: string) => JSON.stringify(before?.[column]) !== JSON.stringify(after?.[column])

/** By record: what it was called in the change, else today, else when it was deleted. */
async function namesOf(tx: Transaction, rows: readonly Changed[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const [noun, changes] of Map.groupBy(rows, (row) => nounOfTable(row.table_name) as Resource)) {
    const column = columnOf(noun.title)
    const unnamed = changes.filter(({ row_id, table_name, before, after }) => {
      const name = table_name === noun.table ? (after?.[column] ?? before?.[column]) : undefined
      if (typeof name === 'string') names.set(row_id, name)
      return typeof name !== 'string'
    })
    // The name of some is made by the view that they are read from: what a post of a person is called stands with the post.
    const from = noun.fields[noun.title]?.sql === '' ? (noun.readsFrom ?? noun.table) : noun.table
    const ids = [...new Set(unnamed.map(({ row_id }) => row_id))]
    for (const [id, name] of await readNames(tx, noun.table, column, ids, from)) names.set(id, name)
  }
  return names
}
