/**
 * A running instance on another version of its model. Ids of passages, tokens and votes stay; what has no place in the other version is named,
 * and then nothing is changed. A pure function, so that a thousand instances can be tried before one is moved.
 */
import type { ProcessGraph, ProcessNode } from './graph.ts'
import { hasWayForward } from './queries.ts'
import type { Activity, ProcessState, TakenToken, Wait } from './state.ts'
import { isOpen } from './state.ts'

export interface MigrationFault {
  /** `no-node`: it has no counterpart; `kind`: the counterpart is something else; `scope`: it lies elsewhere; `no-flow`: a token waits on a way that is gone; `no-way`: nothing could go on. */
  readonly fault: 'no-node' | 'kind' | 'scope' | 'no-flow' | 'no-way'
  readonly node: string
}

export interface Migrated {
  readonly state: ProcessState
  readonly faults: readonly MigrationFault[]
}

/** The instance in the other version, and what keeps it from being moved. @param mapping Names of nodes there, by those here; a node of the same id is its own counterpart. */
export function migrate(
  state: ProcessState,
  from: ProcessGraph,
  to: ProcessGraph,
  mapping: ReadonlyMap<string, string> = new Map(),
): Migrated {
  return new Migration(state, from, to, mapping).run()
}

class Migration {
  readonly #state: ProcessState
  readonly #from: ProcessGraph
  readonly #to: ProcessGraph
  readonly #mapping: ReadonlyMap<string, string>
  /** The nodes there that have a counterpart here. */
  readonly #known: ReadonlySet<string>
  readonly #faults = new Map<string, MigrationFault>()

  constructor(state: ProcessState, from: ProcessGraph, to: ProcessGraph, mapping: ReadonlyMap<string, string>) {
    this.#state = state
    this.#from = from
    this.#to = to
    this.#mapping = mapping
    this.#known = new Set([...from.nodes.keys()].map((id) => mapping.get(id) ?? id))
  }

