/** What instances were: passages, values, acts. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { ACTIVITY_STATES } from '../../workflow/core/state.ts'
import { pageInput, pageOf } from '../../wire.ts'
import { contract } from '../contract.ts'
import { maybeWhen, person, when } from './values.ts'

const PATH = '/activiti/history'
const ofInstance = z.object({ processInstanceId: id, ...pageInput({ size: 100, max: 1000 }) })

/** Files that the caller can have of it. */
export const HISTORY_FORMATS = ['xlsx', 'csv', 'docx', 'pdf'] as const
const filed = <Row extends z.core.$ZodType>(row: Row) => z.extend(pageOf(row), { formats: z.array(z.enum(HISTORY_FORMATS)) })

const activity = z.strictObject({
  id: z.string(),
  processInstanceId: z.string(),
  activityId: z.string(),
  activityName: z.nullable(z.string()),
  activityType: z.string(),
  state: z.enum(ACTIVITY_STATES),
  assignee: person,
  startTime: when,
  endTime: maybeWhen,
  durationInMillis: z.nullable(z.number()),
})
export type HistoricActivity = z.output<typeof activity>
/** Passages of nodes, the oldest first. */
export const queryHistoricActivityInstance = contract({
  method: 'GET',
  path: `${PATH}/queryHistoricActivityInstance`,
  input: ofInstance,
  output: filed(activity),
})

const detail = z.strictObject({
  id: z.string(),
  processInstanceId: z.string(),
  /** `act`: something was done; `value`: a variable has been given a value. */
  kind: z.enum(['act', 'value']),
  name: z.string(),
  value: z.unknown(),
  /** Of a value, the one before; null where there was none. */
  before: z.unknown(),
  comment: z.nullable(z.string()),
  userId: person,
  taskName: z.nullable(z.string()),
  time: when,
})
export type HistoricDetail = z.output<typeof detail>
/** Acts and values in the order in which they came. */
export const queryHistoricDetail = contract({
  method: 'GET',
  path: `${PATH}/queryHistoricDetail`,
  input: ofInstance,
  output: filed(detail),
})

const variable = z.strictObject({
  id: z.string(),
  variableName: z.string(),
  variableTypeName: z.string(),
  value: z.unknown(),
  createTime: when,
  lastUpdatedTime: when,
})
export type HistoricVariable = z.output<typeof variable>
export const queryHistoricVariableInstance = contract({
  method: 'GET',
  path: `${PATH}/queryHistoricVariableInstance`,
  input: ofInstance,
  output: filed(variable),
})

export const HISTORY_PARTS = ['activity', 'detail', 'variable'] as const
export type HistoryPart = (typeof HISTORY_PARTS)[number]

/** Answers with the passages, the details or the variables of an instance as a file, for whoever may ask for them and may have lists of instances in that format. Its tasks are a list that has files of its own. */
export const exportHistoricInstance = contract({
  method: 'POST',
  path: `${PATH}/exportHistoricInstance`,
  input: z.object({
    processInstanceId: id,
    part: z.enum(HISTORY_PARTS),
    fileFormat: z._default(z.enum(HISTORY_FORMATS), 'xlsx'),
  }),
})
