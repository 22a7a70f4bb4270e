/** The life of a machine as a time line, and what is under way: what its reader may see of it. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/maintenance/equipment.ts'
import { MAX_LIFE_EVENTS } from '../../../../model/contract/maintenance/equipment.ts'
import type { EquipmentLife, Transfer } from '../../../../model/contract/maintenance/equipment.ts'
import { calibrations, equipment, organisations, runs, sites } from '../../../../model/index.ts'
import { doubtsOf, mayReadFindings, statement } from '../../../acquisition/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { personBehind } from '../../../kernel/resources/people.ts'
import { assertMay, authorOf } from './documents.ts'
import type { LifeEvent } from './upkeep.ts'
import { eventOf, faultsOf, findingsOf, notesOf, ordersOf, partsOf } from './upkeep.ts'
import { USE_COLUMNS, useSeen } from './use.ts'

/** Judged runs of its devices that are looked at, the latest. */
const MAX_RUNS = 500
const DAYS_OF_USE = 30

export const queryEquipmentLife = implement(contract.queryEquipmentLife, {
  access: 'granted',
  summary: 'The life of a machine, the transfer that waits, its hours of use, and the runs that an ended calibration casts doubt on',
  of: equipment,
  async handle({ input: { id }, caller, services, inTenant }) {
    assertMay(caller, 'query')
    const { allowed } = viewOf(caller, equipment)
    return inTenant(async (tx) => {
      const machine = await tx.first(
        build
          .selectFrom('equipment')
          .select(['equipment_state', 'purchased_at', 'scrapped_at', 'scrap_reason', 'device_id', ...USE_COLUMNS])
          .where('id', '=', id),
      )
      if (!machine) return fail('row.not-found')
      const isScrapped = machine.equipment_state === 'scrapped'
      const [upkeep, calibrated, documents, transfers, states, transfer, hours, doubtedRuns] = [
        [
          await faultsOf(tx, caller, id),
          await ordersOf(tx, caller, id),
          await partsOf(tx, caller, id),
          await findingsOf(tx, caller, id),
          await notesOf(tx, id),
        ].flat(),
        await calibrationsOf(tx, caller, id),
        await documentsOf(tx, caller, id),
        await transfersOf(tx, caller, id),
        await statesOf(tx, caller, id),
        await waitingOf(tx, caller, id),
        machine.device_id === null ? null : await hoursOf(tx, machine.device_id),
        await doubtedRunsOf(tx, caller, id),
      ]
      const use = await useSeen(tx, caller, machine, services.clock.now())
      const view = viewOf(caller, equipment)
      const own = (
        kind: LifeEvent['kind'],
        at: Date | null,
        field: 'purchasedAt' | 'commissionedAt' | 'scrappedAt',
        text = '',
      ): LifeEvent[] => (at !== null && view.sees(field) ? [eventOf(kind, at, text)] : [])
      const life = [
        ...own('purchased', machine.purchased_at, 'purchasedAt'),
        ...own('commissioned', machine.commissioned_at, 'commissionedAt'),
        ...own('scrapped', machine.scrapped_at, 'scrappedAt', view.sees('scrapReason') ? (machine.scrap_reason ?? '') : ''),
        ...calibrated,
        ...documents,
        ...transfers,
        ...states,
        ...upkeep,
      ].toSorted((one, other) => other.at - one.at)
      return {
        life,
        transfer,
        hours,
        use,
        doubtedRuns,
        mayTransfer: allowed.includes('transfer') && transfer === null && !isScrapped,
        mayScrap: allowed.includes('scrap') && transfer === null && !isScrapped,
      }
    })
  },
})

async function calibrationsOf(tx: Transaction, caller: Caller, id: string): Promise<LifeEvent[]> {
  const view = viewOf(caller, calibrations)
  if (!view.allowed.includes('query') || !view.sees('equipmentId') || !view.sees('validFrom')) return []
  const rows = await tx.all(
    build
      .selectFrom('calibrations')
      .select(['calibration_number', 'valid_from'])
      .where('equipment_id', '=', id)
      .orderBy('valid_from', 'desc')
      .limit(MAX_LIFE_EVENTS),
  )
  return rows.map((row) => eventOf('calibrated', row.valid_from, view.sees('calibrationNumber') ? row.calibration_number : ''))
}

async function documentsOf(tx: Transaction, caller: Caller, id: string): Promise<LifeEvent[]> {
  const rows = await tx.all(
    build
      .selectFrom('equipment_documents as file')
      .select(['file_name', 'created_at', personBehind(caller, 'file', 'created_by').as('who')])
      .where('equipment_id', '=', id)
      .orderBy('created_at', 'desc')
      .limit(MAX_LIFE_EVENTS),
  )
  return rows.map((row) => eventOf('document', row.created_at, row.file_name, { by: row.who }))
}

/** Names of where a machine goes, of the places that the caller sees. */
const transfersWithNames = (caller: Caller) =>
  build
    .selectFrom('equipment_transfers as transfer')
    .leftJoin('sites', (on) => on.onRef('sites.tenant_id', '=', 'transfer.tenant_id').onRef('sites.id', '=', 'transfer.to_site_id'))
    .leftJoin('organisations', (on) =>
      on.onRef('organisations.tenant_id', '=', 'transfer.tenant_id').onRef('organisations.id', '=', 'transfer.to_org_id'),
    )
    .select(['site_name', 'org_name', 'ended_at'])
    .select(personBehind(caller, 'transfer', 'to_keeper_id').as('taker'))

