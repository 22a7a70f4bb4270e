/**
 * What decides who sees which rows has changed: where an organisation stands, and to which one somebody or something belongs. Sessions and grants
 * are read anew, in a tenant where a role has a scope at all.
 */
import { columnOf, type Resource } from '../../../model/resource.ts'
import type { Owner } from '../../../model/row-scope.ts'
import { PLACING_TABLES } from '../../../model/row-scope.ts'
import { build } from '../database/sql.ts'
import type { Transaction } from '../database/tenant.ts'
import type { Asking, Values } from './noun-writes.ts'

/** What places a row: under an organisation, in a project, at a site. */
const PLACES: readonly Owner['by'][] = ['organisation', 'below', 'project', 'site', 'place']

/** The columns of a noun by which scopes of rows reach what stands below it; none where nothing does. Its own id never changes. */
function placingColumns({ table, ownedBy }: Resource): readonly string[] {
  if (!PLACING_TABLES.includes(table)) return []
  if (ownedBy === undefined || typeof ownedBy === 'string' || !('anyOf' in ownedBy)) return []
  return ownedBy.anyOf.filter(({ by, column }) => PLACES.includes(by) && column !== 'id').map(({ column }) => column)
}

/**
 * Publishes that grants have changed where a write moved something that data scopes go by, and some role has one.
 * @param values Of the changes; absent where rows were added or removed, which matters to the tree of organisations alone.
 */
export async function announceShape(
  tx: Transaction,
  { caller, services }: Pick<Asking, 'caller' | 'services'>,
  noun: Resource,
  values?: readonly Values[],
): Promise<void> {
  const placing = placingColumns(noun)
  // Where rows come or go it matters to those of a tree alone: others stand below them.
  const isShape = values
    ? values.some((each) => Object.keys(each).some((name) => placing.includes(columnOf(name))))
    : noun.parent !== undefined && placing.length > 0
  if (!isShape || !(await tx.first(build.selectFrom('role_scopes').select('role_id').limit(1)))) return
  await services.invalidations.publish(tx, { kind: 'grants-changed', tenantId: caller.tenantId })
}
