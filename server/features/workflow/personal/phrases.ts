/** Sentences that people write often: their own, and those that everybody of the tenant finds. */
import * as contract from '../../../../model/contract/workflow/absences.ts'
import { sql } from 'kysely'
import { processTasks } from '../../../../model/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { newId } from '../../../kernel/ids.ts'
import { beyondRows } from '../../../workflow/index.ts'

const personal = { access: 'signed-in', of: processTasks } as const
const shared = { access: 'granted', of: processTasks } as const

/** Whose they are: somebody's, or everybody's (null). */
type Whose = string | null

interface Given {
  readonly id?: string | undefined
  readonly text: string
}

/** @throws Failure `row.not-found` where it is somebody else's, `phrase.too-many` */
async function save(tx: Transaction, caller: Caller, whose: Whose, { id, text: phrase }: Given): Promise<{ id: string }> {
  if (id) {
    const changed = await tx.run(
      build.updateTable('process_phrases').set({ phrase }).where('id', '=', id).where('user_id', 'is not distinct from', whose),
    )
    return changed > 0 ? { id } : fail('row.not-found')
  }
  const held = await tx.first(
    build
      .selectFrom('process_phrases')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('user_id', 'is not distinct from', whose),
  )
  if ((held?.count ?? 0) >= contract.MAX_PHRASES) fail('phrase.too-many', { values: { most: contract.MAX_PHRASES } })
  const added = newId()
  await tx.run(build.insertInto('process_phrases').values({ tenant_id: caller.tenantId, id: added, user_id: whose, phrase }))
  return { id: added }
}

async function remove(tx: Transaction, whose: Whose, id: string): Promise<{ changed: number }> {
  const changed = await tx.run(build.deleteFrom('process_phrases').where('id', '=', id).where('user_id', 'is not distinct from', whose))
  return changed > 0 ? { changed } : fail('row.not-found')
}

export const phrases = [
  implement(contract.queryPhrase, {
    access: 'signed-in',
    summary: 'Phrases of the caller, then those that everybody finds',
    async handle({ caller, services }) {
      const rows = await services.transactions.inTenant(
        beyondRows(caller),
        (tx) =>
          tx.all(
            build
              .selectFrom('process_phrases')
              .select(['id', 'phrase', 'user_id'])
              .where((is) => is.or([is('user_id', '=', caller.userId), is('user_id', 'is', null)]))
              .orderBy(sql`user_id is null`)
              .orderBy('created_at')
              .orderBy('id'),
          ),
        'read',
      )
      const list = rows.map(({ id, phrase, user_id }) => ({ id, text: phrase, isShared: user_id === null }))
      return { list, sharesPhrases: caller.urls.has(contract.saveSharedPhrase.path) }
    },
  }),
  implement(contract.savePhrase, {
    ...personal,
    summary: 'Adds a phrase of the caller, or changes one.',
    handle: ({ input, caller, services }) =>
      services.transactions.inTenant(beyondRows(caller), (tx) => save(tx, caller, caller.userId, input)),
  }),
  implement(contract.deletePhrase, {
    ...personal,
    summary: 'Removes a phrase of the caller.',
    handle: ({ input: { id }, caller, services }) =>
      services.transactions.inTenant(beyondRows(caller), (tx) => remove(tx, caller.userId, id)),
  }),
  implement(contract.saveSharedPhrase, {
    ...shared,
    summary: 'Adds a phrase that everybody finds, or changes one.',
    handle: ({ input, caller, inTenant }) => inTenant((tx) => save(tx, caller, null, input)),
  }),
  implement(contract.deleteSharedPhrase, {
    ...shared,
    summary: 'Removes a phrase that everybody finds.',
    handle: ({ input: { id }, inTenant }) => inTenant((tx) => remove(tx, null, id)),
  }),
]
