/** Fields that become fields of another kind. */
import type { FormColumn } from '../../../../../model/form/definition.ts'
import type { FieldKind, RuleName } from '../../../../../model/form/kinds.ts'
import { KINDS } from '../../../../../model/form/kinds.ts'
import type { Doc, FieldSettings, Key, Part } from './doc.ts'
import { isField, partsIn } from './doc.ts'
import type { Edited } from './edits.ts'
import { changedBy, replaced } from './edits.ts'
import type { NewPart } from './new-parts.ts'
import { kindSettings } from './new-parts.ts'

const RULES: readonly RuleName[] = [
  'minLength',
  'maxLength',
  'pattern',
  'least',
  'greatest',
  'decimals',
  'minCount',
  'maxCount',
  'choices',
  'dictionary',
  'fileTypes',
  'unit',
  'noun',
]

/** The field as one of another kind: what both kinds can say stays said. @param column What a table that has none begins with */
export function changeKind(doc: Doc, key: Key, kind: FieldKind, column: NewPart): Edited {
  const found = partsIn(doc).get(key)
  if (!found || !isField(found.part)) return { refused: 'unfit' }
  const { part } = found
  if (part.field.kind === kind) return { doc }
  const { isWide, isGiven } = KINDS[kind]
  if (part.part === 'column' && (isWide || isGiven)) return { refused: 'unfit' }
  const field = asKind(part.field, kind)
  const of = kind === 'table' ? [column(doc)] : []
  return { doc: replaced(doc, found, { ...part, field, of } as Part) }
}

function asKind(field: FieldSettings, kind: FieldKind): FieldSettings {
  const { rules, type, isGiven } = KINDS[kind]
  const isOfOneType = type !== undefined && type === KINDS[field.kind].type
  const unset: Record<string, undefined> = {}
  for (const name of RULES) if (!rules.includes(name)) unset[name] = undefined
  if (!isOfOneType) Object.assign(unset, { initial: undefined, compute: undefined, compare: undefined })
  if (isGiven) Object.assign(unset, { initial: undefined, compute: undefined, required: undefined })
  const kept = changedBy(field, unset)
  const asked: Partial<FormColumn> = kindSettings(kind)
  return changedBy({ ...asked, ...kept }, { kind })
}
