import { integer, oneOf, reference, time } from '../fields.ts'
import { resource } from '../resource.ts'
import { follows } from '../row-scope.ts'

/** It is being written; it was sent; it was taken back and counts no more. */
export const ENTRY_STATES = ['draft', 'submitted', 'withdrawn'] as const
export type EntryState = (typeof ENTRY_STATES)[number]

/** Whether somebody of the tenant wrote it, or whoever had the address of a link. */
export const ENTRY_SOURCES = ['inside', 'outside'] as const
export type EntrySource = (typeof ENTRY_SOURCES)[number]

/** Megabytes that one file of an entry has to be smaller than, and of one that comes by a link. */
export const MAX_ENTRY_FILE = { megabytes: 20, fromOutside: 5 } as const

/** What people filled in. The values are in no field of the noun: which there are, and who sees them, the form says. */
export const formEntries = resource({
  name: 'form-entries',
  api: { base: '/generator/formentry', noun: 'FormEntry' },
  table: 'form_entries',
  scope: 'tenant',
  // Those that came from outside are nobody's: they are seen by whoever sees all.
  ownedBy: follows('users', 'owner_id'),
  menu: 'formentry',
  title: 'entryNumber',
  order: ['createTime', 'descend'],
  serverColumns: ['data'],
  fields: {
    formId: reference({ to: 'forms', show: 'form_description', required: true, write: 'never', filter: 'equals' }),
    /** The version of the form that it was filled in with. */
    formVersion: integer({ required: true, write: 'never' }),
    /** Goes on by one with each entry of a form. */
    entryNumber: integer({ required: true, write: 'never' }),
    entryState: oneOf({ of: ENTRY_STATES, required: true, filter: 'equals', write: 'never' }),
    entrySource: oneOf({ of: ENTRY_SOURCES, required: true, filter: 'equals', write: 'never' }),
    ownerId: reference({ to: 'users', show: 'username', write: 'never', filter: 'equals' }),
    submitTime: time({ filter: 'range', write: 'never' }),
  },
})
