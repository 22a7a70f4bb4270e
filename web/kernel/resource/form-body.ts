/** Between a row, the values of its form, and the body of the call that saves them. */
import type { Change } from '../../../model/contract/nouns.ts'
import { isPassword } from '../../../model/field.ts'
import type { Resource } from '../../../model/resource.ts'
import { writableFields } from '../../../model/resource.ts'
import type { FormValues } from './form-checks.ts'
import { CONFIRM } from './form-checks.ts'
import type { ResourceRow } from '../http/resource-client.ts'

/** The fields a form asks for: those that can be given now and that the caller may see (a secret nobody sees). */
export function formFields(of: Resource, visible: readonly string[], mode: 'add' | 'update'): string[] {
  return writableFields(of, mode).flatMap((name) => {
    if (isPassword(of.fields[name])) return [name, CONFIRM]
    // A secret that nobody sees.
    if (of.fields[name]?.access === 'secret') return [name]
    return visible.includes(name) ? [name] : []
  })
}

/** A row as form controls hold it: lists as lists, choices as text. */
export function valuesOf(of: Resource, row: ResourceRow, mode: 'add' | 'update' = 'update'): FormValues {
  return Object.fromEntries(
    writableFields(of, mode).map((name) => {
      const value = row[name]
      const field = of.fields[name]
      if (field?.kind === 'list') return [name, typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : []]
      if (field?.kind === 'references') return [name, typeof value === 'string' ? value.split(',').filter(Boolean) : (value ?? [])]
      if (field?.kind === 'choice') return [name, value === null || value === undefined ? undefined : String(value)]
      return [name, value ?? undefined]
    }),
  )
}

/** What the form of a new row begins with that is to be like another: all but what names a row, of which there is one each. */
export function valuesToCopy(of: Resource, row: ResourceRow): FormValues {
  const alone = [...(of.unique ?? []), ...Object.keys(of.uniqueWithin ?? {})]
  return Object.fromEntries(
    Object.entries(valuesOf(of, row, 'add')).filter(([name]) => !alone.includes(name) && of.fields[name]?.access !== 'secret'),
  )
}

/** Whether something else stands in one of these fields than at the beginning. */
export function isFilledIn(names: readonly string[], values: FormValues, beginning: FormValues): boolean {
  return names.some((name) => !same(textLike(values[name]), textLike(beginning[name])))
}

/** An empty list says as little as nothing. */
const textLike = (value: unknown) => (Array.isArray(value) && value.length === 0 ? '' : value)

/** Body of a creation. @param hash of the plain password */
export function addBody(of: Resource, values: FormValues, hash: (plain: string) => string): FormValues {
  const given = Object.entries(values).filter(([name, value]) => name !== CONFIRM && value !== undefined && value !== '')
  return Object.fromEntries(given.map(([name, value]) => [name, wireValue(of, name, value, hash)]))
}

/** Body of a change: the id, the version that was read, and only what differs. Nothing when nothing does. */
export function updateBody(of: Resource, row: ResourceRow, values: FormValues): Change | undefined {
  const before = valuesOf(of, row)
  const changed = Object.entries(values).filter(([name, value]) => !same(value, before[name]))
  if (changed.length === 0) return undefined
  return {
    id: row.id,
    ...(row.version === undefined ? {} : { version: row.version }),
    ...Object.fromEntries(changed.map(([name, value]) => [name, wireValue(of, name, value ?? null)])),
  }
}

/** A value of a form as the call takes it. */
export function wireValue(of: Resource, name: string, value: unknown, hash?: (plain: string) => string): unknown {
  const field = of.fields[name]
  if (isPassword(field) && hash) return hash(String(value))
  // A choice that was cleared is none, and not the one that is called 0.
  if (value !== null && field?.kind === 'choice' && typeof field.options?.[0] === 'number') return Number(value)
  return typeof value === 'string' ? value.trim() : value
}

function same(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) return [...one].sort().join() === [...other].sort().join()
  return (one ?? '') === (other ?? '')
}
