/**
 * The checks of a form: the model's own, with the model's own sentences, so that the browser refuses what the server
 * would refuse and in the same words.
 */
import type { FieldError } from '../../../model/errors.ts'
import { isPassword } from '../../../model/field.ts'
import { describe, nameOf } from '../../../model/messages.ts'
import type { Resource } from '../../../model/resource.ts'
import type { LabelKey, Translate } from '../../../model/labels/index.ts'
import { passwordPolicy, wrongWithPassword } from '../session/password-policy.ts'

export type FormValues = Readonly<Record<string, unknown>>

/** Length of the plain password; only its MD5 is sent, so that nobody else can check it (section 5 of the specification). */
export const PASSWORD = { max: 31 } as const

/** The field that repeats the password. */
export const CONFIRM = 'confirmPassword'

/** What is wrong with one field, or nothing. */
export function checkField(of: Resource, name: string, values: FormValues, t: Translate): string | undefined {
  if (name === CONFIRM) return checkConfirmation(values, t)
  const field = of.fields[name]
  if (!field) return undefined
  const value = values[name]
  const label = nameOf(name, of, t)
  if (isEmpty(value)) return field.required ? t('check.required', { field: label }) : undefined
  if (isPassword(field)) return wrongWithPassword(String(value), label, passwordPolicy(), t)
  const result = field.check.safeParse(value, { reportInput: true })
  if (!result.success) {
    return describe(
      result.error.issues.slice(0, 1).map((issue) => ({ ...issue, path: [name] })),
      of,
      t,
    )[0]?.message
  }
  const broken = of.rule?.(parsed(of, values))
  return broken?.field === name ? t(broken.code as LabelKey, { field: label }) : undefined
}

/** Everything wrong with these fields. */
export function checkForm(of: Resource, names: readonly string[], values: FormValues, t: Translate): FieldError[] {
  return names.flatMap((field) => {
    const message = checkField(of, field, values, t)
    return message ? [{ field, message }] : []
  })
}

/** The same where several rows are given these values: what a rule of the noun asks beside them stands in the rows. @param rows The values they have */
export function checkTogether(
  of: Resource,
  names: readonly string[],
  values: FormValues,
  rows: readonly FormValues[],
  t: Translate,
): FieldError[] {
  const given = Object.fromEntries(names.map((name) => [name, values[name]]))
  const found = besideRule(of, rows).flatMap((beside) => checkForm(of, names, { ...beside, ...given }, t))
  return [...new Map(found.map((error) => [error.field, error])).values()]
}

/** What the rule of the noun asks of the rows, each answer once. */
function besideRule({ rule }: Resource, rows: readonly FormValues[]): FormValues[] {
  const answers = rows.map((row) => Object.fromEntries((rule?.over ?? []).map((name) => [name, row[name]])))
  return [...new Map(answers.map((answer) => [JSON.stringify(answer), answer])).values()]
}

/** Whether a field of a form says nothing: absent, blank, or a list without members. */
export function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === 'string' && value.trim() === '') ||
    (Array.isArray(value) && value.length === 0)
  )
}

function checkConfirmation(values: FormValues, t: Translate): string | undefined {
  const field = t('form.confirmPassword')
  if (isEmpty(values[CONFIRM])) return t('check.required', { field })
  return values[CONFIRM] === values['password'] ? undefined : t('form.password-notsame')
}

/** The values as the server will read them; what cannot be read stays as it is. */
function parsed(of: Resource, values: FormValues): FormValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const result = of.fields[name]?.check.safeParse(value)
      return [name, result?.success ? result.data : value]
    }),
  )
}
