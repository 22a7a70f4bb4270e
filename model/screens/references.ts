/** The rows that a screen document names by their ids: what it needs of its tenant, and by what it is brought into another one. */
import type { ScreenDocument, ScreenPage, ScreenVariable, ScreenWidget, Source } from './document.ts'

/** What a document can name: nouns, pictures and maps of screens, and files of the network disk. */
export const REFERRED = ['points', 'devices', 'sites', 'device-types', 'components', 'screens', 'pictures', 'files'] as const
export type Referred = (typeof REFERRED)[number]

export interface Reference {
  readonly of: Referred
  readonly id: string
  /** Null for what the whole document has: the default of a variable. */
  readonly page: string | null
  readonly widget: string | null
  /** Of a widget, the slot or the option; else the member of the document. */
  readonly member: string
}

/** What takes the place of a reference; undefined takes it away, with the binding or the action that it is all of. */
type Replacing = (reference: Reference) => string | undefined

/** Options that are an id of a row, by the name of the option; a variable stands with `$` before its name and is none. */
const OPTIONS: Readonly<Record<string, Referred>> = {
  siteId: 'sites',
  deviceId: 'devices',
  deviceTypeId: 'device-types',
  picture: 'pictures',
  map: 'pictures',
  file: 'files',
}
const PIN: Readonly<Record<string, Referred>> = { deviceId: 'devices', componentId: 'components' }
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** All rows that the document names, in its order; one that it names twice is there twice. */
export function referencesOf(document: ScreenDocument): Reference[] {
  const found: Reference[] = []
  replaceReferences(document, (reference) => {
    found.push(reference)
    return reference.id
  })
  return found
}

/** The ids of one kind that the document names, or one page of it, each once. */
export const idsIn = (references: readonly Reference[], of: Referred): string[] => [
  ...new Set(references.filter((reference) => reference.of === of).map(({ id }) => id)),
]

/** The document with each reference replaced. */
export function replaceReferences(document: ScreenDocument, replace: Replacing): ScreenDocument {
  return {
    ...document,
    variables: document.variables.map((variable) => inVariable(variable, replace)),
    pages: document.pages.map((page) => inPage(page, replace)),
  }
}

function inVariable(variable: ScreenVariable, replace: Replacing): ScreenVariable {
  if (variable.kind !== 'reference' || variable.default === undefined || !UUID.test(variable.default)) return variable
  const of = variable.to
  if (!isReferred(of)) return variable
  const given = replace({ of, id: variable.default, page: null, widget: null, member: variable.name })
  const { default: _, ...rest } = variable
  return given === undefined ? rest : { ...rest, default: given }
}

const isReferred = (noun: string): noun is Referred => (REFERRED as readonly string[]).includes(noun)

function inPage(page: ScreenPage, replace: Replacing): ScreenPage {
  const { background } = page
  return {
    ...page,
    ...(background === undefined ? {} : { background: inBackground(page.id, background, replace) }),
    widgets: page.widgets.map((widget) => inWidget(page.id, widget, replace)),
  }
}

function inBackground(page: string, background: NonNullable<ScreenPage['background']>, replace: Replacing) {
  const { picture, ...rest } = background
  if (picture === undefined) return background
  const given = replace({ of: 'pictures', id: picture, page, widget: null, member: 'background' })
  return given === undefined ? rest : { ...rest, picture: given }
}

function inWidget(page: string, widget: ScreenWidget, replace: Replacing): ScreenWidget {
  const at = { page, widget: widget.id }
  const { bind, action, options, ...rest } = widget
  const bound = bind && defined(Object.entries(bind).map(([slot, source]) => [slot, inSource(source, { ...at, member: slot }, replace)]))
  const acted = action && inAction(action, { ...at, member: 'action' }, replace)
  return {
    ...rest,
    ...(bound === undefined ? {} : { bind: bound }),
    ...(acted === undefined ? {} : { action: acted }),
    ...(options === undefined ? {} : { options: inOptions(options, at, replace) }),
  }
}

type At = Pick<Reference, 'page' | 'widget'>

function inSource(source: Source, at: At & { readonly member: string }, replace: Replacing): Source | undefined {
  if (!('point' in source)) return source
  const given = replace({ of: 'points', id: source.point, ...at })
  return given === undefined ? undefined : { ...source, point: given }
}

function inAction(action: NonNullable<ScreenWidget['action']>, at: At & { readonly member: string }, replace: Replacing) {
  if (!('screen' in action)) return action
  const given = replace({ of: 'screens', id: action.screen, ...at })
  return given === undefined ? undefined : { ...action, screen: given }
}

function inOptions(options: Readonly<Record<string, unknown>>, at: At, replace: Replacing): Record<string, unknown> {
  return defined(
    Object.entries(options).map(([name, value]) => {
      if (name === 'pins' && Array.isArray(value)) return [name, value.map((pin: unknown) => inPin(pin, at, replace))]
      const of = Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined
      if (of === undefined || typeof value !== 'string' || !UUID.test(value)) return [name, value]
      return [name, replace({ of, id: value, ...at, member: name })]
    }),
  )
}

function inPin(pin: unknown, at: At, replace: Replacing): unknown {
  if (typeof pin !== 'object' || pin === null) return pin
  return defined(
    Object.entries(pin).map(([name, value]) => {
      const of = Object.hasOwn(PIN, name) ? PIN[name] : undefined
      return [name, of === undefined || typeof value !== 'string' ? value : replace({ of, id: value, ...at, member: 'pins' })]
    }),
  )
}

function defined<Value>(entries: readonly (readonly [string, Value | undefined])[]): Record<string, Value> {
  return Object.fromEntries(entries.filter((entry): entry is [string, Value] => entry[1] !== undefined))
}
