/** The list of a form's entries: the listed fields that the caller sees, the newest entry first. */
import { queryEntryList as contract } from '../../../../model/contract/devtool/form-entries.ts'
import type { FormField } from '../../../../model/form/definition.ts'
import { formEntries, users } from '../../../../model/index.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { sql } from 'kysely'
import { implement } from '../../../kernel/http/http.ts'
import { countOf, withTotal } from '../../../kernel/resources/totals.ts'
import { seenPart } from '../shared/fields-for.ts'
import { publishedForm } from '../shared/published.ts'
import { idsByValue } from './by-value.ts'
import { namesIn } from './names.ts'
import { fieldsOf, mayChange, mayWithdraw, seenValues } from './seen-entries.ts'
import { entriesOf, isFilter, isSorter, listedFields, orderOf } from './select-entries.ts'

export const queryEntryList = implement(contract, {
  access: 'granted',
  summary: 'The entries of a form with the values of its listed fields that the caller sees',
  of: formEntries,
  reads: true,
  async handle({ input, caller, t, inTenant, services: { transactions } }) {
    const { currentPage, pageSize, ...query } = input
    const form = await inTenant((tx) => publishedForm(tx, query.formId))
    const seen = seenPart(form.definition, fieldsOf(caller, form.definition))
    const shown = { ...seen, fields: listedFields(seen) }
    const order = orderOf(seen, query.sorter, t)
    // Judged before the index is asked: what is no filter of the caller's is looked up nowhere.
    const all = entriesOf(caller, seen, query, t)
    const ids = await idsByValue(transactions, caller.tenantId, shown, query)
    const rows = ids === undefined ? all : all.where(sql<boolean>`entry.id = any(${ids}::uuid[])`)
    const part = { limit: pageSize, offset: (currentPage - 1) * pageSize }
    const seesOwner = viewOf(caller, users).sees('username')
    const page = rows
      .select(['entry.id', 'entry_number', 'entry_state', 'entry_source', 'owner_id', 'submit_time', 'updated_at', 'data', 'version'])
      .select(
        sql<string | null>`(select username from users person where person.tenant_id = entry.tenant_id and person.id = entry.owner_id)`.as(
          'owner',
        ),
      )
      .orderBy(sql`${sql.join([...order])}`)
      .limit(part.limit)
      .offset(part.offset)
    return inTenant(async (tx) => {
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
    })
  },
})

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
