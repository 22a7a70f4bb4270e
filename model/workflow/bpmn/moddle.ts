/** An element of BPMN as bpmn-moddle gives it, in the server and in the designer alike: only what is read of it. */
export interface Element {
  readonly $type: string
  /** Attributes of other tools, with their prefix, such as `camunda:assignee`. */
  readonly $attrs?: Readonly<Record<string, string>> | undefined
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

/** An attribute of another tool by its local name: whose it is makes no difference. */
export function attributeOf(of: Element | undefined, name: string): string | undefined {
  for (const [key, value] of Object.entries(of?.$attrs ?? {}))
    if (key.slice(key.indexOf(':') + 1) === name && key.includes(':') && value.trim() !== '') return value.trim()
  return undefined
}
