/** An element of BPMN as bpmn-moddle gives it, in the server and in the designer alike: only what is read of it. */
export interface Element {
  readonly $type: string
  /** Attributes of other tools, with their prefix, such as `camunda:assignee`. */
  readonly $attrs?: Readonly<Record<string, string>> | undefined
  /** Of an element that BPMN does not know: its text, the elements in it, and to whose vocabulary it belongs. */
  readonly $body?: string | undefined
  readonly $children?: readonly Element[] | undefined
  readonly $descriptor?: { readonly ns?: { readonly localName?: string; readonly uri?: string } | undefined } | undefined
  readonly id?: string | undefined
  readonly name?: string | undefined
  readonly [member: string]: unknown
}

/** A member that is one element; nothing where it is something else. */
export function elementAt(of: Element | undefined, member: string): Element | undefined {
  const value = of?.[member]
  return typeof value === 'object' && value !== null && '$type' in value ? (value as Element) : undefined
}

/** A member that is a list of elements. */
export function elementsAt(of: Element | undefined, member: string): readonly Element[] {
  const value = of?.[member]
  return Array.isArray(value) ? (value as readonly Element[]) : []
}

/** A member that is a text, without blanks around it; nothing where it is empty. */
export function textAt(of: Element | undefined, member: string): string | undefined {
  const value = of?.[member]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** The text of an expression that an element has. */
export const bodyAt = (of: Element | undefined, member: string): string | undefined => textAt(elementAt(of, member), 'body')

/** The languages in which expressions are read (model/expression/read-text.ts), as tools call them. */
const LANGUAGES = /^(?:juel|u?el|feel|https?:\/\/www\.omg\.org\/spec\/(?:FEEL|DMN)\/.*)$/i

/**
 * The text of an expression that an element has; nothing where it has none. What stands elsewhere, is empty or is written in another language is there,
 * and cannot be read: `unread` is what is said of it.
 */
export function writtenAt(of: Element | undefined, member: string): { readonly text: string } | { readonly unread: string } | undefined {
  const expression = elementAt(of, member)
  if (!expression) return undefined
  const language = textAt(expression, 'language') ?? expression.$attrs?.['language']?.trim() ?? ''
  if (language !== '' && !LANGUAGES.test(language)) return { unread: language }
  const elsewhere = attributeOf(expression, 'resource')
  const text = textAt(expression, 'body')
  return elsewhere === undefined && text !== undefined ? { text } : { unread: elsewhere ?? '' }
}

/** An attribute of another tool by its local name: whose it is makes no difference. */
export function attributeOf(of: Element | undefined, name: string): string | undefined {
  for (const [key, value] of Object.entries(of?.$attrs ?? {}))
    if (key.slice(key.indexOf(':') + 1) === name && key.includes(':') && value.trim() !== '') return value.trim()
  return undefined
}

/** What other vocabularies than BPMN's say within an element. */
export const extensionsOf = (of: Element | undefined): readonly Element[] => elementsAt(elementAt(of, 'extensionElements'), 'values')

/** The name of an element without the prefix of its vocabulary. */
export const localName = ({ $type }: Element): string => $type.slice($type.indexOf(':') + 1)
