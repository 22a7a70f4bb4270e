/** What is done with a work order. Carrying out, deciding and verifying are calls of their own, so that each can be granted by itself; all of them move it by one table. */
import * as contract from '../../../../model/contract/maintenance/work-orders.ts'
import { workOrders } from '../../../../model/index.ts'
import { takeProof } from '../../../identity/index.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import type { Call, Route } from '../../../kernel/http/http.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import type { Move, MovedOrder } from '../../../maintenance/index.ts'
import { moveOrder, openOrderFor } from '../../../maintenance/index.ts'
import { authorOf } from '../shared/files.ts'
import { seesAlarms } from '../shared/out-of-service.ts'

const move = ({ caller, services, inTenant }: Pick<Call<unknown>, 'caller' | 'services' | 'inTenant'>, asked: Move): Promise<MovedOrder> =>
  inTenant((tx) => moveOrder(tx, services, { userId: caller.userId, prove: (inside: Transaction) => takeProof(inside, caller) }, asked))

const actOnWorkOrder = implement(contract.actOnWorkOrder, {
  access: 'granted',
  summary: 'Carry a work order out: submit, start, hold, resume or finish it',
  of: workOrders,
  handle: (call) => move(call, call.input),
})

const decideOnWorkOrder = implement(contract.decideOnWorkOrder, {
  access: 'granted',
  summary: 'Approve, refuse, schedule or cancel a work order',
  of: workOrders,
  handle: (call) => move(call, call.input),
})

const verifyWorkOrder = implement(contract.verifyWorkOrder, {
  access: 'granted',
  summary: 'Verify what somebody else has done of a work order, or have it done again',
  of: workOrders,
  handle: (call) => move(call, call.input),
})

const openOrderOfAlarm = implement(contract.openOrderOfAlarm, {
  access: 'granted',
  summary: 'Open a work order for an alarm; where one is open for its rule and point, that one is told',
  of: workOrders,
  async handle({ input: { id, ...asked }, caller, services, inTenant }) {
    // The order is called after the alarm, and whether there is one of that id is told as well.
    if (!seesAlarms(caller)) fail('permission.withheld')
    return inTenant(async (tx) => {
      return openOrderFor(tx, services, id, { ...asked, userId: authorOf(caller) })
    })
  },
})

export const acts: readonly Route[] = [actOnWorkOrder, decideOnWorkOrder, verifyWorkOrder, openOrderOfAlarm]
