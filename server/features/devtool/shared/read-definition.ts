/** Definitions of forms as they come from callers: read by the one schema there is, and what is wrong told by the name of the field. */
import type * as z from 'zod/mini'
import type { FieldError } from '../../../../model/errors.ts'
import type { FormDefinition } from '../../../../model/form/definition.ts'
import { EMPTY_FORM, FORM_DEFINITION, MAX_DEFINITION } from '../../../../model/form/definition.ts'
import type { Translate } from '../../../../model/labels/index.ts'
import { isStorable } from '../../../forms/index.ts'
import { Failure } from '../../../kernel/errors.ts'

type Issue = z.core.$ZodIssue

/** What is wrong beyond that helps nobody. */
const MAX_NAMED = 20

/** The definition that was sent. @param member The input that has it, to be marked. @throws Failure `form.shape` for what is none. */
export function readDefinition(given: unknown, t: Translate, member = 'definition'): FormDefinition {
  const read = FORM_DEFINITION.safeParse(given, { reportInput: true })
  if (!read.success) throw refusal(sentences(read.error.issues, given, t), member)
  const json = JSON.stringify(read.data)
  if (json.length > MAX_DEFINITION) throw refusal([messageOf('forms.place.whole', t, t('forms.shape.too-large'))], member)
  if (!isStorable(read.data)) throw refusal([messageOf('forms.place.whole', t, t('forms.shape.wrong'))], member)
  return read.data
}

/** The draft in a column or a field: JSON, or nothing. @throws Failure `form.shape` */
export function readDefinitionText(json: string | null | undefined, t: Translate, member = 'formContent'): FormDefinition {
  if (!json) return EMPTY_FORM
  let given: unknown
  try {
    given = JSON.parse(json)
  } catch {
    throw refusal([messageOf('forms.place.whole', t, t('forms.shape.json'))], member)
  }
  return readDefinition(given, t, member)
}

const messageOf = (place: 'forms.place.whole', t: Translate, problem: string) =>
  t('forms.fault.unknown-member', { place: t(place), problem })

function refusal(messages: readonly string[], member: string): Failure {
  const [problem = ''] = messages
  const fields: FieldError[] = messages.map((message) => ({ field: member, message }))
  return new Failure('form.shape', { values: { problem }, fields })
}

function sentences(issues: readonly Issue[], given: unknown, t: Translate): string[] {
  const found = issues.slice(0, MAX_NAMED).map((issue) => {
    const place = placeOf(issue.path, given, t)
    return t('forms.fault.unknown-member', { place, problem: problemOf(issue, t) })
  })
  return [...new Set(found)]
}

/** @example 'Field Temperature / labels' */
function placeOf(path: readonly PropertyKey[], given: unknown, t: Translate): string {
  const parts: string[] = []
  let at: unknown = given
  for (const [step, key] of path.entries()) {
    at = typeof at === 'object' && at !== null ? (at as Readonly<Record<PropertyKey, unknown>>)[key] : undefined
    const before = path[step - 1]
    if (typeof key === 'number' && (before === 'fields' || before === 'columns'))
      parts.push(t(before === 'fields' ? 'forms.place.field' : 'forms.place.column', { name: nameOf(at, key) }))
    else if (step === 0 && key === 'layout') parts.push(t('forms.place.layout'))
    else if (key !== 'fields' && key !== 'columns') parts.push(String(key).slice(0, 64))
  }
  return parts.join(' / ') || t('forms.place.whole')
}

function nameOf(part: unknown, at: number): string {
  const { name, id } = Object(part) as { name?: unknown; id?: unknown }
  const found = [name, id].find((each) => typeof each === 'string' && each !== '')
  return found === undefined ? String(at + 1) : String(found).slice(0, 64).toWellFormed()
}

function problemOf(issue: Issue, t: Translate): string {
  if (issue.code === 'unrecognized_keys') return t('forms.shape.unknown', { name: (issue.keys[0] ?? '').slice(0, 64).toWellFormed() })
  if (issue.message === 'too-large' || issue.code === 'too_big') return t('forms.shape.too-large')
  if (issue.message === 'required' || ((issue.code === 'invalid_type' || issue.code === 'invalid_value') && issue.input === undefined))
    return t('forms.shape.required')
  return t('forms.shape.wrong')
}
