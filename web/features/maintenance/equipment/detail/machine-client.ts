/** What the page about a machine asks for. */
import type { QueryClient } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import { queryEquipmentDocument } from '../../../../../model/contract/maintenance/equipment-documents.ts'
import { queryEquipmentLife } from '../../../../../model/contract/maintenance/equipment.ts'
import { calibrations, equipment } from '../../../../../model/index.ts'
import { ApiError } from '../../../../kernel/http/api.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import { forgetLists, listOf } from '../../../../kernel/http/resource-client.ts'

const KEY = 'machine'

/** The query for the row of a machine, with the fields that its reader sees. */
export const machineOf = (id: string) => listOf(equipment, { id, currentPage: 1, pageSize: 1 }, { quiet: true })

/** The query for its calibrations, the latest first. */
export const calibrationsOf = (id: string) =>
  listOf(calibrations, { equipmentId: id, sorter: 'validFrom_descend', currentPage: 1, pageSize: 50 }, { quiet: true })

/** The query for what happened to it and what is under way. */
export const lifeOf = (id: string) =>
  queryOptions({ queryKey: [KEY, id, 'life'], queryFn: ({ signal }) => ask(queryEquipmentLife, { id }, { signal, quiet: true }) })

/** The query for its files. */
export const documentsOf = (id: string) =>
  queryOptions({ queryKey: [KEY, id, 'documents'], queryFn: ({ signal }) => ask(queryEquipmentDocument, { id }, { signal, quiet: true }) })

/** Does something with a machine and shows what has become of it. @returns Whether it was done; why not has been said */
export async function act(queries: QueryClient, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return false
  } finally {
    await Promise.all([queries.invalidateQueries({ queryKey: [KEY] }), forgetLists(queries, equipment), forgetLists(queries, calibrations)])
  }
}
