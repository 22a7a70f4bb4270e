/** Numbers that figures have of rows besides their fields: reckoned of fields that whoever asks has to see, and of nothing else. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { LabelKey } from '../../model/labels/index.ts'
import { faults, workOrders } from '../../model/index.ts'
import type { Resource } from '../../model/resource.ts'
import { columnOf } from '../../model/resource.ts'
import type { View } from '../kernel/authorization/view.ts'
import type { Found } from './subject.ts'

interface Derived {
  /** The fields that it is reckoned of. */
  readonly of: readonly string[]
  readonly label: LabelKey
  value(column: (field: string) => RawBuilder<unknown>): RawBuilder<unknown>
}

/** Hours for which the machine stood, up to now where it still does; nothing where it did not stand. Those of several rows overlap where the machine stood for more than one reason. */
const downHours: Derived = {
  of: ['downFrom', 'downTo'],
  label: 'figures.field-downHours',
  value: (column) =>
    sql`(case when ${column('downFrom')} is not null
      then extract(epoch from greatest(interval '0', least(coalesce(${column('downTo')}, now()), now()) - ${column('downFrom')})) / 3600 end)::float8`,
}

const DERIVED: ReadonlyMap<string, Readonly<Record<string, Derived>>> = new Map([
  [faults.name, { downHours }],
  [workOrders.name, { downHours }],
])

/** The names of what is derived of rows of the noun, for whoever sees all that it is reckoned of. */
export const derivedNames = ({ name }: Resource, view: Pick<View, 'sees'>): string[] =>
  Object.entries(DERIVED.get(name) ?? {})
    .filter(([, derived]) => derived.of.every((field) => view.sees(field)))
    .map(([each]) => each)

/** What is derived of the row that the statement calls `alias`, by its name; undefined where there is no such number, or its reader does not see all that it is reckoned of. */
export function derivedOf(of: Resource, view: Pick<View, 'sees'>, alias: string, name: string): Found | undefined {
  const derived = derivedNames(of, view).includes(name) ? DERIVED.get(of.name)?.[name] : undefined
  return (
    derived && {
      kind: 'number',
      value: derived.value((field) => sql.ref(`${alias}.${columnOf(field)}`)),
      isDimension: false,
      label: derived.label,
    }
  )
}
