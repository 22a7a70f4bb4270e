/**
 * What somebody may have a process do: what they may do themselves, in all rows of the tenant, since a process acts for whoever starts it and on whichever
 * device it is told (docs/decisions/0127-processes-and-the-plant.md).
 */
import { acts } from '../../../../model/contract/acquisition/alarms.ts'
import { importReading } from '../../../../model/contract/acquisition/collectors.ts'
import { queryLatestReading, queryReadingHistory } from '../../../../model/contract/acquisition/readings.ts'
import { actOnWorkOrder, decideOnWorkOrder } from '../../../../model/contract/maintenance/work-orders.ts'
import { annotations, equipment, processSecrets, workOrders } from '../../../../model/index.ts'
import { pathOf } from '../../../../model/noun-calls.ts'
import type { Service } from '../../../../model/workflow/settings.ts'
import { secretsOf } from '../../../../model/workflow/settings.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { isNarrowed } from '../../../kernel/database/row-scope.ts'

const ALARM_CALLS = {
  acknowledge: [acts.acknowledge],
  shelve: [acts.shelve],
  'out-of-service': [acts.outOfService],
  'return-to-service': [acts.returnToService, acts.unshelve],
} as const

/** The calls by which people do the same; none where a process does nothing beyond itself. */
function callsLike(service: Service): readonly { readonly path: string }[] {
  switch (service.do) {
    case 'read-latest':
      return [queryLatestReading]
    case 'read-aggregate':
      return [queryReadingHistory]
    case 'add-note':
      return [
        ...(service.point === undefined ? [] : [{ path: pathOf(annotations, 'add') }]),
        // The life of a machine is written by whoever keeps its archive.
        ...(service.equipment === undefined ? [] : [{ path: pathOf(equipment, 'update') }]),
      ]
    case 'http':
      // Whoever may not see which secrets there are does not send them either.
      return secretsOf(service).length > 0 ? [{ path: pathOf(processSecrets, 'query') }] : []
    case 'record-reading':
      return [importReading]
    case 'maintenance-order':
      // It finishes, or cancels what nobody has begun; nothing that a process does is verified by it.
      return service.act === 'create' ? [{ path: pathOf(workOrders, 'add') }] : [actOnWorkOrder, decideOnWorkOrder]
    case 'alarm':
      return ALARM_CALLS[service.act]
    default:
      return []
  }
}

/** Returns whether the caller may deploy a model with a service. */
export const mayDoAs =
  (caller: Pick<Caller, 'urls' | 'rows'>) =>
  (service: Service): boolean => {
    const calls = callsLike(service)
    return calls.length === 0 || (!isNarrowed(caller.rows) && calls.every(({ path }) => caller.urls.has(path)))
  }
