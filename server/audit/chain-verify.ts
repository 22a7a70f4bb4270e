/**
 * Reads the chain of a tenant again and names the first place where it does not hold: first seal by seal, then row by row,
 * whether each has its seal. Both go by pages, so memory stays the same however long it is, and so does each call.
 */
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import type { Source } from './chain-hash.ts'
import { BEGINNING, SOURCES, chainHash, chainedText, tableOf } from './chain-hash.ts'
import { build, buildFor, typedAs } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { isAhead, isSettled, planByIndex } from './chain-pending.ts'

export interface Break {
  /** `changed`: the row is not what was sealed. `missing`: a sealed row is gone. `seal-removed`: the chain has a gap. `inserted`: a row without a seal, older than sealed ones. */
  readonly kind: 'changed' | 'missing' | 'seal-removed' | 'inserted'
  /** Number of the seal; that of the last sound one for a row that has none. */
  readonly position: string
  readonly source?: Source
  /** The row: its position in `logs`, `changes` or `process_events`, and what people know it by. */
  readonly record?: string
  readonly name?: string
}

/** Where an earlier call ended: behind this seal, and behind this row once all seals were found sound. */
export interface VerifyPosition {
  readonly seal: bigint
  readonly row?: RowPlace | undefined
}
export interface RowPlace {
  readonly source: Source
  readonly position: string
}

export interface Progress {
  /** Number and hash of the last seal that was found sound. */
  readonly position: string
  readonly hash: string
  /** All seals are sound; up to this row all rows have theirs. */
  readonly row?: RowPlace
  readonly done: boolean
  readonly broken?: Break
}

const PAGE = 2000
/** Rows that are only asked whether they have a seal. */
const ROW_PAGE = 5 * PAGE

interface Sealed {
  position: string
  source: Source
  record: string
  hash: Buffer
  text: string | null
  name: string | null
  /** The row went with the instance whose record it was of, and the removal of that is among the changes. */
  removed: boolean
}
interface Head {
  position: bigint
  hash: Buffer
}

/**
 * Verifies the hash chain of a tenant page by page; returns where it ended and the first break. Checks up to `pages` pages of the chain of
 * the transaction's tenant, beginning where an earlier call has ended.
 * @param tenantId Needed in platform scope, where all chains are visible.
 */
export async function verifyChain(
  tx: Transaction,
  tenantId: TenantId,
  from: VerifyPosition = { seal: 0n },
  pages = Infinity,
): Promise<Progress> {
  await planByIndex(tx)
  let last: Head = { position: from.seal, hash: BEGINNING }
  if (from.seal > 0n) {
    const seal = await tx.first(
      build.selectFrom('log_seals').select('hash').where('tenant_id', '=', tenantId).where('position', '=', String(from.seal)),
    )
    if (!seal) return { ...progressOf(last), done: true, broken: { kind: 'seal-removed', position: String(from.seal) } }
    last = { position: from.seal, hash: seal.hash }
  }
  let left = pages
  for (let more = !from.row; more; left -= 1) {
    if (left <= 0) return { ...progressOf(last), done: false }
    const seals = await tx.all(sealsAfter(tenantId, last.position))
    for (const seal of seals) {
      const broken = breakOf(seal, last)
      if (broken) return { ...progressOf(last), done: true, broken }
      last = { position: BigInt(seal.position), hash: seal.hash }
    }
    more = seals.length === PAGE
  }
  return verifyRows(tx, tenantId, last, from.row, left)
}

/** A row that should have its seal by now and has none was not there when the others were sealed. */
async function verifyRows(tx: Transaction, tenantId: TenantId, last: Head, from: RowPlace | undefined, pages: number): Promise<Progress> {
  let left = pages
  for (const source of SOURCES.slice(from ? SOURCES.indexOf(from.source) : 0)) {
    let position = from?.source === source ? from.position : FIRST
    for (let more = true; more; left -= 1) {
      if (left <= 0) return { ...progressOf(last), row: { source, position }, done: false }
      const page = await tx.first(rowsAfter(tenantId, source, position))
      if (page?.inserted) {
        const row = await tx.first(nameOfRow(tenantId, source, page.inserted))
        return {
          ...progressOf(last),
          done: true,
          broken: { kind: 'inserted', position: String(last.position), source, record: page.inserted, ...row },
        }
      }
      more = Number(page?.count) === ROW_PAGE
      position = page?.last ?? position
    }
  }
  return { ...progressOf(last), done: true }
}

function progressOf({ position, hash }: Head): Pick<Progress, 'position' | 'hash'> {
  return { position: String(position), hash: hash.toString('hex') }
}

function breakOf(seal: Sealed, last: Head): Break | undefined {
  if (BigInt(seal.position) !== last.position + 1n) return { kind: 'seal-removed', position: String(last.position + 1n) }
  const { position, source, record } = seal
  if (seal.text === null) return seal.removed ? undefined : { kind: 'missing', position, source, record }
  if (!chainHash(last.hash, seal.text).equals(seal.hash))
    return { kind: 'changed', position, source, record, ...(seal.name === null ? {} : { name: seal.name }) }
  return undefined
}

