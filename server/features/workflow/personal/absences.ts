/** Who stands in for the caller while they are away. */
import { sql } from 'kysely'
import type { Absence } from '../../../../model/contract/workflow/absences.ts'
import * as contract from '../../../../model/contract/workflow/absences.ts'
import { processTasks } from '../../../../model/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import { tenantOf } from '../../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { newId } from '../../../kernel/ids.ts'
import { personBehind, seesPeople } from '../../../kernel/resources/people.ts'
import { beyondRows, cancelStandIn, holdsNow, peopleNamed, scheduleStandIn } from '../../../workflow/index.ts'
import { maybeWireTimeOf, wireTimeOf } from '../shared/seen-instance.ts'

const MAX_CATEGORIES = 200
const personal = { access: 'signed-in', of: processTasks } as const

async function absencesOf(tx: Transaction, caller: Caller) {
  const namesPeople = seesPeople(caller)
  const [own, categories, others] = await Promise.all([
    tx.all(
      build
        .selectFrom('process_absences as absence')
        .select([
          'absence.id',
          'absence.way',
          'absence.categories',
          'absence.comment',
          personBehind(caller, 'absence', 'deputy_id').as('deputy'),
        ])
        .select([wireTimeOf('absence.start_time').as('startTime'), maybeWireTimeOf('absence.end_time').as('endTime')])
        .select(holdsNow('absence').as('isNow'))
        .where('absence.user_id', '=', caller.userId)
        .orderBy('absence.start_time', 'desc')
        .orderBy('absence.id'),
    ),
    tx.all(
      build
        .selectFrom('process_definitions')
        .select('category')
        .distinct()
        .where('category', 'is not', null)
        .orderBy('category')
        .limit(MAX_CATEGORIES),
    ),
    tx.all(
      build
        .selectFrom('process_absences as absence')
        .select(['absence.way', personBehind(caller, 'absence', 'user_id').as('person'), maybeWireTimeOf('absence.end_time').as('endTime')])
        .where('absence.deputy_id', '=', caller.userId)
        .where(holdsNow('absence'))
        .orderBy('absence.start_time')
        .orderBy('absence.id'),
    ),
  ])
  return {
    list: own.map((row): Absence => ({ ...row, deputy: namesPeople ? row.deputy : null })),
    categories: categories.flatMap(({ category }) => category ?? []),
    standsInFor: others.map((row) => ({ ...row, person: namesPeople ? row.person : null })),
  }
}

type Given = (typeof contract.saveAbsence)['input'] extends { _zod: { output: infer Output } } ? Output : never

/** @throws Failure `absence.deputy`, `absence.order`, `absence.too-many` */
async function checked(tx: Transaction, caller: Caller, { id, deputy, startTime, endTime }: Given): Promise<string> {
  const [[named], order, held] = await Promise.all([
    peopleNamed(tx, [deputy]),
    tx.first(build.selectNoFrom(sql<boolean>`${endTime || null}::timestamptz <= ${startTime}::timestamptz`.as('isOver'))),
    tx.first(
      build
        .selectFrom('process_absences')
        .select(sql<number>`count(*)::integer`.as('count'))
        .where('user_id', '=', caller.userId),
    ),
  ])
  if (!named || named.id === caller.userId) return fail('absence.deputy', { field: { name: 'deputy', label: 'approval.deputy' } })
  if (order?.isOver === true) fail('absence.order', { field: { name: 'endTime', label: 'approval.end-time' } })
  if (!id && (held?.count ?? 0) >= contract.MAX_ABSENCES) fail('absence.too-many', { values: { most: contract.MAX_ABSENCES } })
  return named.id
}

async function stored(tx: Transaction, caller: Caller, given: Given, deputy_id: string) {
  const { id, startTime, endTime, way, categories, comment, openTasks } = given
  const values = {
    deputy_id,
    start_time: sql<Date>`${startTime}::timestamptz`,
    end_time: sql<Date | null>`${endTime || null}::timestamptz`,
    way,
    categories: [...new Set(categories)],
    comment: comment || null,
    open_tasks: openTasks,
  }
  const row = await tx.first(
    id
      ? build
          .updateTable('process_absences')
          .set(values)
          .where('id', '=', id)
          .where('user_id', '=', caller.userId)
          .returning(['id', 'start_time'])
      : build
          .insertInto('process_absences')
          .values({ ...values, tenant_id: caller.tenantId, id: newId(), user_id: caller.userId })
          .returning(['id', 'start_time']),
  )
  return row ?? fail('row.not-found')
}

export const absences = [
  implement(contract.queryAbsence, {
    access: 'signed-in',
    summary: 'Absences of the caller, the latest first, and for whom the caller stands in now',
    handle: ({ caller, services }) => services.transactions.inTenant(beyondRows(caller), (tx) => absencesOf(tx, caller), 'read'),
  }),
  implement(contract.saveAbsence, {
    ...personal,
    summary: 'Says who stands in for the caller, from when until when.',
    handle: ({ input, caller, services: { transactions, scheduler, invalidations } }) =>
      transactions.inTenant(beyondRows(caller), async (tx) => {
        const row = await stored(tx, caller, input, await checked(tx, caller, input))
        if (input.openTasks) await scheduleStandIn(tx, scheduler, { id: row.id, startTime: row.start_time })
        else await cancelStandIn(tx, scheduler, row.id)
        await invalidations.publish(tx, { kind: 'news', tenantId: tenantOf(tx), topic: 'processes' })
        return { id: row.id }
      }),
  }),
  implement(contract.deleteAbsence, {
    ...personal,
    summary: 'Takes an absence of the caller back; what the deputy has by then stays with them.',
    handle: ({ input: { id }, caller, services: { transactions, scheduler, invalidations } }) =>
      transactions.inTenant(beyondRows(caller), async (tx) => {
        const changed = await tx.run(build.deleteFrom('process_absences').where('id', '=', id).where('user_id', '=', caller.userId))
        if (changed === 0) fail('row.not-found')
        await cancelStandIn(tx, scheduler, id)
        await invalidations.publish(tx, { kind: 'news', tenantId: tenantOf(tx), topic: 'processes' })
        return { changed }
      }),
  }),
]
