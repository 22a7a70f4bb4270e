/** The list of a form's entries: the listed fields that the caller sees, the newest entry first. */
import { sql } from 'kysely'
import type { z } from 'zod'
import { queryEntryList as contract } from '../../../../model/contract/devtool/form-entries.ts'
import type { FormField } from '../../../../model/form/definition.ts'
import { formEntries } from '../../../../model/index.ts'
import type { PublishedForm } from '../../../forms/index.ts'
import { fieldsOf, namesIn, publishedForm, seenValues } from '../../../forms/index.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { countOf, withTotal } from '../../../kernel/resources/totals.ts'
import { personBehind, seesPeople } from '../../../kernel/resources/people.ts'
import { seenPart } from '../../../../model/form/fields-for.ts'
import { idsByValue } from './by-value.ts'
import { mayChange, mayWithdraw } from './seen-entries.ts'
import { entriesOf, isFilter, isSorter, listedFields, orderOf } from './select-entries.ts'

export const queryEntryList = implement(contract, {
  access: 'granted',
  unloggedInput: ['filters'],
  summary: 'The entries of a form with the values of its listed fields that the caller sees',
  of: formEntries,
  reads: true,
  async handle(call) {
    const { input, caller, t, inTenant, services } = call
    const isLookedUp = Object.values(input.filters ?? {}).some(({ among }) => among !== undefined)
    if (!isLookedUp) return inTenant(async (tx) => read(tx, call, await publishedForm(tx, input.formId)))
    // The index is asked in a transaction of its own, and none waits for another: the embedded engine has one at a time.
    const form = await inTenant((tx) => publishedForm(tx, input.formId))
    const seen = seenPart(form.definition, fieldsOf(caller, form.definition))
    // Judged before the index is asked: what is no filter of the caller's is looked up nowhere.
    entriesOf(caller, seen, input, t)
    const ids = await idsByValue(services.transactions, caller.tenantId, seen, input)
    return inTenant((tx) => read(tx, call, form, ids))
  },
})

type Input = z.output<typeof contract.input>
type Asking = Pick<Call<Input>, 'input' | 'caller' | 't' | 'inTenant'>

/** @param ids The only entries that the filters can leave, where an index knows them */
async function read(tx: Transaction, { input, caller, t, inTenant }: Asking, form: PublishedForm, ids?: readonly string[]) {
  const { currentPage, pageSize, ...query } = input
  const seen = seenPart(form.definition, fieldsOf(caller, form.definition))
  const shown = { ...seen, fields: listedFields(seen) }
  const all = entriesOf(caller, seen, query, t)
  const rows = ids === undefined ? all : all.where(sql<boolean>`entry.id = any(${ids}::uuid[])`)
  const part = { limit: pageSize, offset: (currentPage - 1) * pageSize }
  const seesOwner = seesPeople(caller)
  const page = rows
    .select(['entry.id', 'entry_number', 'entry_state', 'entry_source', 'owner_id', 'submit_time', 'updated_at', 'data', 'version'])
    .select(personBehind(caller, 'entry', 'owner_id').as('owner'))
    .orderBy(sql`${sql.join([...orderOf(seen, query.sorter, t)])}`)
    .limit(part.limit)
    .offset(part.offset)
  const { list, total, totalIs } = await withTotal(tx, countOf(rows as never), part, () => tx.all(page), inTenant)
  const values = list.map((row) => seenValues(shown, { sees: () => true }, row.data))
  return {
    formDescription: form.description,
    isOpen: form.status === 'published',
    columns: shown.fields.map(columnOf),
    list: list.map((row, at) => ({
      id: row.id,
      entryNumber: row.entry_number,
      entryState: row.entry_state,
      entrySource: row.entry_source,
      owner: seesOwner ? row.owner : null,
      submittedAt: row.submit_time?.getTime() ?? null,
      changedAt: row.updated_at.getTime(),
      values: values[at] ?? {},
      revision: row.version,
      mayChange: mayChange(caller, row),
      mayWithdraw: mayWithdraw(caller, row),
    })),
    names: await namesIn(tx, caller, shown, values),
    total,
    totalIs,
    allowed: [...viewOf(caller, formEntries).allowed],
  }
}

/** A field as the head of a column, with what its values are drawn by. */
function columnOf({ id, name, kind, labels, choices, unit, decimals, dictionary, noun }: FormField) {
  return {
    id,
    name,
    kind,
    labels,
    ...(choices ? { choices } : {}),
    ...(unit === undefined ? {} : { unit }),
    ...(decimals === undefined ? {} : { decimals }),
    ...(dictionary === undefined ? {} : { dictionary }),
    ...(noun === undefined ? {} : { noun }),
    isFilter: isFilter(kind),
    isSorter: isSorter(kind),
  }
}
