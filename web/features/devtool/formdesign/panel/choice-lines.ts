/** Choices as lines of text: the label, or `value = label`. */
import type { FormColumn, Texts } from '../../../../../model/form/definition.ts'
import { textIn } from '../../../../../model/form/definition.ts'

type Choices = NonNullable<FormColumn['choices']>

/** The choices as lines in the language. */
export const linesOfChoices = (choices: Choices, language: keyof Texts): string =>
  choices.map(({ value, labels }) => `${value} = ${textIn(labels, language)}`).join('\n')

/**
 * The choices that the lines say. A value that was there keeps its other languages; a line without a value keeps that of the choice with the same
 * label, and has its label as value otherwise.
 */
export function choicesOfLines(text: string, before: Choices, language: keyof Texts): Choices {
  const taken = new Set<string>()
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(0, 500)
    .flatMap((line) => {
      const [, given, rest] = /^([^=\s][^=]{0,63}?)\s*=\s*(.+)$/.exec(line) ?? []
      const label = (rest ?? line).slice(0, 128)
      const known = before.find((choice) => (given === undefined ? textIn(choice.labels, language) === label : choice.value === given))
      const value = given ?? known?.value ?? label.slice(0, 64)
      if (taken.has(value)) return []
      taken.add(value)
      return [{ value, labels: { ...known?.labels, [language]: label } }]
    })
}
