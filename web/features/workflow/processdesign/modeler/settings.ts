/** What a node says beyond BPMN, read from its one extension element and written there (model/workflow/settings.ts). */
import type * as z from 'zod/mini'
import type { Element } from '../../../../../model/workflow/bpmn/moddle.ts'
import { elementAt, elementsAt } from '../../../../../model/workflow/bpmn/moddle.ts'
import { MAX_SETTINGS } from '../../../../../model/workflow/settings.ts'

const TYPE = 'outstation:Settings'

/** Makes an element of BPMN. */
export type Create = (type: string, values: Readonly<Record<string, unknown>>) => Element

/** What a node says; undefined where it says nothing, or nothing that can be understood. */
export function readSettings<Value>(node: Element, schema: z.ZodMiniType<Value>): Value | undefined {
  const body = elementsAt(elementAt(node, 'extensionElements'), 'values').find(({ $type }) => $type === TYPE)?.['body']
  if (typeof body !== 'string') return undefined
  try {
    const read = schema.safeParse(JSON.parse(body))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}

/**
 * The extension elements of a node that says something else: those of other tools stay. Null where it may not say so.
 * @param value What it says; what is as it would be unsaid is left out
 */
export function settingsFor(
  node: Element,
  value: object,
  schema: z.ZodMiniType<unknown>,
  create: Create,
): { element: Element | undefined } | null {
  if (!schema.safeParse(value).success) return null
  const kept = lean(value, schema)
  const body = JSON.stringify(kept)
  if (body.length > MAX_SETTINGS) return null
  const others = elementsAt(elementAt(node, 'extensionElements'), 'values').filter(({ $type }) => $type !== TYPE)
  const values = Object.keys(kept).length > 0 ? [...others, create(TYPE, { body })] : others
  return { element: values.length > 0 ? create('bpmn:ExtensionElements', { values }) : undefined }
}

/** Without members that mean what their absence means. */
function lean(value: object, schema: z.ZodMiniType<unknown>): Record<string, unknown> {
  const empty = schema.safeParse({})
  const defaults: Readonly<Record<string, unknown>> = empty.success && typeof empty.data === 'object' ? { ...empty.data } : {}
  return Object.fromEntries(
    Object.entries(value).filter(([name, own]) => own !== undefined && JSON.stringify(own) !== JSON.stringify(defaults[name])),
  )
}