function placesSeen(caller: Caller, row: { site_name: string | null; org_name: string | null }) {
  const view = viewOf(caller, equipment)
  return {
    toSite: view.sees('siteId') && viewOf(caller, sites).sees('siteName') ? row.site_name : null,
    toOrganisation: view.sees('orgId') && viewOf(caller, organisations).sees('orgName') ? row.org_name : null,
  }
}
const seesKeeper = (caller: Caller) => viewOf(caller, equipment).sees('keeperId')

async function transfersOf(tx: Transaction, caller: Caller, id: string): Promise<LifeEvent[]> {
  const rows = await tx.all(
    transfersWithNames(caller)
      .where('equipment_id', '=', id)
      .where('transfer_state', '=', 'done')
      .orderBy('ended_at', 'desc')
      .limit(MAX_LIFE_EVENTS),
  )
  return rows.flatMap((row): LifeEvent[] => {
    if (!row.ended_at) return []
    const { toSite, toOrganisation } = placesSeen(caller, row)
    const text = [toOrganisation, toSite].filter(Boolean).join(' · ')
    return [eventOf('transferred', row.ended_at, text, { by: seesKeeper(caller) ? row.taker : null })]
  })
}

/** Which state it was set to, as the history of records has it. */
async function statesOf(tx: Transaction, caller: Caller, id: string): Promise<LifeEvent[]> {
  if (!viewOf(caller, equipment).sees('equipmentState')) return []
  const rows = await tx.all(
    statement(sql<{ at: Date; state: string; who: string | null }>`
    select change.changed_at as at, change.after ->> 'equipment_state' as state, ${personBehind(caller, 'change', 'user_id')} as who
    from changes change where change.row_id = ${id}::uuid and change.table_name = 'equipment' and change.verb = 'update'
      and change.after ->> 'equipment_state' is not null and change.after ->> 'equipment_state' <> 'scrapped'
    order by change.position desc limit ${sql.lit(MAX_LIFE_EVENTS)}`),
  )
  return rows.map(({ at, state, who }) => eventOf('changed', at, state, { by: who }))
}

async function waitingOf(tx: Transaction, caller: Caller, id: string): Promise<Transfer | null> {
  const row = await tx.first(
    transfersWithNames(caller)
      .select(['transfer.id', 'giver_id', 'to_keeper_id', 'given_at', 'taken_at', 'transfer_reason', 'transfer.created_at'])
      .select(personBehind(caller, 'transfer', 'giver_id').as('giver'))
      .where('equipment_id', '=', id)
      .where('transfer_state', '=', 'waiting'),
  )
  if (!row) return null
  const me = authorOf(caller)
  return {
    id: row.id,
    ...placesSeen(caller, row),
    giver: seesKeeper(caller) ? row.giver : null,
    taker: seesKeeper(caller) ? row.taker : null,
    reason: row.transfer_reason,
    givenAt: row.given_at?.getTime() ?? null,
    takenAt: row.taken_at?.getTime() ?? null,
    begunAt: row.created_at.getTime(),
    maySign: me !== null && ((row.giver_id === me && row.given_at === null) || (row.to_keeper_id === me && row.taken_at === null)),
    mayWithdraw: viewOf(caller, equipment).allowed.includes('withdraw'),
  }
}

/** Hours with readings: those of the last thirty days in which some point of the device measured something. */
async function hoursOf(tx: Transaction, deviceId: string): Promise<number | null> {
  const found = await tx.first(
    statement(sql<{ hours: number | null }>`
    select case when exists (select from devices where id = ${deviceId}::uuid) then (
      select count(distinct hour.bucket)::integer from points point join sample_hours hour on hour.tenant_id = point.tenant_id and hour.series = point.series
      where point.device_id = ${deviceId}::uuid and hour.bucket >= now() - make_interval(days => ${sql.lit(DAYS_OF_USE)})) end as hours`),
  )
  return found?.hours ?? null
}

/** The runs of which a device measured something on the machine while no certificate of it vouched for that. */
async function doubtedRunsOf(tx: Transaction, caller: Caller, equipmentId: string): Promise<EquipmentLife['doubtedRuns']> {
  if (!mayReadFindings(caller) || !viewOf(caller, runs).allowed.includes('query') || !viewOf(caller, runs).sees('runNumber')) return []
  if (!viewOf(caller, calibrations).sees('validUntil')) return []
  const rows = await tx.all(
    build
      .selectFrom('points')
      .innerJoin('run_points as bound', (on) =>
        on.onRef('bound.tenant_id', '=', 'points.tenant_id').onRef('bound.point_id', '=', 'points.id'),
      )
      .innerJoin('runs', (on) => on.onRef('runs.tenant_id', '=', 'bound.tenant_id').onRef('runs.id', '=', 'bound.run_id'))
      .select(['runs.id', 'run_number'])
      .select(sql<boolean>`exists (${doubtsOf(sql`runs.started_at`, sql`runs.ended_at`, equipmentId)})`.as('is_doubted'))
      .where(
        sql<boolean>`exists (select from equipment_devices link where link.tenant_id = points.tenant_id and link.device_id = points.device_id and link.equipment_id = ${equipmentId}::uuid)`,
      )
      .where('judged_at', 'is not', null)
      .where('ended_at', 'is not', null)
      .where('run_state', '!=', 'void')
      .orderBy('started_at', 'desc')
      .limit(MAX_RUNS),
  )
  const doubted = rows.filter((row) => row.is_doubted)
  return [...new Map(doubted.map(({ id, run_number: runNumber }) => [id, { id, runNumber }])).values()]
}
