/**
 * Lists of what is somebody's own: tasks, processes they have started, copies they were sent. No nouns: nobody is granted them, whoever is signed in
 * reads what is theirs. Each field says of which field of which noun it tells, and is hidden with it.
 */
import { computed, derived, oneOf, time } from '../fields.ts'
import type { Source } from '../field.ts'
import type { Listing } from '../resource.ts'
import { PROCESS_STATUSES } from '../workflow/process-instances.ts'
import { TASK_OUTCOMES } from '../workflow/process-tasks.ts'

const task = (field: string): Source => ({ noun: 'process-tasks', field })
const instance = (field: string): Source => ({ noun: 'process-instances', field })
const definitionName: Source = { noun: 'process-definitions', field: 'name' }
/** Somebody is told of by the name, the account, or both: whoever sees one of them is told of it. */
const person: Source = { noun: 'users', field: 'username', or: 'nickname' }

const status = (from: readonly Source[]) => computed(oneOf({ of: PROCESS_STATUSES, filter: 'equals' }), from)
const name = derived({ filter: 'contains', sort: true, from: [task('name')] })
const instanceName = derived({ filter: 'contains', sort: true, from: [task('processInstanceName'), instance('name')] })
const definition = derived({ filter: 'contains', sort: true, from: [task('processDefinitionName'), definitionName] })
const starter = derived({ sort: true, from: [instance('starterId'), person] })
const description = derived({ filter: 'contains', from: [task('description'), instance('description')] })
const number = derived({ filter: 'contains', sort: true, from: [task('businessNumber'), instance('businessNumber')] })
/** When a task came, and when it was done, its people always see. */
const createTime = computed(time({ filter: 'range', sort: true }))
const dueTime = computed(time({ filter: 'range', sort: true }), task('dueTime'))

const toDo = {
  name,
  processInstanceName: instanceName,
  processDefinitionName: definition,
  starter,
  createTime,
  dueTime,
  description,
  businessNumber: number,
}
const tasks = { labels: 'process-tasks', title: 'name', order: ['createTime', 'descend'], fields: toDo } as const

/** Tasks that somebody can take with others. */
export const candidateTaskList = { ...tasks, name: 'candidate-tasks', menu: 'candidatetask' } as const satisfies Listing
/** Tasks that somebody has. */
export const assignedTaskList = { ...tasks, name: 'assigned-tasks', menu: 'assigneetask' } as const satisfies Listing
/** Tasks that somebody has done. */
export const finishedTaskList = {
  ...tasks,
  name: 'finished-tasks',
  menu: 'finishedtask',
  order: ['endTime', 'descend'],
  fields: {
    name,
    outcome: computed(oneOf({ of: TASK_OUTCOMES, filter: 'equals' }), task('outcome')),
    processInstanceName: instanceName,
    processStatus: status([instance('processStatus')]),
    processDefinitionName: definition,
    starter,
    endTime: computed(time({ filter: 'range', sort: true })),
    createTime,
    dueTime,
    description,
    businessNumber: number,
  },
} as const satisfies Listing

/** Processes that somebody has started. What is shown of each beside its fields, such as who has it now, no order and no filter asks for. */
export const startedProcessList = {
  name: 'started-processes',
  labels: 'process-instances',
  menu: 'myprocess',
  title: 'name',
  order: ['startTime', 'descend'],
  fields: {
    name: derived({ filter: 'contains', sort: true, from: [instance('name')] }),
    processStatus: status([instance('processStatus')]),
    waitsFor: derived({ from: [] }),
    attention: derived({ from: [instance('instanceState'), instance('hasIncident')] }),
    description: derived({ filter: 'contains', from: [instance('description')] }),
    startTime: computed(time({ filter: 'range', sort: true }), instance('startTime')),
    endTime: computed(time({ filter: 'range', sort: true }), instance('endTime')),
    businessNumber: derived({ filter: 'contains', sort: true, from: [instance('businessNumber')] }),
    processDefinitionName: derived({ filter: 'contains', sort: true, from: [instance('definitionId'), definitionName] }),
    period: derived({ from: [instance('rangeStart'), instance('rangeEnd')] }),
  },
} as const satisfies Listing

export const READ_STATES = ['unread', 'read'] as const

/** Processes of which somebody was sent a copy. */
export const copyList = {
  name: 'process-copies',
  menu: 'copytask',
  title: 'processInstanceName',
  order: ['sentTime', 'descend'],
  fields: {
    processInstanceName: derived({ filter: 'contains', sort: true, from: [instance('name')] }),
    readState: computed(oneOf({ of: READ_STATES, filter: 'equals' })),
    processDefinitionName: derived({ filter: 'contains', sort: true, from: [definitionName] }),
    processStatus: status([instance('processStatus')]),
    starter: derived({ sort: true, from: [instance('starterId'), person] }),
    sender: derived({ sort: true, from: [person] }),
    sentTime: computed(time({ filter: 'range', sort: true })),
    comment: derived({ from: [] }),
    businessNumber: derived({ filter: 'contains', sort: true, from: [instance('businessNumber')] }),
  },
} as const satisfies Listing

export const personalLists: readonly Listing[] = [candidateTaskList, assignedTaskList, finishedTaskList, startedProcessList, copyList]
