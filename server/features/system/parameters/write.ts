/** Parameters of the product are checked by their type and stay; a change is told to every server. */
import type { LabelKey, Translate } from '../../../../model/labels/index.ts'
import { knownParameter, settingOf, textOfSetting } from '../../../../model/system/known-parameters.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import type { Special } from '../../../exchange/index.ts'
import type { insertRow } from '../../../kernel/resources/add.ts'
import { insertRow as insert } from '../../../kernel/resources/add.ts'
import type { removeRows } from '../../../kernel/resources/remove.ts'
import { removeRows as removeAll } from '../../../kernel/resources/remove.ts'
import type { Change, changeRow } from '../../../kernel/resources/update.ts'
import { changeRow as change } from '../../../kernel/resources/update.ts'
import { assertWritable } from '../../../kernel/resources/write.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'

type Asking = Pick<Call<unknown>, 'caller' | 't' | 'services'>

export const addParameter: typeof insertRow = async (tx, of, asking, values) => {
  // Those a tenant may have it has already, and the index says so.
  if (knownParameter(values['paramKey'])?.scope === 'platform')
    fail('parameter.reserved', { field: { name: 'paramKey', label: 'error.parameter.reserved' } })
  return insert(tx, of, asking, values)
}

export const changeParameter: typeof changeRow = async (tx, of, asking, given: Change) => {
  const { id, version: _version, ...values } = given
  assertWritable(of, viewOf(asking.caller, of), values, asking.t)
  const row = await tx.first(
    build.selectFrom('parameters').select(['param_key', 'param_name', 'param_name_tw', 'param_name_en']).where('id', '=', id),
  )
  if (!row) fail('row.not-found')
  const known = knownParameter(row.param_key)
  if (!known) {
    if (knownParameter(values['paramKey'])?.scope === 'platform')
      fail('parameter.reserved', { field: { name: 'paramKey', label: 'error.parameter.reserved' } })
    return change(tx, of, asking, given)
  }
  // A client that sends back what it read, in whichever language, changes nothing by that.
  const { paramKey, paramName, ...rest } = given
  const names: unknown[] = [row.param_name, row.param_name_tw, row.param_name_en]
  if (paramKey !== undefined && paramKey !== row.param_key)
    fail('parameter.known', { field: { name: 'paramKey', label: 'error.parameter.known' } })
  if (paramName !== undefined && !names.includes(paramName))
    fail('parameter.known', { field: { name: 'paramName', label: 'error.parameter.known' } })
  if ('paramValue' in values) assertValue(row.param_key, values['paramValue'], asking.t)
  const value = settingOf(known, String(values['paramValue']))
  const changed = await change(tx, of, asking, { ...rest, ...(value === undefined ? {} : { paramValue: textOfSetting(value) }) })
  await tell(tx, asking)
  return changed
}

export const removeParameters: typeof removeRows = async (tx, of, asking, ids) => {
  const rows = await tx.all(build.selectFrom('parameters').select('param_key').where('id', 'in', ids))
  if (rows.some((row) => knownParameter(row.param_key))) fail('parameter.known')
  return removeAll(tx, of, asking, ids)
}

export const importedParameters: Special = {
  judge: async (_tx, { t }, rows) =>
    new Map(
      rows.flatMap(({ values }, at) =>
        knownParameter(values['paramKey'])?.scope === 'platform'
          ? [[at, { field: 'paramKey', message: t('error.parameter.reserved') }] as const]
          : [],
      ),
    ),
}

/** @throws Failure that says what the parameter takes. */
export function assertValue(key: string, value: unknown, t: Translate): void {
  const known = knownParameter(key)
  if (!known || settingOf(known, typeof value === 'string' ? value : undefined) !== undefined) return
  fail('request.invalid', { fields: [{ field: 'paramValue', message: t(...reasonOf(known, t)) }] })
}

function reasonOf(known: NonNullable<ReturnType<typeof knownParameter>>, t: Translate): [LabelKey, Record<string, string | number>] {
  const field = t('field.parameters.paramValue')
  if (known.type === 'integer') return ['check.number', { field, min: known.min, max: known.max }]
  if (known.type === 'choice') return ['check.one-word', { field, words: known.of.join(', ') }]
  return known.type === 'boolean' ? ['check.boolean', { field }] : ['check.words', { field, words: known.of.join(', ') }]
}

export async function tell(tx: Transaction, { caller, services }: Asking): Promise<void> {
  await services.events.publish(tx, { kind: 'parameters-changed', tenantId: caller.tenantId })
}
