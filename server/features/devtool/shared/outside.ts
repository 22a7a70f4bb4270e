/** What people without an account cannot fill in. */
import type { FormDefinition } from '../../../../model/form/definition.ts'
import { textIn } from '../../../../model/form/definition.ts'
import { KINDS } from '../../../../model/form/kinds.ts'
import type { Language } from '../../../../model/language.ts'
import type { Translate } from '../../../../model/labels/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { fieldsFor } from '../../../../model/form/fields-for.ts'

/** Refuses what people without an account cannot fill in. @throws Failure `form.link-fields`, naming the fields for everybody that choose among records of the tenant. */
export function assertForOutside(definition: FormDefinition, language: Language, t: Translate): void {
  const { sees } = fieldsFor(definition, 'outside')
  const namesRow = (kind: keyof typeof KINDS) => kind === 'reference' || KINDS[kind].of !== undefined
  const wrong = definition.fields.filter(
    (field) => sees(field) && (namesRow(field.kind) || (field.columns ?? []).some(({ kind }) => namesRow(kind))),
  )
  if (wrong.length === 0) return
  const names = wrong.map(({ labels }) => textIn(labels, language)).join(t('common.between'))
  const message = t('error.form.link-fields', { fields: names })
  fail('form.link-fields', { values: { fields: names }, fields: wrong.map(({ id }) => ({ field: id, message })) })
}
