/**
 * What decides who sees which rows has changed: where an organisation stands, and to which one somebody or something belongs. Sessions and grants
 * are read anew, in a tenant where a role has a scope at all.
 */
import type { Resource } from '../../../model/resource.ts'
import { build } from '../database/sql.ts'
import type { Transaction } from '../database/tenant.ts'
import type { Asking, Values } from './noun-writes.ts'

const SHAPES: Readonly<Record<string, readonly string[]>> = {
  organisations: ['parentId'],
  users: ['orgId'],
  projects: ['orgId'],
  sites: ['orgId', 'projectId'],
  // Whoever watches values of its points may no longer see it.
  devices: ['siteId'],
}

/**
 * Publishes that grants have changed where a write moved something that data scopes go by, and some role has one.
 * @param values Of the changes; absent where rows were added or removed, which matters to the tree of organisations alone.
 */
export async function announceShape(
  tx: Transaction,
  { caller, services }: Pick<Asking, 'caller' | 'services'>,
  { table }: Resource,
  values?: readonly Values[],
): Promise<void> {
  const isShape = values ? values.some((each) => SHAPES[table]?.some((name) => name in each)) : table === 'organisations'
  if (!isShape || !(await tx.first(build.selectFrom('role_scopes').select('role_id').limit(1)))) return
  await services.invalidations.publish(tx, { kind: 'grants-changed', tenantId: caller.tenantId })
}