/** How people find a row again: by its number, and for a change by the table and row it was made to. */
const nameOf = {
  log: sql`log.id::text`,
  change: sql`change.table_name || ' ' || change.row_id`,
  process: sql`process.instance_id || ' ' || process.step_number`,
} as const

/**
 * What removing an instance leaves behind says which rows of its record went along. It counts only while the instance is gone, so that nobody takes a row from the
 * record of one that is there by adding such a change; the change itself has a seal of its own.
 */
const wasRemoved = sql<boolean>`(seal.source = 'process' and seal.part_of is not null and not exists (select from process_instances as instance
  where instance.tenant_id = seal.tenant_id and instance.id = seal.part_of)
  and exists (select from changes as removal where removal.tenant_id = seal.tenant_id and removal.row_id = seal.part_of
    and removal.table_name = 'process_instances' and removal.verb = 'delete' and removal.before -> 'record' @> to_jsonb(seal.record)))`

function sealsAfter(tenantId: TenantId, position: bigint) {
  return typedAs<Sealed>(
    build
      .selectFrom('log_seals as seal')
      .leftJoin('logs as log', (on) =>
        on.on('seal.source', '=', 'log').onRef('log.tenant_id', '=', 'seal.tenant_id').onRef('log.position', '=', 'seal.record'),
      )
      .leftJoin('changes as change', (on) =>
        on.on('seal.source', '=', 'change').onRef('change.tenant_id', '=', 'seal.tenant_id').onRef('change.position', '=', 'seal.record'),
      )
      .leftJoin('process_events as process', (on) =>
        on
          .on('seal.source', '=', 'process')
          .onRef('process.tenant_id', '=', 'seal.tenant_id')
          .onRef('process.position', '=', 'seal.record'),
      )
      .select([
        'seal.position',
        'seal.source',
        'seal.record',
        'seal.hash',
        sql`case when log.tenant_id is not null then ${chainedText('log', 'log')} when change.tenant_id is not null then ${chainedText('change', 'change')}
          when process.tenant_id is not null then ${chainedText('process', 'process')} end`.as('text'),
        sql`coalesce(${nameOf.log}, ${nameOf.change}, ${nameOf.process})`.as('name'),
        sql<boolean>`log.tenant_id is null and change.tenant_id is null and process.tenant_id is null and ${wasRemoved}`.as('removed'),
      ])
      .where('seal.tenant_id', '=', tenantId)
      .where('seal.position', '>', String(position))
      .orderBy('seal.position')
      .limit(sql.lit(PAGE)),
  )
}

/** Below all positions, also those that only somebody behind the product's back can give. */
const FIRST = String(-(2n ** 63n))

/** A page of rows: how many, the last, and the first that lacks its seal. Of the seals only those of the page are read. */
function rowsAfter(tenantId: TenantId, source: Source, position: string) {
  return typedAs<{ count: string; last: string | null; inserted: string | null }>({
    compile: () =>
      sql`
    select count(*) as count, max(row.position) as last, min(row.position) filter (where seal.record is null and ${isSettled(source, 'row')}) as inserted
    from (
      select each.position, each.transaction_id, each.xmin from ${sql.table(tableOf[source])} as each
      where each.tenant_id = ${tenantId}::uuid and each.position > ${position}::bigint order by each.position limit ${sql.lit(ROW_PAGE)}
    ) as row
    left join log_seals as seal on seal.tenant_id = ${tenantId}::uuid and seal.source = ${sql.lit(source)} and seal.record = row.position and seal.record > ${position}::bigint`.compile(
        buildFor,
      ),
  })
}

function nameOfRow(tenantId: TenantId, source: Source, position: string) {
  return typedAs<{ name: string }>(
    buildFor
      .selectFrom(`${tableOf[source]} as ${source}`)
      .select(nameOf[source].as('name'))
      .where(sql.ref(`${source}.tenant_id`), '=', tenantId)
      .where(sql.ref(`${source}.position`), '=', position),
  )
}

/** Rows that wait are counted up to here. */
const MAX_WAITING = 100_000

/** How many seals the chain has, and how many rows wait for theirs. */
export async function countSeals(tx: Transaction, tenantId: TenantId): Promise<{ total: number; waiting: number }> {
  const [seals, ...rows] = await Promise.all([
    tx.first(build.selectFrom('log_seals').select('position').where('tenant_id', '=', tenantId).orderBy('position', 'desc').limit(1)),
    ...SOURCES.map((source) =>
      tx.first(
        typedAs<{ count: string }>({
          compile: () =>
            sql`
      select count(*) as count from (
        select 1 from ${sql.table(tableOf[source])} as row where row.tenant_id = ${tenantId}::uuid and ${isAhead(source, 'row')}
          and not exists (select 1 from log_seals as seal where seal.tenant_id = row.tenant_id and seal.source = ${sql.lit(source)} and seal.record = row.position)
        limit ${sql.lit(MAX_WAITING)}
      ) as each`.compile(buildFor),
        }),
      ),
    ),
  ])
  return { total: Number(seals?.position ?? 0), waiting: rows.reduce((sum, row) => sum + Number(row?.count ?? 0), 0) }
}
