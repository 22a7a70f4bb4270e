/** What the server tells of a record's past, and the state of the record at any point of it. */
import type { Change } from '../../../../model/contract/nouns.ts'
import type { Resource } from '../../../../model/resource.ts'
import { writableFields } from '../../../../model/resource.ts'
import type { FieldChange, HistoryEntry } from '../../../../model/contract/admin/logs.ts'
import { queryHistory } from '../../../../model/contract/admin/logs.ts'
import { ask } from '../../http/ask.ts'
import type { ResourceRow } from '../../http/resource-client.ts'

/** A page of the history of a record, the newest changes first. @param before Where the last page ended @throws ApiError */
export const readHistory = (noun: string, id: string, before: string | undefined) => ask(queryHistory, { noun, id, before })

/** One field that was different then. */
export interface Difference {
  readonly field: string
  readonly label: string
  readonly value: FieldChange['from']
  readonly now: string
  readonly then: string
}

/** The fields in which the record differs from what it was after `entry`; everything newer is taken back, the newest first. @param between Joins the names of linked rows. */
export function differencesSince(newer: readonly HistoryEntry[], row: ResourceRow, between: string): Difference[] {
  const byField = Map.groupBy(
    newer.flatMap(({ changes }) => changes),
    ({ field }) => field,
  )
  return [...byField.values()].flatMap((changes) => {
    const [latest] = changes
    if (!latest) return []
    const difference = latest.links ? linksThen(changes, row, between) : valueThen(changes)
    return difference ? [difference] : []
  })
}

function valueThen(changes: readonly FieldChange[]): Difference | undefined {
  const [latest, oldest] = [changes[0], changes.at(-1)]
  if (!latest || !oldest || latest.to === oldest.from) return undefined
  return { field: latest.field, label: latest.label, value: oldest.from, now: latest.toCn, then: oldest.fromCn }
}

function linksThen(changes: readonly FieldChange[], row: ResourceRow, between: string): Difference | undefined {
  const [latest] = changes as [FieldChange]
  const split = (text: unknown) => (typeof text === 'string' ? text.split(',').filter(Boolean) : [])
  const ids = split(row[latest.field])
  const shown = split(row[`${latest.field}Cn`])
  const names: Record<string, string> = Object.fromEntries(ids.map((id, at) => [id, shown[at] ?? id]))
  const now = new Set(ids)
  const then = new Set(ids)
  for (const { from, to, names: called = {} } of changes) {
    Object.assign(names, called)
    for (const id of listOf(to)) then.delete(id)
    for (const id of listOf(from)) then.add(id)
  }
  if (then.size === now.size && [...then].every((id) => now.has(id))) return undefined
  const words = (set: ReadonlySet<string>) =>
    [...set]
      .map((id) => names[id] ?? id)
      .sort()
      .join(between)
  return { field: latest.field, label: latest.label, value: [...then], now: words(now), then: words(then) }
}

const listOf = (value: FieldChange['from']): readonly string[] => (Array.isArray(value) ? (value as readonly string[]) : [])

/** What the ordinary call that changes the record can bring back, and what it cannot. */
export function restorable(of: Resource, differences: readonly Difference[]): { can: Difference[]; cannot: Difference[] } {
  const writable = writableFields(of, 'update')
  const can = differences.filter(({ field }) => writable.includes(field))
  return { can, cannot: differences.filter((difference) => !can.includes(difference)) }
}

/** Body of the call that restores: the version that was compared, so that nobody's later change is lost. */
export function restoreBody(of: Resource, row: ResourceRow, differences: readonly Difference[]): Change {
  const values = differences.map(({ field, value }) => [field, field === of.parent && value === null ? '0' : value])
  return { id: row.id, ...(row.version === undefined ? {} : { version: row.version }), ...Object.fromEntries(values) }
}

/** The values with which a deleted record can be added again; nothing where a secret is needed that nobody has. */
export function bodyToAddAgain(of: Resource, changes: readonly FieldChange[]): Record<string, unknown> | undefined {
  const writable = writableFields(of, 'add')
  if (writable.some((name) => of.fields[name]?.access === 'secret' && of.fields[name].required)) return undefined
  const values = changes.filter(({ field, from }) => writable.includes(field) && from !== null).map(({ field, from }) => [field, from])
  const body = Object.fromEntries(values) as Record<string, unknown>
  if (of.parent !== undefined) body[of.parent] ??= '0'
  return writable.some((name) => of.fields[name]?.required && !(name in body)) ? undefined : body
}
