/** What opening, changing and removing a run entails: its limits, its points, and that a component has one open run of a kind. */
import { sql } from 'kysely'
import type { RunKind, RunRole } from '../../../../model/acquisition/curing.ts'
import { roleOfKey } from '../../../../model/acquisition/curing.ts'
import type { KeptLimit } from '../../../../model/acquisition/published-limits.ts'
import { keptLimits } from '../../../../model/acquisition/published-limits.ts'
import { runs } from '../../../../model/index.ts'
import type { LabelKey } from '../../../../model/labels/index.ts'
import { isUnitOf, statement } from '../../../acquisition/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import type { FailureDetails } from '../../../kernel/errors.ts'
import { Failure, fail } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Asking, NewRow, Refusals, RowChange, Values } from '../../../kernel/resources/noun-writes.ts'
import { writes } from '../../../kernel/resources/noun-writes.ts'

type Name = keyof typeof runs.fields
/** The field of a run that a refusal is about, with its label. */
export const fieldOfRun = (name: Name) => ({ name, label: `field.runs.${name}` as LabelKey })

const refusal = (code: ConstructorParameters<typeof Failure>[0], name: Name, values: NonNullable<FailureDetails['values']> = {}): Failure =>
  new Failure(code, { field: fieldOfRun(name), values })

interface Opening {
  readonly at: number
  readonly set_kind: RunKind | null
  readonly version_id: string | null
  readonly set_version: number | null
  readonly site_id: string | null
  readonly is_open: boolean
  /** Somebody else's number: the constraint says so, and that is told first. */
  readonly is_taken: boolean
}

// As the database stores it: half of a surrogate pair is no character, and JSON with one is refused.
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value.toWellFormed() : null)

/** What is there for each row: its limit set with the newest version, the site of its component, an open run of its kind. */
function readOpenings(tx: Transaction, rows: readonly { readonly values: Values }[]): Promise<Opening[]> {
  const asked = rows.map(({ values }, at) => ({
    at,
    set_id: textOf(values['limitSetId']),
    component_id: textOf(values['componentId']),
    kind: textOf(values['runKind']),
    number: textOf(values['runNumber']),
  }))
  return tx.all(
    statement(sql<Opening>`
    select u.at, s.set_kind, v.id as version_id, v.set_version, c.site_id,
      exists (select from runs r where r.tenant_id = ${tx.tenantId}::uuid and r.component_id = u.component_id and r.run_kind = u.kind and r.run_state = 'running') as is_open,
      exists (select from runs r where r.tenant_id = ${tx.tenantId}::uuid and lower(r.run_number) = lower(u.number)) as is_taken
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as u (at integer, set_id uuid, component_id uuid, kind text, number text)
    left join limit_sets s on s.tenant_id = ${tx.tenantId}::uuid and s.id = u.set_id
    left join limit_set_versions v on v.tenant_id = s.tenant_id and v.limit_set_id = s.id and v.set_version = s.set_version
    left join components c on c.tenant_id = ${tx.tenantId}::uuid and c.id = u.component_id
    order by u.at`),
  )
}

/** Of a set or a component that is not there nothing is said here: the reference is refused. */
function refusalOf(found: Opening, { runKind }: Values): Failure | undefined {
  if (found.set_kind !== null && found.set_kind !== runKind) return refusal('limits.kind', 'limitSetId')
  if (found.set_kind !== null && found.version_id === null) return refusal('limits.unpublished', 'limitSetId')
  return found.is_open && !found.is_taken ? refusal('run.open', 'componentId') : undefined
}

async function judgeNew(tx: Transaction, _asking: Asking, rows: readonly NewRow[]): Promise<Refusals> {
  const refused = new Map<number, Failure>()
  const seen = new Set<string>()
  for (const found of await readOpenings(tx, rows)) {
    const { values } = rows[found.at] as NewRow
    const key = `${String(values['componentId'])} ${String(values['runKind'])}`
    const failure = refusalOf(found, values) ?? (seen.has(key) ? refusal('run.open', 'componentId') : undefined)
    seen.add(key)
    if (failure) refused.set(found.at, failure)
  }
  for (const [at, { values }] of rows.entries()) {
    if (refused.has(at) || textOf(values['deviceId']) === null) continue
    const failure = await judgeDevice(tx, values)
    if (failure) refused.set(at, failure)
  }
  return refused
}

interface Bound {
  readonly id: string
  readonly role: RunRole
  readonly unit: string
}

/** The points of a device by the roles they take in a run of the kind. */
async function pointsOfDevice(tx: Transaction, deviceId: string, kind: RunKind): Promise<Bound[]> {
  const points = await tx.all(
    build.selectFrom('points').select(['id', 'point_key', 'unit']).where('device_id', '=', deviceId).orderBy('display_order').orderBy('id'),
  )
  return points.flatMap(({ id, point_key: key, unit }) => {
    const role = roleOfKey(kind, key)
    return role ? [{ id, role, unit: unit ?? '' }] : []
  })
}

