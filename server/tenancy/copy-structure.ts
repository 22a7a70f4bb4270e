/** Makes one tenant's structure another's: its organisations, posts, roles with their grants, dictionaries, parameters and drawn processes. No people. */
import type { TenantId } from '../../model/brands.ts'
import { resources } from '../../model/index.ts'
import type { Resource } from '../../model/resource.ts'
import { newId } from '../kernel/ids.ts'
import { buildFor, typedAs } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { storeParameters } from './store-parameters.ts'
import { tenantTables } from './tenant-tables.ts'

/** In the order in which they point at one another. A table that this version does not have is left out. */
const STRUCTURE = [
  'organisations',
  'posts',
  'roles',
  'role_menus',
  'role_urls',
  'role_hidden_buttons',
  'role_hidden_fields',
  'dictionaries',
  'regions',
  'parameters',
  'process_models',
  'process_model_organisations',
]

/** What a copy does not have: forms, people and deployments stay where they are. */
const LEFT: Readonly<Record<string, Row>> = {
  process_models: { form_id: null, saved_by: null, saved_at: null, model_version: 0, deployment_time: null },
}
const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

const LAYERED: ReadonlySet<string> = new Set(
  Object.values<Resource>(resources)
    .filter(({ scope }) => scope === 'layered')
    .map(({ table }) => table),
)

type Row = Record<string, unknown>

/**
 * Copies menus, roles, organisations and the like from one tenant into another, with new ids. Runs in platform scope. Every id of a copied
 * row becomes a new one, wherever it stands.
 */
export async function copyStructure(tx: Transaction, from: TenantId, to: TenantId): Promise<void> {
  const present = new Set((await tenantTables(tx)).map(({ name }) => name))
  const ids = new Map<unknown, string>()
  for (const table of STRUCTURE.filter((name) => present.has(name))) {
    const rows = await tx.all(
      typedAs<Row>(
        buildFor
          .selectFrom(table)
          .selectAll()
          .where('tenant_id', '=', from)
          // What came with the product belongs to the platform tenant, and everybody reads it already.
          .$if(LAYERED.has(table), (query) => query.where('built_in', '=', false)),
      ),
    )
    for (const { id } of rows) if (id !== undefined) ids.set(id, newId())
    await storeCopies(
      tx,
      table,
      parentsFirst(rows).map((row) => ({ ...copyOf(row, ids), ...LEFT[table], tenant_id: to })),
    )
  }
  await storeParameters(tx, to)
}

function copyOf(row: Row, ids: ReadonlyMap<unknown, string>): Row {
  const { created_at: _created, updated_at: _updated, version: _version, ...rest } = row
  return Object.fromEntries(
    Object.entries(rest).map(([column, value]) => [column, column === 'xml' ? withIds(value, ids) : (ids.get(value) ?? value)]),
  )
}

/** Models of processes name organisations by their ids. */
const withIds = (xml: unknown, ids: ReadonlyMap<unknown, string>): unknown =>
  typeof xml === 'string' ? xml.replace(UUIDS, (id) => ids.get(id) ?? id) : xml

/** In a tree a row can only be stored after the one above it. */
function parentsFirst(rows: readonly Row[]): Row[] {
  const known = new Set(rows.map((row) => row['id']))
  const below = Map.groupBy(rows, (row) => (known.has(row['parent_id']) ? row['parent_id'] : undefined))
  const grow = (parent: unknown): Row[] =>
    (below.get(parent) ?? []).flatMap((row) => [row, ...(row['id'] === undefined ? [] : grow(row['id']))])
  return grow(undefined)
}

/** PostgreSQL takes 65,535 values a statement. */
const AT_ONCE = 1000

async function storeCopies(tx: Transaction, table: string, rows: readonly Row[]): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE) await tx.run(buildFor.insertInto(table).values(rows.slice(at, at + AT_ONCE)))
}
