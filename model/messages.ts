/**
 * Turns what a check found into a sentence that names the field, in the caller's language. Used by the server for its
 * answers and by the forms of the browser, so that both say the same.
 */
import type { z } from 'zod'
import type { FieldError } from './errors.ts'
import type { LabelKey, Translate } from './labels/index.ts'
import { labelOf } from './labels/index.ts'
import { fieldOfKey } from './list-query.ts'
import type { Listing } from './resource.ts'

type Issue = z.core.$ZodIssue

/** Findings that are named, and issues that are looked at for them: what a request has wrong beyond that helps nobody, and whoever sends it must not make the answer dear. */
const MAX_NAMED = 20
const MAX_READ = 1000
/** Characters of a key that the noun does not have, given back as it came. */
const MAX_KEY = 64

/** One {@link FieldError} for each issue, {@link MAX_NAMED} at most and each once; fields the noun does not have keep the name the caller used. */
export function describe(issues: readonly Issue[], of: Listing | undefined, t: Translate): FieldError[] {
  const found = new Map<string, FieldError>()
  for (const finding of findings(issues, of, t)) {
    // Of a list, several parts can be wrong in the same way.
    found.set(`${finding.field}\n${finding.message}`, finding)
    if (found.size === MAX_NAMED) break
  }
  return [...found.values()]
}

function* findings(issues: readonly Issue[], of: Listing | undefined, t: Translate): Generator<FieldError> {
  for (const issue of issues.slice(0, MAX_READ)) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, MAX_NAMED)) {
        const field = key.slice(0, MAX_KEY).toWellFormed()
        yield { field, message: t('check.unknown', { field }) }
      }
      continue
    }
    const field = String(issue.path[0] ?? 'body')
    const [key, values] = reasonOf(issue, field, of)
    yield { field, message: t(key, { field: nameOf(field, of, t), ...values }) }
  }
}

/** The field as people know it; the name on the wire where the noun has no such field. */
export function nameOf(field: string, of: Listing | undefined, t: Translate): string {
  if (field === 'tenantCode') return t('field.tenantCode')
  return of && fieldOfKey(field) in of.fields ? t(labelOf(of, field)) : field
}

type Reason = [key: LabelKey, values?: Record<string, number | string>]

const worded: Record<string, LabelKey> = {
  blanks: 'check.blanks',
  hosts: 'check.hosts',
  'header-text': 'check.header-text',
  code: 'check.code',
  id: 'check.id',
  time: 'check.time',
  day: 'check.day',
  'tenant-code': 'check.tenant-code',
  'client-code': 'check.client-code',
  scope: 'check.scope',
  redirect: 'check.redirect',
  'point-key': 'check.point-key',
  'device-code': 'check.device-code',
  'process-key': 'check.process-key',
  'alarm-variables': 'check.alarm-variables',
  checklist: 'check.checklist',
  'day-of-year': 'check.day-of-year',
  host: 'check.host',
  required: 'check.required',
  'menu-path': 'check.menu-path',
  digits: 'check.digits',
}

function reasonOf(issue: Issue, field: string, of: Listing | undefined): Reason {
  if (issue.code === 'invalid_union' && (issue.input === undefined || issue.input === null)) return ['check.required']
  // Of several, the one that is wrong.
  if (issue.message === 'network') return ['check.network', { entry: String(issue.input).slice(0, 80) }]
  if (issue.message in worded) return [worded[issue.message] as LabelKey]
  if (issue.code === 'invalid_type' && issue.input !== undefined && issue.input !== null && of?.fields[field]?.kind === 'decimal')
    return ['check.decimal']
  if (issue.code === 'invalid_type') return [issue.input === undefined || issue.input === null ? 'check.required' : 'check.invalid']
  if (issue.code === 'invalid_value') return [issue.input === undefined || issue.input === '' ? 'check.required' : 'check.choice']
  if (issue.code === 'invalid_format') return [formatOf(issue, field)]
  if (issue.code === 'too_small' || issue.code === 'too_big') return boundsOf(issue, of?.fields[field])
  return ['check.invalid']
}

function formatOf(issue: Issue & { code: 'invalid_format' }, field: string): LabelKey {
  if (issue.input === undefined || issue.input === '') return 'check.required'
  if (field === 'mobile') return 'check.mobile'
  if (field === 'prefix') return 'check.country-code'
  if (/password/i.test(field)) return 'check.password'
  return field === 'email' || issue.format === 'email' ? 'check.email' : 'check.invalid'
}

function boundsOf(issue: Issue & { code: 'too_small' | 'too_big' }, field: Listing['fields'][string] | undefined): Reason {
  const limits = field ? limitsOf(field) : {}
  const given = issue.code === 'too_small' ? { min: Number(issue.minimum) } : { max: Number(issue.maximum) }
  const { min, max } = { ...limits, ...given }
  if (issue.origin === 'array') return [issue.code === 'too_small' ? 'check.required' : 'check.invalid']
  const both = min !== undefined && max !== undefined
  if (field?.kind === 'decimal' && min !== undefined) return max === undefined ? ['check.least', { min }] : ['check.between', { min, max }]
  if (issue.origin !== 'string') return both ? ['check.number', { min, max }] : ['check.invalid']
  if (both && min > 1) return ['check.length', { min, max }]
  if (issue.code === 'too_big') return max === undefined ? ['check.invalid'] : ['check.max', { max }]
  return issue.input === undefined || issue.input === '' || min === undefined || min <= 1 ? ['check.required'] : ['check.min', { min }]
}

/** The least and greatest length or number a field's check allows, read from the check itself. */
export function limitsOf(field: Listing['fields'][string]): Limits {
  const found: Limits = {}
  const visit = (schema: unknown): void => {
    const definition = (schema as Checked)?._zod?.def
    if (!definition) return
    for (const check of definition.checks ?? []) {
      const { check: kind, minimum, maximum, value } = check._zod.def
      if (kind === 'min_length' || kind === 'greater_than') found.min ??= minimum ?? value
      if (kind === 'max_length' || kind === 'less_than') found.max ??= maximum ?? value
    }
    visit(definition.in)
    visit(definition.out)
  }
  visit(field.check)
  return found
}

interface Limits {
  min?: number | undefined
  max?: number | undefined
}

/** The part of a zod schema that says which lengths or numbers it allows. */
type Checked =
  | undefined
  | {
      _zod?: {
        def: {
          in?: unknown
          out?: unknown
          checks?: { _zod: { def: { check: string; minimum?: number; maximum?: number; value?: number } } }[]
        }
      }
    }
