/** Parameters of the product are checked by their type and stay; a change is told to every server. */
import { sql } from 'kysely'
import { parameters } from '../../../../model/index.ts'
import type { LabelKey, Translate } from '../../../../model/labels/index.ts'
import type { ParameterKey } from '../../../../model/system/known-parameters.ts'
import { knownParameter, settingOf, textOfSetting } from '../../../../model/system/known-parameters.ts'
import { Failure, fail } from '../../../kernel/errors.ts'
import type { Asking, RowChange, Values } from '../../../kernel/resources/noun-writes.ts'
import { refusalOf, writes } from '../../../kernel/resources/noun-writes.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

export const parameterWrites = writes(parameters, {
  add: {
    // Those a tenant may have it has already, and the index says so.
    judge: async (_tx, _asking, rows) =>
      new Map(rows.flatMap(({ values }, at): [number, Failure][] => (isReserved(values['paramKey']) ? [[at, reserved()]] : []))),
  },
  change: {
    async judge(tx, { t }, changes) {
      const stored = await storedParameters(
        tx,
        changes.map(({ id }) => id),
      )
      return new Map(
        await Promise.all(
          changes.map(async ({ id, values }, at) => [at, await refusalOf(() => assertKeeps(tx, stored.get(id), values, t))] as const),
        ).then((judged) => judged.flatMap(([at, failure]): [number, Failure][] => (failure ? [[at, failure]] : []))),
      )
    },
    async apply(tx, asking, changes, update) {
      const stored = await storedParameters(
        tx,
        changes.map(({ id }) => id),
      )
      const written = await update(changes.map((change) => settled(change, stored.get(change.id))))
      const keys = [...stored.values()].map((row) => row.param_key)
      if (keys.some((key) => knownParameter(key))) await publishParameters(tx, asking)
      // What open pages show goes by the zone, and would be read as a time of the new one.
      if (keys.includes('time.zone' satisfies ParameterKey))
        await asking.services.invalidations.publish(tx, { kind: 'news', tenantId: asking.caller.tenantId, topic: 'clock' })
      return written
    },
  },
  remove: {
    async apply(tx, _asking, ids, remove) {
      const stored = await storedParameters(tx, ids)
      if ([...stored.values()].some((row) => knownParameter(row.param_key))) fail('parameter.known')
      return remove()
    },
  },
})

type Stored = Awaited<ReturnType<typeof storedParameters>> extends ReadonlyMap<string, infer Row> ? Row : never

async function storedParameters(tx: Transaction, ids: readonly string[]) {
  const rows = await tx.all(
    build
      .selectFrom('parameters')
      .select(['id', 'param_key', 'param_name', 'param_name_tw', 'param_name_en'])
      .where(sql<boolean>`id = any(${ids}::uuid[])`),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Keys that are the platform's. */
const isReserved = (key: unknown) => knownParameter(key)?.scope === 'platform'
const reserved = () => new Failure('parameter.reserved', { field: { name: 'paramKey', label: 'error.parameter.reserved' } })

/** A parameter of the product keeps its key, its name and the type of its value. */
async function assertKeeps(tx: Transaction, row: Stored | undefined, values: Values, t: Translate): Promise<void> {
  if (!row) return
  const { paramKey, paramName } = values
  const known = knownParameter(row.param_key)
  if (!known) {
    if (isReserved(paramKey)) throw reserved()
    return
  }
  // A client that sends back what it read, in whichever language, changes nothing by that.
  const names: unknown[] = [row.param_name, row.param_name_tw, row.param_name_en]
  if (paramKey !== undefined && paramKey !== row.param_key)
    fail('parameter.known', { field: { name: 'paramKey', label: 'error.parameter.known' } })
  if (paramName !== undefined && !names.includes(paramName))
    fail('parameter.known', { field: { name: 'paramName', label: 'error.parameter.known' } })
  if (!('paramValue' in values)) return
  assertValue(row.param_key, values['paramValue'], t)
  if (known.type === 'zone') await assertZoneOfDatabase(tx, String(values['paramValue'] ?? '').trim(), t)
}

/** A change as it is stored: of a parameter of the product, its value alone, written as such values are. */
function settled(change: RowChange, row: Stored | undefined): RowChange {
  const known = row && knownParameter(row.param_key)
  if (!known) return change
  const { paramKey: _key, paramName: _name, paramValue, ...rest } = change.values
  // An empty text arrives as nothing (model/schemas.ts).
  const value = 'paramValue' in change.values ? settingOf(known, String(paramValue ?? '')) : undefined
  return { ...change, values: { ...rest, ...(value === undefined ? {} : { paramValue: textOfSetting(value) }) } }
}

/** Does nothing for a value that the parameter takes. @throws Failure that says what the parameter takes. */
export function assertValue(key: string, value: unknown, t: Translate): void {
  const known = knownParameter(key)
  if (!known || settingOf(known, typeof value === 'string' ? value : undefined) !== undefined) return
  fail('request.invalid', { fields: [{ field: 'paramValue', message: t(...reasonOf(known, t)) }] })
}

/** The database knows zones by a list of its own, which may be older than the server's. */
async function assertZoneOfDatabase(tx: Transaction, zone: string, t: Translate): Promise<void> {
  if (zone === '') return
  const found = await tx.first(build.selectNoFrom(sql<boolean>`is_time_zone(${zone})`.as('is')))
  if (!found?.is)
    fail('request.invalid', {
      fields: [{ field: 'paramValue', message: t('check.time-zone', { field: t('field.parameters.paramValue') }) }],
    })
}

function reasonOf(known: NonNullable<ReturnType<typeof knownParameter>>, t: Translate): [LabelKey, Record<string, string | number>] {
  const field = t('field.parameters.paramValue')
  if (known.type === 'integer') return ['check.number', { field, min: known.min, max: known.max }]
  if (known.type === 'zone') return ['check.time-zone', { field }]
  if (known.type === 'choice') return ['check.one-word', { field, words: known.of.join(t('common.between')) }]
  if (known.type === 'hosts' || known.type === 'days' || known.type === 'hours' || known.type === 'spans')
    return [`check.${known.type}`, { field }]
  return known.type === 'boolean' ? ['check.boolean', { field }] : ['check.words', { field, words: known.of.join(t('common.between')) }]
}

/** Tells all servers, once the transaction is committed, that parameters of the caller's tenant are others. */
export async function publishParameters(tx: Transaction, { caller, services }: Asking): Promise<void> {
  await services.invalidations.publish(tx, { kind: 'parameters-changed', tenantId: caller.tenantId })
}
