/** What writing a form by the calls of every noun entails: its content has to be a definition, and says who wrote it. */
import { forms } from '../../../../model/index.ts'
import type { Failure } from '../../../kernel/errors.ts'
import type { Asking, Refusals, Values } from '../../../kernel/resources/noun-writes.ts'
import { refusalOf, writes } from '../../../kernel/resources/noun-writes.ts'
import { readDefinitionText } from '../shared/read-definition.ts'

async function judge(_tx: unknown, { t }: Asking, rows: readonly { readonly values: Values }[]): Promise<Refusals> {
  const refused = new Map<number, Failure>()
  for (const [at, { values }] of rows.entries()) {
    const content = values['formContent']
    const failure = typeof content === 'string' ? await refusalOf(() => readDefinitionText(content, t)) : undefined
    if (failure) refused.set(at, failure)
  }
  return refused
}

/** An application that asks for itself is nobody. */
export const authorOf = ({ caller }: Pick<Asking, 'caller'>): string | null => (caller.client?.id === caller.userId ? null : caller.userId)

export const formWrites = writes(forms, {
  add: { judge },
  change: {
    judge,
    apply: (_tx, asking, changes, update) =>
      update(
        changes.map((change) =>
          'formContent' in change.values
            ? { ...change, columns: { ...change.columns, saved_by: authorOf(asking), saved_at: new Date(asking.services.clock.now()) } }
            : change,
        ),
      ),
  },
})
