/** What those who manage instances do where the model leads nobody on, or on wrong values. */
import { CommandError } from '../../model/workflow/core/commands.ts'
import type { ProcessNode } from '../../model/workflow/core/graph.ts'
import { jumpTargets } from '../../model/workflow/core/jump.ts'
import { reviveTargets } from '../../model/workflow/core/revive.ts'
import { fail } from '../kernel/errors.ts'
import type { EngineParts, Person } from './engine/parts.ts'
import type { Done } from './engine/run.ts'
import { asServer, conclude, open } from './engine/run.ts'
import { VariableError } from './engine/variables.ts'
import type { Fill } from './fill.ts'
import { fillIn } from './fill.ts'
import type { InstanceAsk } from './manage.ts'
import { step } from './manage.ts'
import { refuseVariable } from './tasks/act.ts'

/** A passage of an instance that goes on. */
export interface PassageAsk {
  readonly instanceId: string
  readonly activity: number
}

export interface JumpAsk extends InstanceAsk, PassageAsk {
  /** The node. */
  readonly to: string
  readonly comment: string
}

/** Returns the nodes to which it can be moved as it is now. In a transaction of its own, without the lock. @throws Failure `row.not-found` */
export function jumpTargetsOf(parts: EngineParts, person: Person, { instanceId, activity }: PassageAsk): Promise<readonly ProcessNode[]> {
  return parts.transactions.inTenant(
    asServer(person),
    async (tx) => {
      const opened = await open(tx, parts, { instance: instanceId }, {}, { isLocked: false })
      if (!opened) return fail('row.not-found')
      const { held } = opened
      return held.changes.instance_state === 'running' ? jumpTargets(held.definition.graph, held.state, activity) : []
    },
    'read',
  )
}

/** Returns what became of an instance that was moved. @throws Failure as of {@link step}, `process.suspended`, `process.no-jump` */
export function jump(parts: EngineParts, person: Person, ask: JumpAsk): Promise<Done> {
  return step(parts, person, ask, 'jump', (_tx, { held, work }) => {
    if (held.changes.instance_state === 'suspended') fail('process.suspended', { values: { name: held.name } })
    const node = held.activity(ask.activity)?.node ?? ''
    try {
      work.unit.obey(held, { do: 'jump', from: ask.activity, to: ask.to })
    } catch (error) {
      if (error instanceof CommandError)
        return fail('process.no-jump', { values: { node: held.definition.graph.nodes.get(node)?.name ?? node } })
      throw error
    }
  })
}

export interface ChangeAsk extends InstanceAsk {
  readonly variables: Readonly<Record<string, unknown>>
  /** What of it are fields of the form. */
  readonly fill: Fill
  readonly comment: string
}

/**
 * Returns what became of an instance whose variables were changed; conditions that are waited for are asked again.
 * @throws Failure as of {@link step}, `process.suspended`, `process.variable`, and what the form says
 */
export function changeVariables(parts: EngineParts, person: Person, ask: ChangeAsk): Promise<Done> {
  return step(parts, person, ask, 'change', async (tx, { held, work }) => {
    if (held.changes.instance_state === 'suspended') fail('process.suspended', { values: { name: held.name } })
    try {
      work.unit.setVariables(held, ask.variables)
      return await fillIn(tx, held, ask.fill)
    } catch (error) {
      if (error instanceof VariableError) return refuseVariable(error)
      throw error
    }
  })
}

/** Returns the tasks from which an instance that is over can go on. In a transaction of its own, without the lock. @throws Failure `row.not-found` */
export function reviveTargetsOf(parts: EngineParts, person: Person, { instanceId }: InstanceAsk): Promise<readonly string[]> {
  return parts.transactions.inTenant(
    asServer(person),
    async (tx) => {
      const opened = await open(tx, parts, { instance: instanceId }, {}, { isLocked: false, history: true })
      if (!opened) return fail('row.not-found')
      const { held } = opened
      return held.row.parent_id === null ? reviveTargets(held.definition.graph, held.state).map(({ node }) => node) : []
    },
    'read',
  )
}

export interface ReviveAsk extends InstanceAsk {
  /** The node. */
  readonly at: string
  readonly comment: string
}

/**
 * Returns what became of an instance that was over and goes on from one of its tasks. Its people are asked anew; variables stay as they are.
 * @throws Failure `row.not-found`, `process.not-over`, `process.called`, `process.no-revive`
 */
export function revive(parts: EngineParts, person: Person, { instanceId, at, comment }: ReviveAsk): Promise<Done> {
  return parts.transactions.inTenant(asServer(person), async (tx) => {
    const opened = await open(tx, parts, { instance: instanceId }, { userId: person.userId }, { history: true })
    if (!opened) return fail('row.not-found')
    const { held, work } = opened
    if (held.isOpen) fail('process.not-over', { values: { name: held.name } })
    // Whoever called it has gone on, or has ended with it.
    if (held.row.parent_id !== null) fail('process.called', { values: { name: held.name } })
    held.changes = { instance_state: 'running', outcome: null, end_reason: null }
    try {
      work.unit.obey(held, { do: 'revive', at })
    } catch (error) {
      if (error instanceof CommandError)
        return fail('process.no-revive', { values: { node: held.definition.graph.nodes.get(at)?.name ?? at } })
      throw error
    }
    return (await conclude(opened, { command: 'revive', comment })).done
  })
}
