/** A rule of a mapping is one that can be compiled, and a type has so many at most. */
import { sql } from 'kysely'
import { MAX_RULES } from '../../../../model/acquisition/mapping/mapping.ts'
import type { RuleFault, RuleFields } from '../../../../model/acquisition/mapping/rule.ts'
import { compileRule } from '../../../../model/acquisition/mapping/rule.ts'
import { columnOf } from '../../../../model/resource.ts'
import { typeMappings } from '../../../../model/index.ts'
import type { Translate } from '../../../../model/labels/index.ts'
import { fieldKey } from '../../../../model/labels/index.ts'
import { Failure } from '../../../kernel/errors.ts'
import type { Asking, NewRow, Refusals, RowChange, Values } from '../../../kernel/resources/noun-writes.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

/** The refusal of a rule that is none, which names the field; undefined for a rule. */
function refusalOf(values: Values, { t }: Pick<Asking, 't'>): Failure | undefined {
  const result = compileRule(values as RuleFields)
  if ('rule' in result) return undefined
  const { field } = result.fault
  return new Failure('mapping.rule', {
    field: { name: field, label: fieldKey(typeMappings.name, field) },
    values: { reason: reasonOf(result.fault, t) },
  })
}

/** Why something is no rule, in words; of which field is said by whoever asks. */
export function reasonOf({ code, at = 0 }: RuleFault, t: Translate): string {
  return t(`mapping.fault.${code}`, { at })
}

const refusals = (found: readonly (Failure | undefined)[]): Refusals =>
  new Map(found.flatMap((failure, at): [number, Failure][] => (failure ? [[at, failure]] : [])))

/** Failures by position for rules that are none, and for those beyond what a type may have. */
export async function judgeNew(tx: Transaction, asking: Asking, rows: readonly NewRow[]): Promise<Refusals> {
  const types = [...new Set(rows.map(({ values }) => String(values['deviceTypeId'])))]
  const stored = await tx.all(
    build
      .selectFrom('type_mappings')
      .select(['device_type_id', sql<number>`count(*)::integer`.as('count')])
      .where(sql<boolean>`device_type_id = any(${types}::uuid[])`)
      .groupBy('device_type_id'),
  )
  const counts = new Map(stored.map(({ device_type_id: id, count }) => [id, count]))
  return refusals(
    rows.map(({ values }) => {
      const type = String(values['deviceTypeId'])
      const count = (counts.get(type) ?? 0) + 1
      counts.set(type, count)
      return count > MAX_RULES ? new Failure('mapping.too-many', { values: { most: MAX_RULES } }) : refusalOf(values, asking)
    }),
  )
}

/** Failures by position for changes that would make a rule none. */
export async function judgeChanges(tx: Transaction, asking: Asking, changes: readonly RowChange[]): Promise<Refusals> {
  const names = Object.keys(typeMappings.fields).filter((name) => name !== 'createTime')
  const stored = await tx.all(
    build
      .selectFrom('type_mappings')
      .where(sql<boolean>`id = any(${changes.map(({ id }) => id)}::uuid[])`)
      .select(['id', ...names.map((name) => sql`${sql.ref(columnOf(name))}`.as(name))]),
  )
  const before = new Map(stored.map((row) => [row.id, row as Values]))
  return refusals(
    changes.map(({ id, values }) => {
      const row = before.get(id)
      return row && refusalOf({ ...row, ...values }, asking)
    }),
  )
}
