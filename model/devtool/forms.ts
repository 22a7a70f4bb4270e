import * as z from 'zod/mini'
import { integer, oneOf, text } from '../fields.ts'
import { resource } from '../resource.ts'

/** Nothing was published yet; entries are taken; none are taken any more. */
export const FORM_STATES = ['draft', 'published', 'closed'] as const
export type FormState = (typeof FORM_STATES)[number]

/** Links that one form can have. */
export const MAX_FORM_LINKS = 20

const BASE = '/generator/generatorform'

/**
 * Whether a text can be a definition. What it has to be in detail the server alone asks (model/form/definition.ts): every page loads the nouns, and
 * few load forms.
 */
function isFormText(json: string): boolean {
  try {
    const { fields, layout } = Object(JSON.parse(json)) as { fields?: unknown; layout?: unknown }
    return Array.isArray(fields) && Array.isArray(layout)
  } catch {
    return false
  }
}
const FORM_TEXT = z.union([z.literal(''), z.string().check(z.refine(isFormText))])

/** Forms that people of the tenant design, publish and fill in (docs/decisions/0117-forms-and-their-entries.md). */
export const forms = resource({
  name: 'forms',
  api: { base: BASE, noun: 'GeneratorForm' },
  table: 'forms',
  scope: 'tenant',
  ownedBy: 'tenant',
  menu: 'generatorform',
  title: 'formDescription',
  order: ['createTime', 'descend'],
  unique: ['formDescription'],
  serverColumns: ['saved_by', 'saved_at'],
  calls: {
    design: `${BASE}/saveFormDraft`,
    publish: `${BASE}/publishGeneratorForm`,
    close: `${BASE}/closeGeneratorForm`,
    open: `${BASE}/openGeneratorForm`,
    copy: `${BASE}/copyGeneratorForm`,
    versions: `${BASE}/queryFormVersion`,
    restore: `${BASE}/restoreFormVersion`,
    schema: `${BASE}/queryFormJsonSchema`,
    link: `${BASE}/addFormLink`,
  },
  fields: {
    /** What the form is called. */
    formDescription: text({ max: 128, required: true, filter: 'contains', sort: true }),
    /** The draft: a definition (model/form/definition.ts) as JSON. What people fill in is the newest published version. */
    formContent: text({ max: 262_144, lines: true, format: FORM_TEXT, internal: true }),
    formStatus: oneOf({ of: FORM_STATES, filter: 'equals', sort: true, write: 'never' }),
    /** The newest published version; 0 before the first. */
    formVersion: integer({ sort: true, write: 'never' }),
  },
})
