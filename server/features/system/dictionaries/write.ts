/** An entry has the type of the one above it, and a type has each value once, counting those of the product. */
import { sql } from 'kysely'
import { fail } from '../../../kernel/errors.ts'
import type { insertRow } from '../../../kernel/resources/add.ts'
import { insertRow as insert } from '../../../kernel/resources/add.ts'
import { subtree } from '../../../kernel/resources/select.ts'
import type { Change, changeRow } from '../../../kernel/resources/update.ts'
import { changeRow as change } from '../../../kernel/resources/update.ts'
import type { Values } from '../../../kernel/resources/write.ts'
import { assertNotBuiltIn, assertWritable } from '../../../kernel/resources/write.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { advisoryLock } from '../../../kernel/database/advisory-lock.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'

/** What is added below another takes its type, whatever was said. */
export const addEntry: typeof insertRow = async (tx, of, asking, values) => {
  await advisoryLock(tx, `tree:${of.table}`)
  const above = await entry(tx, values['parentId'])
  const own: Values = above ? { ...values, dictType: above.dict_type } : values
  await assertFree(tx, { type: String(own['dictType']), value: String(own['dictValue']), isType: !above })
  return insert(tx, of, asking, own)
}

/** A type that is renamed or moved takes everything below it along. */
export const changeEntry: typeof changeRow = async (tx, of, asking, given: Change) => {
  const { id, version, ...values } = given
  assertWritable(of, viewOf(asking.caller, of), values, asking.t)
  await advisoryLock(tx, `tree:${of.table}`)
  await assertNotBuiltIn(tx, of, [id])
  const before = await entry(tx, id)
  if (!before) fail('row.not-found')
  const above = await entry(tx, 'parentId' in values ? values['parentId'] : before.parent_id)
  if (above && values['dictType'] !== undefined && values['dictType'] !== above.dict_type) {
    const type = above.dict_type
    fail('dictionary.type', { values: { type }, fields: [{ field: 'dictType', message: asking.t('error.dictionary.type', { type }) }] })
  }
  const type = above?.dict_type ?? String(values['dictType'] ?? before.dict_type)
  const changesType = type !== before.dict_type
  await assertFree(tx, { type, value: String(values['dictValue'] ?? before.dict_value), isType: !above, except: id })
  const changed = await change(tx, of, asking, {
    ...values,
    ...(changesType ? { dictType: type } : {}),
    id,
    ...(version === undefined ? {} : { version }),
  })
  if (changesType) {
    await tx.run(
      build
        .updateTable('dictionaries')
        .set({ dict_type: type, updated_at: sql`now()`, version: sql`version + 1` })
        .where(sql<boolean>`id in ${subtree(of.table, id)}`)
        .where('id', '<>', id),
    )
  }
  return changed
}

async function entry(tx: Transaction, id: unknown) {
  return typeof id === 'string' && id !== '0'
    ? tx.first(build.selectFrom('dictionaries').select(['id', 'dict_type', 'dict_value', 'parent_id']).where('id', '=', id))
    : undefined
}

/** The unique index of the table knows nothing of the rows of the product, which are another tenant's. */
async function assertFree(
  tx: Transaction,
  { type, value, isType, except }: { type: string; value: string; isType: boolean; except?: string },
): Promise<void> {
  const taken = await tx.first(
    build
      .selectFrom('dictionaries')
      .select('id')
      .where(
        sql<boolean>`lower(dict_type) = lower(${type}) and (lower(dict_value) = lower(${value}) or ${isType}) and (parent_id is null) = ${isType}`,
      )
      .$if(except !== undefined, (query) => query.where('id', '<>', except as string))
      .limit(1),
  )
  if (!taken) return
  const field = isType ? 'dictType' : 'dictValue'
  if (isType) fail('row.taken', { field: { name: field, label: 'field.dictionaries.dictType' } })
  fail('dictionary.taken', { field: { name: field, label: 'error.dictionary.taken' } })
}
