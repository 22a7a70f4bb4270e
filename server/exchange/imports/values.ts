/** What a cell says, as the value a field takes: choices by their word, everything else as it stands. */
import type { Field } from '../../../model/field.ts'
import type { LabelKey } from '../../../model/labels/index.ts'
import { languages } from '../../../model/labels/index.ts'
import { translatorFor } from '../../kernel/http/language.ts'
import { plain } from './headings.ts'

/** Members of a choice by their words in every language and by themselves. */
export function membersOf(name: string, field: Field): Map<string, string | number> {
  const members = new Map<string, string | number>()
  const options = field.options ?? []
  for (const member of options) members.set(plain(String(member)), member)
  for (const language of languages) {
    for (const member of options) {
      const word = plain(translatorFor(language)(`${wordsOf(name, field)}.${member}` as LabelKey))
      if (!members.has(word)) members.set(word, member)
    }
  }
  // A cell that says TRUE or FALSE, where the choice is between 1 and 0.
  if (options.includes(1) && options.includes(0)) members.set('true', 1).set('false', 0)
  return members
}

/** Where the words of a field's members stand among the labels; exports write the same. */
export function wordsOf(name: string, { kind }: Field): string {
  return kind === 'words' ? 'button' : `choice.${name}`
}

/** The names in a cell that may hold several, as our lists and exports join them. */
export function partsOf(text: string): string[] {
  return text
    .split(/[,，;；、\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
}
