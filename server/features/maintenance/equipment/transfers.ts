/** A machine is handed over by two: who keeps it, and who takes it. With the second signature, and not before, it is elsewhere. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/maintenance/equipment.ts'
import { equipment } from '../../../../model/index.ts'
import { languages } from '../../../../model/labels/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { translatorFor } from '../../../kernel/http/language.ts'
import { newId } from '../../../kernel/ids.ts'
import { takeProof } from '../../../identity/index.ts'
import { registryChanged } from '../../../acquisition/index.ts'
import { heldEquipment } from '../../../maintenance/index.ts'
import { notifyPeople } from '../../../messaging/index.ts'
import { authorOf } from './documents.ts'

const LEDGER = '/reports/equipmentarchive'
/** After two weeks nobody is shown it any more: what waits stands above the ledger. */
const NOTICE_HOURS = 336
const inEach = (textIn: (t: ReturnType<typeof translatorFor>) => string): string =>
  [...new Set(languages.map((language) => textIn(translatorFor(language))))].join(' / ')

const label = (name: 'keeperId' | 'siteId' | 'orgId') => ({ name, label: `field.equipment.${name}` }) as const

export const addEquipmentTransfer = implement(contract.addEquipmentTransfer, {
  access: 'granted',
  summary: 'Begin to hand a machine over to another keeper, and where it goes',
  of: equipment,
  async handle({ input: { id, keeperId, siteId, orgId, reason }, caller, services, inTenant }) {
    const me = authorOf(caller)
    if (me === null) return fail('permission.denied')
    return inTenant(async (tx) => {
      const machine = await heldEquipment(tx, id)
      if (machine.equipment_state === 'scrapped') fail('equipment.scrapped')
      const waiting = build.selectFrom('equipment_transfers').select('id').where('equipment_id', '=', id)
      if (await tx.first(waiting.where('transfer_state', '=', 'waiting'))) fail('equipment.transfer-waits')
      const giver = (await keeperInUse(tx, machine.keeper_id)) ?? me
      if (giver === keeperId) fail('equipment.transfer-to-oneself', { field: label('keeperId') })
      if (!(await keeperInUse(tx, keeperId))) fail('reference.not-found', { field: label('keeperId') })
      // Where the caller does not see, nobody is sent.
      if (siteId !== undefined && !(await tx.first(build.selectFrom('sites').select('id').where('id', '=', siteId))))
        fail('reference.not-found', { field: label('siteId') })
      if (orgId !== undefined && !(await tx.first(build.selectFrom('organisations').select('id').where('id', '=', orgId))))
        fail('reference.not-found', { field: label('orgId') })
      const transferId = newId()
      await tx.run(
        build.insertInto('equipment_transfers').values({
          tenant_id: caller.tenantId,
          id: transferId,
          equipment_id: id,
          from_site_id: machine.site_id,
          to_site_id: siteId ?? machine.site_id,
          from_org_id: machine.org_id,
          to_org_id: orgId ?? machine.org_id,
          from_keeper_id: machine.keeper_id,
          to_keeper_id: keeperId,
          giver_id: giver,
          transfer_reason: reason ?? null,
          created_by: me,
        }),
      )
      await notifyPeople(tx, services.invalidations, {
        tenantId: caller.tenantId,
        userIds: [giver, keeperId],
        roleIds: [],
        organisationIds: [],
        title: inEach((translate) => translate('equipment.transfer-notice')),
        lines: [],
        links: [{ text: inEach((translate) => translate('equipment.transfer-open')), path: LEDGER }],
        hours: NOTICE_HOURS,
        byMail: false,
        language: 'zh',
      })
      return { id: transferId }
    })
  },
})

/** The person, where they may sign in; whoever is barred can sign nothing, so that whoever begins hands over instead. */
async function keeperInUse(tx: Transaction, id: string | null): Promise<string | undefined> {
  if (id === null) return undefined
  const [person] = await tx
    .beyondScope('who is to sign need not be in the scope of whoever begins')
    .all(build.selectFrom('users').select('id').where('id', '=', id).where('status', '=', 1))
  return person?.id
}

/** The transfer that waits, held with its machine, which comes first wherever both are. @throws Failure `row.not-found` */
async function heldTransfer(tx: Pick<Transaction, 'first'>, id: string) {
  const found = await tx.first(build.selectFrom('equipment_transfers').select('equipment_id').where('id', '=', id))
  if (!found) return fail('row.not-found')
  const machine = await heldEquipment(tx, found.equipment_id)
  const transfer = await tx.first(build.selectFrom('equipment_transfers').selectAll().where('id', '=', id).forUpdate())
  if (!transfer) return fail('row.not-found')
  if (transfer.transfer_state !== 'waiting') fail('equipment.transfer-over')
  return { machine, transfer }
}

