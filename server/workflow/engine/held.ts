/** One instance in memory while a step is under way. */
import type { Activity, ProcessState, Wait } from '../../../model/workflow/core/state.ts'
import { NEW_PROCESS, isOpen } from '../../../model/workflow/core/state.ts'
import type { InstanceOutcome, InstanceState } from '../../../model/workflow/process-instances.ts'
import type { AskedAbout } from '../people.ts'
import type { Definition } from './definitions.ts'
import type { DoneTask, IncidentRow, InstanceRow, LoadedInstance, TaskRow, WaitRow } from './rows.ts'
import { activityOf } from './rows.ts'
import type { Clock } from '../../../model/workflow/variables.ts'
import { Variables } from './variables.ts'

/** What is changed of its row. */
export interface InstanceChanges {
  instance_state: InstanceState
  outcome: InstanceOutcome | null
  end_reason: string | null
}

export class Held {
  readonly row: InstanceRow
  readonly definition: Definition
  readonly variables: Variables
  readonly tasks: Map<string, TaskRow>
  readonly done: DoneTask[]
  readonly waits: Map<number, WaitRow>
  readonly incidents: Map<string, IncidentRow>
  /** The step that is under way. */
  readonly step: number
  readonly isNew: boolean
  changes: InstanceChanges
  name: string
  state: ProcessState
  isTouched = false

  constructor(row: InstanceRow & Partial<LoadedInstance>, definition: Definition, now: Clock, isNew: boolean) {
    this.row = row
    this.definition = definition
    this.isNew = isNew
    this.step = isNew ? 1 : row.step_number + 1
    this.changes = { instance_state: row.instance_state, outcome: row.outcome, end_reason: null }
    this.name = row.name
    this.variables = new Variables(
      (row.variables ?? []).map(([name, type, value]) => [name, { type, value }] as const),
      now,
    )
    this.tasks = new Map((row.tasks ?? []).map((task) => [task.id, task]))
    this.done = [...(row.done ?? [])]
    this.waits = new Map((row.waits ?? []).map((wait) => [wait.number, wait]))
    this.incidents = new Map((row.incidents ?? []).map((incident) => [incident.id, incident]))
    this.state = isNew ? NEW_PROCESS : stateOf(row)
  }

  get id(): string {
    return this.row.id
  }

  /** Whether it goes on, suspended or not. */
  get isOpen(): boolean {
    return this.changes.instance_state !== 'ended'
  }

  activity(number: number): Activity | undefined {
    return this.state.activities.get(number)
  }

  isActive(number: number): boolean {
    const activity = this.activity(number)
    return activity !== undefined && isOpen(activity)
  }

  /** Tasks of a passage, in the order of their turns. */
  tasksOf(activity: number): TaskRow[] {
    return [...this.tasks.values()].filter((task) => task.activity === activity)
  }

  /** What rules about people may ask. */
  about(): AskedAbout {
    const { definition, row, variables, done } = this
    return {
      modelId: definition.modelId,
      rules: definition.rules,
      starterId: row.starter_id,
      category: definition.category,
      variable: (name) => variables.get(name)?.value,
      doneBy: (node) => done.findLast((task) => task.node === node && task.ended_by !== null)?.ended_by ?? undefined,
      approvers: done.flatMap(({ ended_by, outcome }) => (outcome === 'approved' && ended_by !== null ? [ended_by] : [])),
      evaluate: (expression) => variables.read(expression).value,
    }
  }
}

function stateOf(row: InstanceRow & Partial<LoadedInstance>): ProcessState {
  const waits = (row.waits ?? []).map(({ number, holder, node }): [number, Wait] => [number, { id: number, holder, node }])
  return {
    activities: new Map((row.activities ?? []).map((activity) => [activity.number, activityOf(activity)])),
    tokens: new Map(row.tokens.map((token) => [token.id, token])),
    waits: new Map(waits),
    next: row.next_number,
    outcome: row.instance_state === 'ended' ? (row.outcome === 'terminated' ? 'terminated' : 'ended') : 'running',
  }
}
