/** What the builder of expressions can name. */
import type { Scope } from '../../../../model/expression/typing.ts'
import { scopeOf, scopeOfRow } from '../../../../model/form/check-definition.ts'
import type { FormColumn, FormField } from '../../../../model/form/definition.ts'

/** What can be named: the columns of a row, and behind them the fields of the form. */
export interface BuilderFields {
  readonly before: readonly FormColumn[]
  readonly own: readonly FormField[]
}

/** The types of what can be named. */
export function scopeIn({ before, own }: BuilderFields): Scope {
  const scope = scopeOf({ schema: 1, fields: [...own], layout: [] })
  return before.length > 0 ? scopeOfRow(scope, before) : scope
}
