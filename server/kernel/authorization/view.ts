/**
 * What a caller may see of a noun: declared − secret − hidden for the active roles − told by a call that they may not make. Lists, filters, sorting, writing and
 * (later) exports all ask here, so a field that is hidden is hidden everywhere, and answers like one that does not exist.
 */
import type { Field, Link, Source } from '../../../model/field.ts'
import { sourcesOf } from '../../../model/field.ts'
import type { Language } from '../../../model/labels/index.ts'
import { resourceNamed } from '../../../model/index.ts'
import { fieldOfKey } from '../../../model/list-query.ts'
import type { Listing, Resource } from '../../../model/resource.ts'
import { HISTORY_PATH, columnOf, rowFields, writableFields } from '../../../model/resource.ts'
import type { Caller } from './caller.ts'
import { isWithheld } from './withheld.ts'

export interface View {
  /** Names of the visible fields, in the order of the declaration. */
  readonly fields: readonly string[]
  /** Names of the operations the caller may call on this noun and whose button is not hidden: `query`, `add` … */
  readonly allowed: readonly string[]
  /** In which rows that came with the product are named. */
  readonly language: Language
  /** Whether rows that are the platform's alone are shown. */
  readonly isPlatform: boolean
  sees(field: string): boolean
  /** Whether the name of a linked row may be shown: it is a field of its own noun and may be hidden there. */
  names(link: Link): boolean
  /** The columns of the linked table that name its rows to the caller, what people know a row by first; none where all are hidden. */
  naming(link: Link): readonly string[]
}

const views = new WeakMap<Caller, Map<string, View>>()

/** The fields of the noun that the caller may read, filter, sort and write, and the operations they may call. */
export function viewOf(caller: Caller, of: Listing): View {
  let known = views.get(caller)
  if (!known) views.set(caller, (known = new Map()))
  let view = known.get(of.name)
  if (!view) known.set(of.name, (view = makeView(caller, of)))
  return view
}

function makeView(caller: Caller, of: Listing): View {
  const repeated = of.mirrors === undefined ? undefined : nounNamed(of.mirrors)?.menu
  const fields = rowFields(of).filter(
    (name) =>
      !caller.hiddenFields.has(`${of.menu}:${name}`) &&
      !caller.hiddenFields.has(`${repeated}:${name}`) &&
      !sourcesOf(of.fields[name]).some((source) => isHidden(caller, source)) &&
      isOpenTo(caller, of.fields[name]?.disclosedBy),
  )
  const visible = new Set(fields)
  const allowed = [...new Set([...operationsOf(of, caller.urls), ...callsOf(of, (path) => mayCall(caller, path))])]
    .filter((operation) => !caller.hiddenButtons.has(`${of.menu}:${buttonOf(operation)}`))
    .sort()
  return {
    fields,
    allowed,
    language: caller.language,
    isPlatform: caller.isPlatform,
    sees: (field) => visible.has(field),
    names: (link) => namingOf(caller, link).length > 0,
    naming: (link) => namingOf(caller, link),
  }
}

/** Whether the caller's roles hide a field of a noun, and the other one that tells enough of it where there is one. */
export const isHidden = (caller: Pick<Caller, 'hiddenFields'>, { noun, field, or = field }: Source): boolean =>
  [field, or].every((name) => caller.hiddenFields.has(`${nounNamed(noun)?.menu}:${name}`))

/** Whether the caller may make the call that tells a field as well; a field that no call tells is nobody's secret. */
const isOpenTo = (caller: Caller, path: string | undefined) => path === undefined || caller.urls.has(path)

/** Whether a role grants the call and no field is hidden that it tells. */
export const mayCall = (caller: Caller, path: string): boolean => caller.urls.has(path) && !isWithheld(caller.hiddenFields, path)

function namingOf(caller: Caller, { to, show }: Link): string[] {
  const target = nounNamed(to)
  if (target === undefined) return [show]
  const { displayName, title } = target
  // Older clients compare what they are told with the account of whoever has signed in.
  const isCalledBy = displayName !== undefined && columnOf(title) === show && caller.dialect !== 'browser'
  return [...(isCalledBy ? [columnOf(displayName)] : []), show].filter(
    (column) => !rowFields(target).some((name) => columnOf(name) === column && caller.hiddenFields.has(`${target.menu}:${name}`)),
  )
}

function nounNamed(name: string): Resource | undefined {
  return resourceNamed(name)
}

/** `/admin/sysuser/addSysUser` → `add`. */
function operationsOf({ api, fields }: Listing, urls: ReadonlySet<string>): string[] {
  if (!api) return []
  const prefix = `${api.base}/`
  const history = urls.has(HISTORY_PATH) && writableFields({ fields }, 'update').length > 0 ? ['history'] : []
  return [
    ...history,
    ...[...urls].filter((url) => url.startsWith(prefix) && url.endsWith(api.noun)).map((url) => url.slice(prefix.length, -api.noun.length)),
  ]
}

/** Operations whose calls have names of their own. */
function callsOf({ calls = {} }: Listing, may: (path: string) => boolean): string[] {
  return Object.entries(calls)
    .filter(([, url]) => may(url))
    .map(([operation]) => operation)
}

/** The button behind an operation: all that grants something is behind one, and so are every format of an export and every way to reset. */
function buttonOf(operation: string): string {
  return ['authorize', 'export', 'reset'].find((button) => operation.startsWith(button)) ?? operation
}

/**
 * A query without the keys of hidden fields. It is cut before it is checked: a wrong value of a hidden field, too, must
 * be answered as if nobody had ever heard of the key.
 */
export function withoutHidden(query: Readonly<Record<string, unknown>>, of: Listing, view: View): Record<string, unknown> {
  const isHidden = (name: string) => Object.hasOwn(of.fields, name) && of.fields[name]?.access === 'row' && !view.sees(name)
  return Object.fromEntries(Object.entries(query).filter(([key]) => !isHidden(key) && !isHidden(fieldOfKey(key))))
}

/** Whether a caller may give this field a value: secrets are written though never seen. */
export function mayWrite(view: View, name: string, field: Field): boolean {
  return field.access === 'secret' || view.sees(name)
}