export const signEquipmentTransfer = implement(contract.signEquipmentTransfer, {
  access: 'signed-in',
  summary: 'Sign a transfer as the one who hands the machine over, or as the one who takes it',
  of: equipment,
  async handle({ input: { id }, caller, services, inTenant }) {
    const me = signerOf(caller)
    return inTenant(async (tx) => {
      // Whoever takes a machine need not see it where it still is, nor whoever hands it over where it goes.
      const whole = tx.beyondScope('a machine is handed over by the two who are named')
      const { machine, transfer } = await heldTransfer(whole, id)
      const [isGiver, isTaker] = [transfer.giver_id === me, transfer.to_keeper_id === me]
      if (!isGiver && !isTaker) fail('permission.denied')
      if ((isGiver && transfer.given_at !== null) || (isTaker && transfer.taken_at !== null)) fail('equipment.transfer-signed')
      if (machine.equipment_state === 'scrapped') fail('equipment.scrapped')
      if (!(await takeProof(tx, caller))) fail('equipment.signature', { field: { name: 'signature', label: 'signature.field' } })
      const isDone = (isGiver || transfer.given_at !== null) && (isTaker || transfer.taken_at !== null)
      await whole.all(
        build
          .updateTable('equipment_transfers')
          .set({
            ...(isGiver ? { given_at: sql<Date>`now()` } : { taken_at: sql<Date>`now()` }),
            ...(isDone ? { transfer_state: 'done' as const, ended_at: sql<Date>`now()` } : {}),
            version: sql<number>`version + 1`,
            updated_at: sql<Date>`now()`,
          })
          .where('id', '=', id)
          .returning('id'),
      )
      if (!isDone) return { isDone }
      await whole.all(
        build
          .updateTable('equipment')
          .set({
            site_id: transfer.to_site_id,
            org_id: transfer.to_org_id,
            keeper_id: transfer.to_keeper_id,
            version: sql<number>`version + 1`,
            updated_at: sql<Date>`now()`,
          })
          .where('id', '=', machine.id)
          .returning('id'),
      )
      await registryChanged(tx, { caller, services })
      return { isDone }
    })
  },
})

/** @throws Failure `permission.denied` for an application that asks for itself: it signs nothing. */
const signerOf = (caller: Caller): string => authorOf(caller) ?? fail('permission.denied')

export const withdrawEquipmentTransfer = implement(contract.withdrawEquipmentTransfer, {
  access: 'granted',
  summary: 'End a transfer that not both have signed: the machine stays where it is',
  of: equipment,
  async handle({ input: { id }, inTenant }) {
    await inTenant(async (tx) => {
      await heldTransfer(tx, id)
      await tx.run(
        build
          .updateTable('equipment_transfers')
          .set({
            transfer_state: 'withdrawn',
            ended_at: sql<Date>`now()`,
            version: sql<number>`version + 1`,
            updated_at: sql<Date>`now()`,
          })
          .where('id', '=', id),
      )
    })
    return null
  },
})

export const scrapEquipment = implement(contract.scrapEquipment, {
  access: 'granted',
  summary: 'Scrap a machine for good',
  of: equipment,
  async handle({ input: { id, version, reason }, caller, services, inTenant }) {
    if (!viewOf(caller, equipment).allowed.includes('query')) fail('permission.denied')
    await inTenant(async (tx) => {
      const machine = await heldEquipment(tx, id)
      if (version !== undefined && version !== machine.version) fail('row.changed')
      if (machine.equipment_state === 'scrapped') fail('equipment.scrapped')
      const waiting = build.selectFrom('equipment_transfers').select('id').where('equipment_id', '=', id)
      if (await tx.first(waiting.where('transfer_state', '=', 'waiting'))) fail('equipment.transfer-waits')
      await tx.run(
        build
          .updateTable('equipment')
          .set({
            equipment_state: 'scrapped',
            scrapped_at: sql<Date>`now()`,
            scrap_reason: reason,
            version: sql<number>`version + 1`,
            updated_at: sql<Date>`now()`,
          })
          .where('id', '=', id),
      )
      await registryChanged(tx, { caller, services })
    })
    return null
  },
})

/** Transfers that one person is shown at once. */
const MAX_TO_SIGN = 50

export const queryTransfersToSign = implement(contract.queryTransfersToSign, {
  access: 'signed-in',
  summary: 'The transfers of machines that wait for the signature of the caller',
  of: equipment,
  async handle({ caller, inTenant }) {
    const view = viewOf(caller, equipment)
    const me = authorOf(caller)
    if (me === null) return { list: [] }
    const rows = await inTenant((tx) =>
      tx.beyondScope('a machine is handed over by the two who are named').all(
        build
          .selectFrom('equipment_transfers as transfer')
          .innerJoin('equipment', (on) =>
            on.onRef('equipment.tenant_id', '=', 'transfer.tenant_id').onRef('equipment.id', '=', 'transfer.equipment_id'),
          )
          .select(['transfer.id', 'equipment_code', 'equipment_name', 'giver_id'])
          .where('transfer_state', '=', 'waiting')
          .where((by) =>
            by.or([
              by.and([by('giver_id', '=', me), by('given_at', 'is', null)]),
              by.and([by('to_keeper_id', '=', me), by('taken_at', 'is', null)]),
            ]),
          )
          .orderBy('transfer.created_at')
          .limit(MAX_TO_SIGN),
      ),
    )
    return {
      list: rows.map((row) => ({
        id: row.id,
        machine: [view.sees('equipmentName') ? row.equipment_name : '', view.sees('equipmentCode') ? row.equipment_code : '']
          .filter(Boolean)
          .join(' · '),
        isGiver: row.giver_id === me,
      })),
    }
  },
})
