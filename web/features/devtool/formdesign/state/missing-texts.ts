import type { FormDefinition, Texts } from '../../../../../model/form/definition.ts'

/** How many texts of a form each language lacks. */
export function missingTexts(definition: FormDefinition): Readonly<Record<keyof Texts, number>> {
  const missing = { zh: 0, tw: 0, en: 0 }
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) value.forEach(visit)
    else if (isTexts(value)) {
      for (const language of ['zh', 'tw', 'en'] as const) if (!value[language]) missing[language] += 1
    } else Object.values(value).forEach(visit)
  }
  visit([definition.fields, definition.layout, definition.print])
  return missing
}

/** An object of nothing but texts by their languages. */
const isTexts = (value: object): value is Texts => {
  const names = Object.keys(value)
  return names.length > 0 && names.every((name) => name === 'zh' || name === 'tw' || name === 'en')
}
