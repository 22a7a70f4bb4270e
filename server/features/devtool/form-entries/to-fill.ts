/** What there is to fill in: forms, one of them, and an entry with its values. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/devtool/form-entries.ts'
import { checkEntry } from '../../../../model/form/check-entry.ts'
import { formEntries } from '../../../../model/index.ts'
import { fieldsOf, namesIn, publishedForm, seenValues, versionOf } from '../../../forms/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { personIn } from '../../../kernel/resources/people.ts'
import { seenPart, writableIds } from '../../../../model/form/fields-for.ts'
import { isSeen, mayChange, mayWithdraw } from './seen-entries.ts'

export const queryFormsToFill = implement(contract.queryFormsToFill, {
  access: 'granted',
  summary: 'The published forms, and how many entries of each the caller has sent and begun',
  of: formEntries,
  async handle({ caller, inTenant }) {
    const own = (state: 'submitted' | 'draft') =>
      sql<number>`(select count(*) from form_entries entry where entry.tenant_id = form.tenant_id and entry.form_id = form.id
        and entry.owner_id = ${caller.userId}::uuid and entry.entry_state = ${sql.lit(state)})::integer`
    const rows = await inTenant((tx) =>
      tx.all(
        build
          .selectFrom('forms as form')
          .select(['form.id', 'form_description', 'form_version', 'form_status', own('submitted').as('sent'), own('draft').as('begun')])
          .where('form_version', '>', 0)
          .orderBy(sql`lower(form_description)`)
          .orderBy('form.id'),
      ),
    )
    return rows.map((row) => ({
      formId: row.id,
      formDescription: row.form_description,
      formVersion: row.form_version,
      isOpen: row.form_status === 'published',
      sent: row.sent,
      begun: row.begun,
    }))
  },
})

export const queryFormToFill = implement(contract.queryFormToFill, {
  access: 'granted',
  summary: 'The newest version of a form, with the fields that the caller sees',
  of: formEntries,
  handle: ({ input: { formId }, caller, inTenant }) =>
    inTenant(async (tx) => {
      const form = await publishedForm(tx, formId)
      const fields = fieldsOf(caller, form.definition)
      return {
        formId,
        formDescription: form.description,
        formVersion: form.version,
        definition: seenPart(form.definition, fields),
        writable: writableIds(form.definition, fields),
        isOpen: form.status === 'published',
        zone: await tx.timeZone(),
        now: form.now,
      }
    }),
})

export const queryEntryToFill = implement(contract.queryEntryToFill, {
  access: 'granted',
  summary: 'An entry with the values that the caller sees, and the version of the form that it was filled in with; of a draft the newest',
  of: formEntries,
  handle: ({ input: { id }, caller, inTenant }) =>
    inTenant(async (tx) => {
      const entry = await tx.first(
        build
          .selectFrom('form_entries as entry')
          .leftJoin('users as person', (on) =>
            on.onRef('person.tenant_id', '=', 'entry.tenant_id').onRef('person.id', '=', 'entry.owner_id'),
          )
          .select(['form_id', 'form_version', 'entry_number', 'entry_state', 'entry_source', 'owner_id', 'submit_time', 'data'])
          .select(['entry.version', personIn(caller, 'person').as('who')])
          .where('entry.id', '=', id)
          .where(isSeen(caller)),
      )
      if (!entry) return fail('row.not-found')
      const form = await publishedForm(tx, entry.form_id)
      // What was begun is gone on with as the newest version asks it; values go along by the ids of their fields.
      const isCarried = entry.entry_state === 'draft' && entry.form_version !== form.version
      const whole = isCarried ? form.definition : await versionOf(tx, entry.form_id, entry.form_version)
      const zone = await tx.timeZone()
      const fields = fieldsOf(caller, form.definition)
      const definition = seenPart(whole, fields)
      // As it is judged when it is sent: what was emptied stays so, and what is not written stays as it is.
      const context = { now: form.now, zone, mayWrite: () => true, before: entry.data, isDraft: true }
      const data = seenValues(whole, fields, isCarried ? checkEntry(whole, entry.data, context).data : entry.data)
      return {
        formId: entry.form_id,
        formDescription: form.description,
        formVersion: isCarried ? form.version : entry.form_version,
        definition,
        writable: mayChange(caller, entry) ? writableIds(whole, fields) : [],
        isOpen: form.status === 'published',
        zone,
        now: form.now,
        id,
        entryNumber: entry.entry_number,
        entryState: entry.entry_state,
        entrySource: entry.entry_source,
        owner: entry.who,
        submittedAt: entry.submit_time?.getTime() ?? null,
        data,
        names: await namesIn(tx, caller, definition, [data]),
        revision: entry.version,
        mayChange: mayChange(caller, entry),
        mayWithdraw: mayWithdraw(caller, entry),
      }
    }),
})