  run(): Migrated {
    const { activities, tokens, next, outcome } = this.#state
    const moved = new Map([...activities].map(([id, activity]) => [id, this.#activity(activity)]))
    const parked = new Map([...tokens].map(([id, token]) => [id, this.#token(token)]))
    const state: ProcessState = { activities: moved, tokens: parked, waits: new Map(), next, outcome }
    const waiting = this.#waits(state)
    const whole = { ...state, ...waiting }
    if (this.#faults.size === 0 && !hasWayForward(this.#to, whole)) this.#blame('no-way', '')
    return this.#faults.size === 0 ? { state: whole, faults: [] } : { state: this.#state, faults: [...this.#faults.values()] }
  }

  #blame(fault: MigrationFault['fault'], node: string): void {
    this.#faults.set(`${fault} ${node}`, { fault, node })
  }

  #named(inside: string | undefined): string | undefined {
    return inside === undefined ? undefined : (this.#mapping.get(inside) ?? inside)
  }

  #counterpart(node: string): ProcessNode | undefined {
    return this.#to.nodes.get(this.#mapping.get(node) ?? node)
  }

  /** History keeps its names where there is no counterpart; nobody can go back there. */
  #activity(activity: Activity): Activity {
    const { node } = activity
    const [here, there] = [this.#from.nodes.get(node), this.#counterpart(node)]
    if (isOpen(activity)) {
      if (!there) this.#blame('no-node', node)
      else if (there.kind !== here?.kind || (there.repetition === undefined) !== (here.repetition === undefined)) this.#blame('kind', node)
      else if (there.inside !== this.#named(here.inside)) this.#blame('scope', node)
    }
    // A join that could not give back what it took could not be undone: such an instance stays.
    const took = activity.state === 'undone' ? activity.took : activity.took?.map((token) => this.#token(token))
    const straightTo = activity.straightTo?.map((waiting) => this.#waiting(activity, waiting))
    return { ...activity, node: there?.id ?? node, ...(took ? { took } : {}), ...(straightTo ? { straightTo } : {}) }
  }

  /** A task that is come straight back to has to be there, and where it was. */
  #waiting(activity: Activity, node: string): string {
    const there = this.#counterpart(node)
    const here = this.#from.nodes.get(node)
    if (isOpen(activity) && there?.kind !== here?.kind) this.#blame(there ? 'kind' : 'no-node', node)
    else if (isOpen(activity) && there?.inside !== this.#named(here?.inside)) this.#blame('scope', node)
    return there?.id ?? node
  }

  #token<Kind extends TakenToken>(token: Kind): Kind {
    const flow = this.#flow(token.flow)
    if (flow === undefined) this.#blame('no-flow', this.#from.flows.get(token.flow)?.to ?? token.flow)
    return { ...token, flow: flow ?? token.flow }
  }

  /** The flow of the same id into the counterpart, or the one between the counterparts, or the one to which that way has become longer: what has come has come. */
  #flow(id: string): string | undefined {
    const flow = this.#from.flows.get(id)
    const [begin, end] = flow ? [this.#counterpart(flow.from), this.#counterpart(flow.to)] : []
    if (!end) return undefined
    const into = this.#to.incoming(end.id)
    const same = into.find((other) => other.id === id) ?? into.find((other) => other.from === begin?.id)
    const longer = this.#to.flows.get(id)?.to
    return (same ?? (longer === undefined ? undefined : into.find((other) => this.#to.reaches(longer, other.id))))?.id
  }

  /** What is waited for: as before where it is still there, begun where it is new, over where it is gone. */
  #waits({ activities, next, outcome }: ProcessState): Pick<ProcessState, 'waits' | 'next'> {
    const waits = new Map<number, Wait>()
    let id = next
    if (outcome !== 'running') return { waits, next }
    const taken = new Map<string, Wait>()
    for (const wait of this.#state.waits.values()) {
      const there = this.#counterpart(wait.node)
      if (there) taken.set(`${wait.holder} ${there.id}`, { ...wait, node: there.id })
    }
    const wait = (holder: number, node: ProcessNode | undefined) => {
      const on = node?.trigger?.on
      if (node === undefined || (on !== undefined && !['timer', 'message', 'signal', 'condition'].includes(on))) return
      const kept = taken.get(`${holder} ${node.id}`)
      const one = kept ?? { id: id++, holder, node: node.id }
      waits.set(one.id, one)
    }
    const inScope = (holder: number, inside: string | undefined) => {
      for (const { id: sub } of this.#to.eventSubProcessesOf(inside)) {
        const start = this.#to.triggerOf(sub)
        // One that has been begun and interrupts is not waited for again.
        const isNew = start !== undefined && !this.#known.has(start.id)
        if (start && (isNew || taken.has(`${holder} ${start.id}`))) wait(holder, start)
      }
    }
    inScope(0, undefined)
    for (const activity of activities.values()) {
      const node = this.#to.nodes.get(activity.node)
      if (!isOpen(activity) || !node) continue
      if (activity.member === undefined && !activity.straightTo)
        for (const boundary of this.#to.boundariesOf(node.id)) {
          const isNew = !this.#known.has(boundary.id)
          if (isNew || taken.has(`${activity.id} ${boundary.id}`)) wait(activity.id, boundary)
        }
      const isWhole = node.repetition !== undefined && activity.member === undefined
      if ((node.kind === 'sub-process' || node.kind === 'event-sub-process') && !isWhole) inScope(activity.id, node.id)
      if (activity.state !== 'active') continue
      if (node.kind === 'receive-task' || (node.kind === 'catch' && node.trigger?.on !== 'link')) wait(activity.id, node)
      if (node.kind === 'event-based') for (const { to } of this.#to.outgoing(node.id)) wait(activity.id, this.#to.nodes.get(to))
    }
    return { waits, next: id }
  }
}
