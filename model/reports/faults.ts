/** What is wrong with a template of a report, and where. Its sentences are the labels `reports.fault.<code>`. */
import type * as z from 'zod/mini'
import { faultOfIssue } from '../figures/faults.ts'

export const TEMPLATE_FAULTS = [
  'size',
  'shape',
  'key',
  'missing',
  'outside',
  'cell',
  'set',
  'style',
  'content',
  'overlap',
  'direction',
  'circle',
  'nesting',
  'repeat',
  'rows',
  'formula',
  'document',
  'parameter',
  'field',
  'room',
  'segments',
  'picture',
  'pictures',
] as const
export type TemplateFaultCode = (typeof TEMPLATE_FAULTS)[number]

/** Thrown where a template cannot be filled. `place` is a cell (`B4`) or a member of the document (`page.margins`). */
export class TemplateFault extends Error {
  readonly place: string
  readonly code: TemplateFaultCode
  readonly detail: string

  constructor(place: string, code: TemplateFaultCode, detail = '') {
    super(`${code} at ${place}${detail === '' ? '' : `: ${detail}`}`)
    this.place = place
    this.code = code
    this.detail = detail
  }
}

/** Characters of a name that a fault gives back. */
const MAX_SHOWN = 200

/** Never returns. @throws TemplateFault */
export function refuseTemplate(place: string, code: TemplateFaultCode, detail = ''): never {
  throw new TemplateFault(place, code, detail.slice(0, MAX_SHOWN).toWellFormed())
}

/** Never returns: the first thing that the schema found. @throws TemplateFault `size`, `shape`, `key` or `missing` */
export function refuseIssue(issue: z.core.$ZodIssue): never {
  const { place, code, values } = faultOfIssue(issue, 'template')
  refuseTemplate(place, code === 'size' || code === 'key' || code === 'missing' ? code : 'shape', String(values?.['name'] ?? ''))
}
