/** What of an instance is in memory while a step is under way, and what the step is going to write: rows of migrations/0090, by the names of their columns. */
import type { NewDomainEvent } from '../../kernel/runtime/domain-events.ts'
import type { Activity, ActivityState, Incident, TakenToken, Token } from '../../../model/workflow/core/state.ts'
import type { InstanceOutcome, InstanceState } from '../../../model/workflow/process-instances.ts'
import type { DelegationState, TaskOutcome, TaskState } from '../../../model/workflow/process-tasks.ts'
import type { Variable, VariableType } from '../../../model/workflow/variables.ts'
import type { StoredValue } from '../tables.ts'

export interface InstanceRow {
  readonly id: string
  readonly definition_id: string
  readonly root_id: string
  readonly parent_id: string | null
  readonly parent_activity: number | null
  /** Of an outermost one that another instance has begun, the first of that chain. */
  readonly origin_id: string | null
  readonly business_number: string | null
  readonly name: string
  readonly starter_id: string | null
  readonly instance_state: InstanceState
  readonly outcome: InstanceOutcome | null
  readonly tokens: readonly Token[]
  readonly next_number: number
  readonly step_number: number
  readonly start_time: string
}

export interface ActivityRow {
  readonly number: number
  readonly node: string
  readonly scope: number
  readonly causes: readonly number[]
  readonly took: readonly TakenToken[] | null
  readonly activity_state: ActivityState
  readonly member: number | null
  readonly members: number | null
  readonly incident: Incident | null
  readonly straight_to: readonly string[] | null
}

export interface WaitRow {
  readonly number: number
  readonly holder: number
  readonly node: string
  readonly wait_kind: 'timer' | 'message' | 'signal' | 'condition'
  readonly wait_name: string | null
  readonly correlation: string | null
  readonly due_time: string | null
  readonly times_left: number | null
  readonly created_at: string
}

export interface TaskRow {
  readonly id: string
  readonly activity: number
  readonly node: string
  readonly name: string
  readonly assignee_id: string | null
  readonly owner_id: string | null
  readonly delegation_state: DelegationState | null
  readonly task_state: TaskState
  readonly outcome: TaskOutcome | null
  readonly claim_time: string | null
  readonly due_time: string | null
  readonly end_time: string | null
  readonly priority: number
  readonly ended_by: string | null
  readonly ended_for: string | null
  readonly delete_reason: string | null
  readonly member: number | null
  readonly weight: number
  readonly added_by: number | null
  readonly added_how: 'before' | 'parallel' | 'after' | null
}

/** Of a task that is over, what rules ask: who did it, and what was decided. */
export type DoneTask = Pick<TaskRow, 'id' | 'node' | 'ended_by' | 'outcome' | 'end_time'>

export interface IncidentRow {
  readonly id: string
  readonly activity: number | null
  readonly node: string
  readonly incident_kind: string
}

/** An instance as it was loaded. */
export interface LoadedInstance extends InstanceRow {
  readonly activities: readonly ActivityRow[]
  readonly waits: readonly WaitRow[]
  /** Those of activities that are open: in a group also those that have voted. */
  readonly tasks: readonly TaskRow[]
  readonly done: readonly DoneTask[]
  readonly variables: readonly (readonly [name: string, type: VariableType, value: Variable['value']])[]
  readonly incidents: readonly IncidentRow[]
}

/** The passage as the core has it. */
export const activityOf = (row: ActivityRow): Activity => ({
  id: row.number,
  node: row.node,
  scope: row.scope,
  causes: row.causes,
  ...(row.took ? { took: row.took } : {}),
  state: row.activity_state,
  ...(row.member === null ? {} : { member: row.member }),
  ...(row.members === null ? {} : { members: row.members }),
  ...(row.incident === null ? {} : { incident: row.incident }),
  ...(row.straight_to === null ? {} : { straightTo: row.straight_to }),
})

/** Work at a time that a step makes necessary. */
export interface WorkRow {
  readonly kind: string
  readonly key: string
  /** Absolute; nothing for at once. */
  readonly due_at: string | null
  readonly payload: StoredValue
}

type Row = Readonly<Record<string, unknown>>

/** All that one step writes, in the order in which the tables need one another. A row of a table stands in one list once. */
export class Changes {
  readonly newInstances: Row[] = []
  readonly instances: Row[] = []
  readonly activities = new Map<string, Row>()
  readonly newTasks = new Map<string, Row>()
  readonly tasks = new Map<string, Row>()
  readonly people: Row[] = []
  /** Tasks that are nobody's business any more, and tasks that are to be had, or not any more. */
  readonly peopleGone = new Set<string>()
  readonly peopleFree = new Map<string, boolean>()
  readonly variables: Row[] = []
  readonly variableChanges: Row[] = []
  readonly events: Row[] = []
  readonly newWaits = new Map<string, Row>()
  readonly waitsGone = new Map<string, Row>()
  readonly incidents: Row[] = []
  readonly incidentsOver: Row[] = []
  readonly outside: Row[] = []
  readonly work = new Map<string, WorkRow>()
  readonly workGone = new Map<string, Row>()
  readonly domainEvents: NewDomainEvent[] = []
  /** What the number of a new instance begins with. */
  numberPrefix: string | undefined

  /** Work of a kind and key is one row: what is scheduled last counts. */
  schedule(work: WorkRow): void {
    const key = `${work.kind} ${work.key}`
    this.workGone.delete(key)
    this.work.set(key, work)
  }

  cancel(kind: string, key: string): void {
    const name = `${kind} ${key}`
    this.work.delete(name)
    this.workGone.set(name, { kind, key })
  }
}
