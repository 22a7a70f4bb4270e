/**
 * Samples that calls of a tenant read of the same points at the same time. A page about a run asks for its verdict, its curve and its forecast at once, and each is made of the same
 * samples; and a call that has found that there are many reads on from where it was, once it is its turn.
 */
import type { TenantId } from '../../../model/brands.ts'
import type { RowScope } from '../../kernel/database/row-scope.ts'
import type { Position, StoredColumns } from '../alarms/stored-samples.ts'

/** Samples that are kept for the calls of one tenant while some are under way, some 20 bytes each. */
const MAX_KEPT = 500_000

/** What was read of one series so far, page by page. */
export interface SharedPages {
  readonly pages: readonly StoredColumns[]
  /** Keeps a page that was read from this place on; nothing where somebody else has read on otherwise. */
  add(after: Position | undefined, page: StoredColumns): void
}

/** What a call has of what others read. */
export interface SampleReads {
  /**
   * The pages of a series, seen by whoever sees these rows, from a moment on: those that were read since this call came. Older ones would be an answer of before its question. Others may have read
   * further than to where this one ends, and what lies there is left out.
   */
  pagesOf(rows: RowScope, series: string, from: number, to: number): SharedPages
}

interface Kept {
  /** When its first page was asked for, by the count of {@link Tenant.now}. */
  readonly begun: number
  readonly pages: StoredColumns[]
}

interface Tenant {
  now: number
  kept: number
  readonly calls: Set<number>
  readonly lists: Map<string, Kept>
}

const tenants = new Map<TenantId, Tenant>()

/** What `work` gives, which may use what other calls of the tenant read meanwhile. Nothing is kept once none of them is under way. */
export async function withSharedReads<Result>(tenantId: TenantId, work: (reads: SampleReads) => Promise<Result>): Promise<Result> {
  const tenant = tenants.get(tenantId) ?? { now: 0, kept: 0, calls: new Set(), lists: new Map() }
  tenants.set(tenantId, tenant)
  const came = (tenant.now += 1)
  tenant.calls.add(came)
  try {
    return await work({ pagesOf: (rows, series, from, to) => pagesOf(tenant, came, `${rows.key} ${series} ${from}`, to) })
  } finally {
    tenant.calls.delete(came)
    forget(tenant)
    if (tenant.calls.size === 0) tenants.delete(tenantId)
  }
}

function pagesOf(tenant: Tenant, came: number, name: string, to: number): SharedPages {
  const before = tenant.lists.get(name)
  const list = before && before.begun > came ? before : { begun: (tenant.now += 1), pages: [] }
  if (list !== before) {
    drop(tenant, name)
    tenant.lists.set(name, list)
  }
  return {
    // Others add to it meanwhile.
    pages: pagesBefore(list.pages, to),
    add(after, page) {
      const last = list.pages.at(-1)?.last
      if (tenant.lists.get(name) !== list || !isSame(last, after) || tenant.kept + page.times.length > MAX_KEPT) return
      list.pages.push(page)
      tenant.kept += page.times.length
    },
  }
}

function pagesBefore(pages: readonly StoredColumns[], to: number): StoredColumns[] {
  const beyond = pages.findIndex(({ times }) => (times[times.length - 1] as number) >= to)
  const cut = pages[beyond]
  if (cut === undefined) return [...pages]
  const times = Float64Array.from(cut.times)
  const length = times.findIndex((time) => time >= to)
  const part = { ...cut, times: times.subarray(0, length), values: Float64Array.from(cut.values).subarray(0, length) }
  return [...pages.slice(0, beyond), ...(length === 0 ? [] : [part])]
}

const isSame = (one: Position | undefined, other: Position | undefined): boolean =>
  one?.at === other?.at && one?.retention === other?.retention

/** What no call that is under way may use. */
function forget(tenant: Tenant): void {
  const first = Math.min(...tenant.calls)
  for (const [name, { begun }] of tenant.lists) if (begun < first) drop(tenant, name)
}

function drop(tenant: Tenant, name: string): void {
  for (const page of tenant.lists.get(name)?.pages ?? []) tenant.kept -= page.times.length
  tenant.lists.delete(name)
}
