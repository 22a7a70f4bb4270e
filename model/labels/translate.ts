/** How a text of the product is told: its words, with what is named between double braces filled in. */
import type { LabelKey, Labels, Translate } from './index.ts'

const GAP = /\{\{(\w+)\}\}/g

/** What is filled in is text: braces that stand in it mean nothing. */
function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(GAP, (_, name: string) => String(values[name] ?? ''))
}

/** A key that only data can name, such as one of a newer server, tells itself. */
export function translatorOf(labels: Labels): Translate {
  return (key: LabelKey, values) => {
    const text: string | undefined = Object.hasOwn(labels, key) ? labels[key] : undefined
    return text === undefined ? key : values ? filled(text, values) : text
  }
}
