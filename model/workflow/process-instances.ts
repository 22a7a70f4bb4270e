import { computed, derived, integer, oneOf, reference, text, time } from '../fields.ts'
import { resource } from '../resource.ts'
import { ofInstance } from '../row-scope.ts'

const BASE = '/activiti/process'

/** It goes on; nobody can act on it; it is over. */
export const INSTANCE_STATES = ['running', 'suspended', 'ended'] as const
export type InstanceState = (typeof INSTANCE_STATES)[number]

/** How an instance is, or how it ended: `cancelled` by its starter, `terminated` by somebody else, `ended` where nothing was decided, `returned` with its alarm. */
export const PROCESS_STATUSES = ['running', 'approved', 'rejected', 'cancelled', 'terminated', 'ended', 'returned'] as const
export type ProcessStatus = (typeof PROCESS_STATUSES)[number]
export type InstanceOutcome = Exclude<ProcessStatus, 'running'>

const fromDefinition = (field: string) => ({ noun: 'process-definitions', field })

const fields = {
  name: text({ max: 200, filter: 'contains', sort: true, write: 'never' }),
  businessNumber: text({ max: 64, filter: 'contains', sort: true, write: 'never' }),
  definitionId: reference({ to: 'process-definitions', show: 'name', filter: 'equals', write: 'never' }),
  definitionKey: derived({ filter: 'contains', from: fromDefinition('key') }),
  definitionVersion: computed(integer({ filter: 'equals' }), fromDefinition('definitionVersion')),
  starterId: reference({ to: 'users', show: 'username', filter: 'equals', write: 'never' }),
  instanceState: oneOf({ of: INSTANCE_STATES, filter: 'equals', sort: true, write: 'never' }),
  processStatus: computed(oneOf({ of: PROCESS_STATUSES, filter: 'equals' })),
  /** Whether something stopped it that waits for somebody who looks at it. */
  hasIncident: computed(oneOf({ of: [1, 0], filter: 'equals' })),
  startTime: time({ filter: 'range', sort: true, write: 'never' }),
  endTime: time({ filter: 'range', sort: true, write: 'never' }),
  description: text({ max: 512, filter: 'contains', write: 'never' }),
  rangeStart: time({ write: 'never' }),
  rangeEnd: time({ write: 'never' }),
  dueTime: time({ sort: true, write: 'never' }),
  endReason: text({ max: 512, write: 'never' }),
  /** It is kept, however long it has been over, until somebody lets it go. */
  isHeld: computed(oneOf({ of: [1, 0], filter: 'equals' })),
} as const

/** Instances that are not over: what is done to one is a call of its own, and never a change of a field. */
export const processInstances = resource({
  name: 'process-instances',
  api: { base: BASE, noun: 'ProcessInstance' },
  table: 'open_process_instance_list',
  scope: 'tenant',
  ownedBy: ofInstance,
  menu: 'processinstance',
  title: 'name',
  order: ['createTime', 'descend'],
  calls: {
    suspend: `${BASE}/suspendProcessInstance`,
    activate: `${BASE}/activateProcessInstance`,
    terminate: `${BASE}/terminateProcessInstance`,
    track: `${BASE}/queryProcessTrack`,
    execution: `${BASE}/queryExecution`,
    resolve: `${BASE}/resolveIncident`,
  },
  fields,
})

/** All instances, those that are over as well: the same rows once more. */
export const historicProcessInstances = resource({
  name: 'historic-process-instances',
  api: { base: '/activiti/history', noun: 'HistoricProcessInstance' },
  table: 'process_instance_list',
  mirrors: 'process-instances',
  scope: 'tenant',
  ownedBy: ofInstance,
  menu: 'historicprocessinstance',
  title: 'name',
  order: ['createTime', 'descend'],
  calls: {
    track: '/activiti/history/queryHistoricTrack',
    activity: '/activiti/history/queryHistoricActivityInstance',
    detail: '/activiti/history/queryHistoricDetail',
    variable: '/activiti/history/queryHistoricVariableInstance',
    revive: `${BASE}/reviveProcessInstance`,
    hold: `${BASE}/holdProcessInstance`,
  },
  fields,
})
