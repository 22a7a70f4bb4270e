import type { LoggedDifference, LoggedParameter } from '../../../../model/contract/admin/logs.ts'
import { querySysLogDetail } from '../../../../model/contract/admin/logs.ts'
import { logs, users } from '../../../../model/index.ts'
import type { LabelKey, Translate } from '../../../../model/labels/index.ts'
import { fieldOfKey } from '../../../../model/list-query.ts'
import { nameOf } from '../../../../model/messages.ts'
import type { Resource } from '../../../../model/resource.ts'
import { columnOf } from '../../../../model/resource.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { readPage } from '../../../kernel/resources/list.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import type { ChangeRow } from './changes.ts'
import { changeColumns, describeChanges, readNames } from './changes.ts'
import { mayRead, nounNamed, nounOfTable, nouns } from './nouns.ts'

/** Changed records that are told of one operation; an import may have fifty thousand. */
const MAX_RECORDS = 50
const MAX_CHANGES = 2000

/** One entry with what the list has no room for: the parameters, the error, and what the operation changed. */
export const detail = implement(querySysLogDetail, {
  access: 'granted',
  summary: 'One entry of the log with its parameters and changes',
  of: logs,
  handle: ({ input, caller, inTenant, t }) =>
    inTenant(async (tx) => {
      const {
        list: [row],
      } = await readPage(tx, logs, viewOf(caller, logs), { id: input.id, currentPage: 1, pageSize: 1 }, t)
      const entry = await tx.first(
        build.selectFrom('logs').select(['title', 'parameters', 'error', 'operation_id']).where('id', '=', input.id),
      )
      if (!row || !entry) fail('row.not-found')
      const { differences, more } = await differencesOf(tx, caller, t, entry.operation_id)
      return {
        row,
        operationId: entry.operation_id,
        error: entry.error && sentenceOf(entry.error, t),
        parameters: parametersOf(entry, caller, t),
        differences,
        more,
      }
    }),
})

/** The sentence of a failure; what filled its gaps was not kept. */
function sentenceOf(code: string, t: Translate): string {
  const key = `error.${code}` as LabelKey
  const text = t(key)
  return text === key ? code : text.replace(/\{\{\w+\}\}/g, '…')
}

/** Values of fields that the caller does not see are not shown here either, however deep they stand in what was sent. */
function parametersOf(
  entry: { title: string; parameters: Record<string, unknown> },
  caller: Caller,
  t: Translate,
): LoggedParameter[] | null {
  const noun = entry.title === 'account' ? (users as Resource) : nounNamed(entry.title)
  if (noun && !mayRead(caller, noun)) return null
  return Object.entries(withoutHidden(entry.parameters, noun, caller) as object).map(([name, value]) => ({
    name,
    label: noun && Object.hasOwn(noun.fields, name) ? nameOf(name, noun, t) : name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }))
}

function withoutHidden(value: unknown, noun: Resource | undefined, caller: Caller): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => withoutHidden(each, noun, caller))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isHidden(name, noun, caller))
      .map(([name, each]) => [name, withoutHidden(each, noun, caller)]),
  )
}

function isHidden(name: string, noun: Resource | undefined, caller: Caller): boolean {
  // A call that changes any one field names it beside its value.
  if (noun && name === 'fieldValue') return true
  const names = [name, fieldOfKey(name)]
  if (noun) return names.some((each) => Object.hasOwn(noun.fields, each) && !viewOf(caller, noun).sees(each))
  // A call about no noun, such as signing in or keeping a view of a list: its parameters may be fields of any.
  return nouns.some((any) =>
    names.some((each) => Object.hasOwn(any.fields, each) && any.fields[each]?.access === 'row' && !viewOf(caller, any).sees(each)),
  )
}

async function differencesOf(
  tx: Transaction,
  caller: Caller,
  t: Translate,
  operationId: string,
): Promise<{ differences: LoggedDifference[]; more: number }> {
  const rows = await tx.all(
    build
      .selectFrom('changes')
      .select(changeColumns)
      .where('operation_id', '=', operationId)
      .orderBy('position')
      .limit(MAX_CHANGES)
      .$castTo<ChangeRow>(),
  )
  const records = [
    ...Map.groupBy(
      rows.filter((row) => nounOfTable(row.table_name)),
      (row) => `${nounOfTable(row.table_name)?.name}/${row.row_id}`,
    ).values(),
  ]
  const differences = []
  for (const record of records.slice(0, MAX_RECORDS)) {
    const difference = await differenceOf(tx, caller, t, record)
    if (difference) differences.push(difference)
  }
  return { differences, more: Math.max(0, records.length - MAX_RECORDS) }
}

async function differenceOf(
  tx: Transaction,
  caller: Caller,
  t: Translate,
  rows: readonly ChangeRow[],
): Promise<LoggedDifference | undefined> {
  const [first] = rows as [ChangeRow]
  const noun = nounOfTable(first.table_name) as Resource
  const visible = mayRead(caller, noun)
  const changes = visible ? await describeChanges(tx, noun, caller, t, rows) : []
  const own = rows.filter((row) => row.table_name === noun.table)
  const verb = own.find((row) => row.verb !== 'update')?.verb ?? 'update'
  // All that changed is hidden from the caller.
  if (visible && verb === 'update' && changes.length === 0) return undefined
  const title = visible && viewOf(caller, noun).sees(noun.title) ? await titleOf(tx, noun, first.row_id, own) : undefined
  return {
    noun: noun.name,
    nounCn: t(`noun.${noun.name}` as LabelKey),
    rowId: first.row_id,
    name: title ?? first.row_id.slice(0, 8),
    verb,
    visible,
    changes,
  }
}

/** What the record was called: in the change itself, else today, else when it was deleted. */
async function titleOf(tx: Transaction, noun: Resource, rowId: string, own: readonly ChangeRow[]): Promise<string | undefined> {
  const column = columnOf(noun.title)
  const named = own.map(({ before, after }) => after?.[column] ?? before?.[column]).find((name) => typeof name === 'string')
  return typeof named === 'string' ? named : (await readNames(tx, noun.table, column, [rowId])).get(rowId)
}
