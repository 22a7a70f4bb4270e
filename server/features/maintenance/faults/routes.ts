/** Faults: the standard verbs, what becomes of one, and its files. None is removed: one that was reported in error is rejected. */
import * as contract from '../../../../model/contract/maintenance/faults.ts'
import { faults } from '../../../../model/index.ts'
import type { FaultState } from '../../../../model/maintenance/faults.ts'
import { FAULT_STEPS, FAULT_TRANSITIONS } from '../../../../model/maintenance/faults.ts'
import { exportsOf } from '../../../exchange/index.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { add } from '../../../kernel/resources/add.ts'
import { list } from '../../../kernel/resources/list.ts'
import { options } from '../../../kernel/resources/options.ts'
import { update } from '../../../kernel/resources/update.ts'
import { lockFault, moveFault, openOrderOfFault } from '../../../maintenance/index.ts'
import { MAX_FILES, addFile, listFiles, openFile, ownerOf, removeFile } from '../shared/files.ts'
import { eventsOfFault } from '../shared/fault-events.ts'
import { faultWrites } from './writes.ts'

/** Files are added until the fault is settled. */
const OPEN: readonly FaultState[] = ['reported', 'confirmed', 'in-order']

const queryFaultDetail = implement(contract.queryFaultDetail, {
  access: 'granted',
  summary: 'What belongs to one fault: events and files, and what can be done with it',
  of: faults,
  async handle({ input: { id }, caller, inTenant }) {
    const view = viewOf(caller, faults)
    if (!view.sees('faultState')) fail('permission.withheld')
    return inTenant(async (tx) => {
      const row = await tx.first(build.selectFrom('faults').select(['version', 'fault_state']).where('id', '=', id))
      if (!row) return fail('row.not-found')
      const mayFile = view.allowed.includes('file') && OPEN.includes(row.fault_state)
      return {
        version: row.version,
        state: row.fault_state,
        transitions: FAULT_TRANSITIONS.filter(
          (each) => FAULT_STEPS[each].from.includes(row.fault_state) && view.allowed.includes(each === 'order' ? 'order' : 'act'),
        ),
        events: await eventsOfFault(tx, caller, id),
        files: await listFiles(tx, caller, 'fault', id, mayFile),
        mayAddFile: mayFile,
      }
    })
  },
})

const actOnFault = implement(contract.actOnFault, {
  access: 'granted',
  summary: 'Confirm, reject, solve or reopen a fault',
  of: faults,
  handle: ({ input, caller, inTenant }) => inTenant((tx) => moveFault(tx, caller.userId, input)),
})

const orderFault = implement(contract.orderFault, {
  access: 'granted',
  summary: 'Open the work order of a fault, with its files and its history',
  of: faults,
  handle: ({ input: { dueAt, ...input }, caller, services, inTenant }) =>
    inTenant((tx) =>
      openOrderOfFault(tx, services, caller.userId, { ...input, ...(dueAt === undefined ? {} : { dueAt: new Date(dueAt) }) }),
    ),
})

async function assertTakesFiles(tx: Transaction, id: string): Promise<void> {
  if (!OPEN.includes((await lockFault(tx, id)).fault_state)) fail('order.over')
}

const addFaultFile = implement(contract.addFaultFile, {
  access: 'granted',
  summary: 'Add a photograph or a paper to a fault',
  of: faults,
  upload: { megabytes: MAX_FILES.megabytes },
  handle: (call) => {
    const { id: ownerId, takenAt } = call.input
    return addFile('fault', call, { ownerId, takenAt, hold: (tx) => assertTakesFiles(tx, ownerId) })
  },
})

const deleteFaultFile = implement(contract.deleteFaultFile, {
  access: 'granted',
  summary: 'Remove a file from a fault',
  of: faults,
  space: 'essential',
  async handle({ input: { id }, services, inTenant }) {
    await inTenant(async (tx) => {
      await assertTakesFiles(tx, await ownerOf(tx, 'fault', id))
      return removeFile(tx, services, 'fault', id)
    })
    return null
  },
})

const downloadFaultFile = implement(contract.downloadFaultFile, {
  access: 'signed-in',
  summary: 'Fetch a file of a fault',
  of: faults,
  reads: true,
  file: 'application/octet-stream',
  async handle({ input: { id }, caller, services, inTenant }) {
    if (!viewOf(caller, faults).allowed.includes('detail')) fail('permission.denied')
    return inTenant(async (tx) => (await openFile(tx, services, 'fault', id)) ?? fail('row.not-found'))
  },
})

export const faultsFeature: Feature = {
  tag: 'faults',
  routes: [
    list(faults),
    ...exportsOf(faults),
    add(faultWrites),
    update(faultWrites),
    options(faults),
    queryFaultDetail,
    actOnFault,
    orderFault,
    addFaultFile,
    deleteFaultFile,
    downloadFaultFile,
  ],
}
