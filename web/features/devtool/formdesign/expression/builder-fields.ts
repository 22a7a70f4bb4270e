/** What the builder of expressions knows of the form. */
import type { Texts } from '../../../../../model/form/definition.ts'
import { textIn } from '../../../../../model/form/definition.ts'
import type { BuilderFields } from '../../../../shared/forms/expression/builder-fields.ts'
import type { Doc, Key } from '../state/doc.ts'
import { definitionOf, fieldOf, isField, partsIn } from '../state/doc.ts'
import { columnsBeside } from './fields-beside.ts'

/** What the conditions of the part can name. */
export const builderFields = (doc: Doc, at: Key): BuilderFields => ({ before: columnsBeside(doc, at), own: definitionOf(doc).fields })

/** The names of fields, and of columns behind their table's. */
export const labelledIn =
  (doc: Doc, language: keyof Texts) =>
  (id: string): string => {
    const found = partsIn(doc).get(id)
    return found && isField(found.part) ? textIn(found.part.field.labels, language) : id
  }

/** What a field calls one of its choices. */
export const valueNames =
  (doc: Doc, language: keyof Texts) =>
  (id: string, value: string): string | undefined => {
    const part = partsIn(doc).get(id)?.part
    const choice = part && isField(part) ? fieldOf(part).choices?.find((one) => one.value === value) : undefined
    return choice && textIn(choice.labels, language)
  }
