/** What a cell says, as the value a field takes: choices by their word, everything else as it stands. */
import type { Field } from '../../../model/field.ts'
import type { LabelKey } from '../../../model/labels/index.ts'
import { formerWords } from '../../../model/labels/former.ts'
import { languages } from '../../../model/labels/index.ts'
import { translatorFor } from '../../kernel/http/language.ts'
import { plain } from './headings.ts'

/** Members of a choice by their words in every language, by those they had before, and by themselves. */
export function membersOf(name: string, field: Field): Map<string, string | number> {
  const members = new Map<string, string | number>()
  const options = field.options ?? []
  const keyOf = (member: string | number) => `${wordsOf(name, field)}.${member}` as LabelKey
  const learn = (word: string, member: string | number) => {
    if (!members.has(plain(word))) members.set(plain(word), member)
  }
  for (const member of options) members.set(plain(String(member)), member)
  for (const language of languages) for (const member of options) learn(translatorFor(language)(keyOf(member)), member)
  for (const member of options) for (const word of formerWords[keyOf(member)] ?? []) learn(word, member)
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
