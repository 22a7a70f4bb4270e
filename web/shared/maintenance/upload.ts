/** Files of orders and faults on their way to the server. */
import { addFaultFile } from '../../../model/contract/maintenance/faults.ts'
import { addOrderFile } from '../../../model/contract/maintenance/work-orders.ts'
import { ask } from '../../kernel/http/ask.ts'

/** Milliseconds: a photograph may be large and the line slow. */
const LIMIT = 600_000

/** The id of the file that was added to an order, as the proof of an item of its checklist where one is named. @throws ApiError */
export const sendOrderFile = (id: string, file: File, itemKey?: string) =>
  ask(addOrderFile, { id, itemKey, takenAt: file.lastModified, file }, { limit: LIMIT })

/** The id of the file that was added to a fault. @throws ApiError */
export const sendFaultFile = (id: string, file: File) => ask(addFaultFile, { id, takenAt: file.lastModified, file }, { limit: LIMIT })
