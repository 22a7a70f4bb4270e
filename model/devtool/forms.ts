import { integer, oneOf, text } from '../fields.ts'
import { MAX_DEFINITION } from '../form/definition.ts'
import { resource } from '../resource.ts'

/** Nothing was published yet; entries are taken; none are taken any more. */
export const FORM_STATES = ['draft', 'published', 'closed'] as const
export type FormState = (typeof FORM_STATES)[number]

const BASE = '/generator/generatorform'

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
    restore: `${BASE}/restoreFormVersion`,
    link: `${BASE}/addFormLink`,
  },
  fields: {
    /** What the form is called. */
    formDescription: text({ max: 128, required: true, filter: 'contains', sort: true }),
    /** The draft: a definition (model/form/definition.ts) as JSON. What people fill in is the newest published version. */
    formContent: text({ max: MAX_DEFINITION, lines: true, internal: true }),
    formStatus: oneOf({ of: FORM_STATES, filter: 'equals', sort: true, write: 'never' }),
    /** The newest published version; 0 before the first. */
    formVersion: integer({ sort: true, write: 'never' }),
  },
})
