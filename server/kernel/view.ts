/**
 * What a caller may see of a noun: declared − secret − hidden for the active roles. Lists, filters, sorting, writing and
 * (later) exports all ask here, so a field that is hidden is hidden everywhere, and answers like one that does not exist.
 */
import type { Field, Link } from '../../model/fields.ts'
import { resources } from '../../model/index.ts'
import type { Resource } from '../../model/resource.ts'
import { columnOf, rowFields } from '../../model/resource.ts'
import type { Caller } from './caller.ts'

export interface View {
  /** Names of the visible fields, in the order of the declaration. */
  readonly fields: readonly string[]
  /** Names of the operations the caller may call on this noun and whose button is not hidden: `query`, `add` … */
  readonly allowed: readonly string[]
  sees(field: string): boolean
  /** Whether the name of a linked row may be shown: it is a field of its own noun and may be hidden there. */
  names(link: Link): boolean
}

const views = new WeakMap<Caller, Map<string, View>>()

export function viewOf(caller: Caller, of: Resource): View {
  let known = views.get(caller)
  if (!known) views.set(caller, (known = new Map()))
  let view = known.get(of.name)
  if (!view) known.set(of.name, (view = makeView(caller, of)))
  return view
}

function makeView(caller: Caller, of: Resource): View {
  const fields = rowFields(of).filter((name) => !caller.hiddenFields.has(`${of.menu}:${name}`))
  const visible = new Set(fields)
  const allowed = operationsOf(of, caller.urls).filter((operation) => !caller.hiddenButtons.has(`${of.menu}:${operation}`))
  return { fields, allowed, sees: (field) => visible.has(field), names: (link) => !hidesName(caller, link) }
}

function hidesName(caller: Caller, { to, show }: Link): boolean {
  const target = Object.values<Resource>(resources).find((resource) => resource.name === to)
  return target !== undefined && rowFields(target).some((name) => columnOf(name) === show && caller.hiddenFields.has(`${target.menu}:${name}`))
}

/** `/admin/sysuser/addSysUser` → `add`. */
function operationsOf(of: Resource, urls: ReadonlySet<string>): string[] {
  const prefix = `${of.api.base}/`
  return [...urls].filter((url) => url.startsWith(prefix) && url.endsWith(of.api.noun))
    .map((url) => url.slice(prefix.length, -of.api.noun.length)).sort()
}

/**
 * A query without the keys of hidden fields. It is cut before it is checked: a wrong value of a hidden field, too, must
 * be answered as if nobody had ever heard of the key.
 */
export function withoutHidden(query: Readonly<Record<string, unknown>>, of: Resource, view: View): Record<string, unknown> {
  const isHidden = (name: string) => Object.hasOwn(of.fields, name) && of.fields[name]?.access === 'row' && !view.sees(name)
  return Object.fromEntries(Object.entries(query).filter(([key]) => !isHidden(key) && !isHidden(key.replace(/(Start|End)$/, ''))))
}

/** Whether a caller may give this field a value: secrets are written though never seen. */
export function mayWrite(view: View, name: string, field: Field): boolean {
  return field.access === 'secret' || view.sees(name)
}