async function judgeDevice(tx: Transaction, values: Values): Promise<Failure | undefined> {
  const [limits, points] = [
    await newestLimits(tx, String(values['limitSetId'])),
    await pointsOfDevice(tx, String(values['deviceId']), values['runKind'] as RunKind),
  ]
  for (const { role, unit } of points) {
    const odd = limitOfOtherUnit(limits, role, unit)
    if (odd) return refusal('run.unit', 'deviceId', { clause: odd.clause, unit: odd.unit })
  }
  return undefined
}

async function newestLimits(tx: Transaction, setId: string): Promise<KeptLimit[]> {
  const found = await tx.first(
    build.selectFrom('limit_set_versions').select('items').where('limit_set_id', '=', setId).orderBy('set_version', 'desc').limit(1),
  )
  return found ? keptLimits.parse(found.items) : []
}

/** A limit about a role that a point in this unit cannot have: what is limited and what is measured would be told in different units. */
export const limitOfOtherUnit = (limits: readonly KeptLimit[], role: RunRole, unit: string): KeptLimit | undefined =>
  limits.find((limit) => (limit.role === role || limit.minusRole === role) && !isUnitOf(limit, unit))

async function applyNew(
  tx: Transaction,
  _asking: Asking,
  rows: readonly NewRow[],
  insert: (rows: readonly NewRow[]) => Promise<void>,
): Promise<void> {
  const openings = await readOpenings(tx, rows)
  const whole = rows.map((row, at): NewRow => {
    const found = openings[at] as Opening
    if (found.version_id === null) fail('reference.not-found', { field: fieldOfRun('limitSetId') })
    const siteId = textOf(row.values['siteId']) ?? found.site_id
    return {
      ...row,
      values: { ...row.values, ...(siteId === null ? {} : { siteId }) },
      columns: { ...row.columns, limit_version_id: found.version_id, set_version: found.set_version, run_state: 'running' },
    }
  })
  try {
    await insert(whole)
  } catch (error) {
    // Somebody else opened one this very moment.
    if ((error as { constraint?: string }).constraint === 'runs_open_key') throw refusal('run.open', 'componentId')
    throw error
  }
  for (const { id, values } of whole) {
    const deviceId = textOf(values['deviceId'])
    if (deviceId === null) continue
    const points = await pointsOfDevice(tx, deviceId, values['runKind'] as RunKind)
    await bindPoints(
      tx,
      id,
      points.map((point) => ({ pointId: point.id, role: point.role })),
    )
  }
}

export interface Binding {
  readonly pointId: string
  readonly role: RunRole
  readonly validFrom?: Date | null
  readonly validUntil?: Date | null
}

/** Gives points their roles in a run. @returns The ids of the bindings, in the order of the points */
export async function bindPoints(tx: Transaction, runId: string, points: readonly Binding[]): Promise<string[]> {
  const rows = points.map(({ pointId, role, validFrom = null, validUntil = null }) => ({
    tenant_id: tx.tenantId as never,
    id: newId(),
    run_id: runId,
    run_role: role,
    point_id: pointId,
    valid_from: validFrom,
    valid_until: validUntil,
  }))
  if (rows.length > 0) await tx.run(build.insertInto('run_points').values(rows))
  return rows.map(({ id }) => id)
}

/** What was accepted or declared void stays as it is; of what was finished, when it began. */
async function judgeChanges(tx: Transaction, _asking: Asking, changes: readonly RowChange[]): Promise<Refusals> {
  const rows = await tx.all(
    build
      .selectFrom('runs')
      .select(['id', 'run_state'])
      .where(sql<boolean>`id = any(${changes.map(({ id }) => id)}::uuid[])`)
      // Nobody accepts one between this and the change.
      .orderBy('id')
      .forUpdate(),
  )
  const states = new Map(rows.map(({ id, run_state: state }) => [id, state]))
  return new Map(
    changes.flatMap(({ id, values }, at): [number, Failure][] => {
      const state = states.get(id)
      const isOver = state === 'accepted' || state === 'void' || (state === 'finished' && values['startedAt'] !== undefined)
      return isOver ? [[at, new Failure('run.closed')]] : []
    }),
  )
}

export const runWrites = writes(runs, {
  add: { judge: judgeNew, apply: applyNew },
  change: { judge: judgeChanges },
  remove: {
    async apply(tx, _asking, ids, remove) {
      const states = await tx.all(
        build
          .selectFrom('runs')
          .select('run_state')
          .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
          // All of them, so that nobody accepts one between this and the removal.
          .orderBy('id')
          .forUpdate(),
      )
      if (states.some(({ run_state: state }) => state === 'accepted')) fail('run.closed')
      return remove()
    },
  },
})
