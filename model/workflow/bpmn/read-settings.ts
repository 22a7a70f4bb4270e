/** The settings that stand in an element, as a model of this product has them. */
import type * as z from 'zod/mini'
import { MAX_SETTINGS, SETTINGS_ELEMENT, SETTINGS_NAMESPACE } from '../settings.ts'
import type { Element } from './moddle.ts'
import { extensionsOf, textAt } from './moddle.ts'

/** Whether an element has settings, and what they say; of what cannot be read, the path to what is wrong. */
export type ReadSettings<Settings> = { readonly settings: Settings } | { readonly fault: string } | undefined

/** What the settings of an element say; nothing where it has none. */
export function readSettings<Settings>(element: Element, schema: z.ZodMiniType<Settings>): ReadSettings<Settings> {
  const [found, second] = extensionsOf(element).filter(isSettings)
  if (!found) return undefined
  if (second) return { fault: `${SETTINGS_ELEMENT}[1]` }
  const text = found.$body ?? textAt(found, 'body') ?? ''
  if (text.length > MAX_SETTINGS) return { fault: SETTINGS_ELEMENT }
  const read = schema.safeParse(parsed(text))
  if (read.success) return { settings: read.data }
  const [issue] = read.error.issues
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  return { fault: [...(issue?.path ?? []), ...unknown].map(String).join('.').slice(0, 200) || SETTINGS_ELEMENT }
}

/** Whether an element has settings at all. */
export const hasSettings = (element: Element): boolean => extensionsOf(element).some(isSettings)

/** Whether settings on an element that has none hold listeners, which are refused by that name. */
export function hasListeners(element: Element): boolean {
  const found = extensionsOf(element).find(isSettings)
  const read = found && parsed((found.$body ?? textAt(found, 'body') ?? '').slice(0, MAX_SETTINGS))
  return typeof read === 'object' && read !== null && Object.hasOwn(read, 'listeners')
}

/** Whether an extension holds settings of this product, whatever its prefix is: what counts is whose vocabulary it is. */
export function isSettings({ $type, $descriptor }: Element): boolean {
  const { uri, localName } = $descriptor?.ns ?? {}
  const isOurs = uri === undefined ? $type.toLowerCase() === SETTINGS_ELEMENT : uri === SETTINGS_NAMESPACE
  return isOurs && (localName ?? $type.slice($type.indexOf(':') + 1)).toLowerCase() === 'settings'
}

/** The value that the text says; nothing where it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
