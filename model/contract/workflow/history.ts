/** What instances were: passages, values, acts. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { ACTIVITY_STATES } from '../../workflow/core/state.ts'
import { pageInput, pageOf } from '../../wire.ts'
import { contract } from '../contract.ts'
import { maybeWhen, person, when } from './values.ts'

const PATH = '/activiti/history'
const ofInstance = z.object({ processInstanceId: id, ...pageInput({ size: 100, max: 1000 }) })

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
  output: pageOf(activity),
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
  output: pageOf(detail),
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
  output: pageOf(variable),
})
