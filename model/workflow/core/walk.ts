/** How tokens go through a process: what a node does when one comes, how it is left, and when scopes end. */
import type { Surroundings, Thrown } from './commands.ts'
import { CommandError, MAX_PASSED } from './commands.ts'
import { Draft } from './draft.ts'
import { isWaitedFor, throwEvent } from './events.ts'
import type { ProcessGraph, ProcessNode, SequenceFlow } from './graph.ts'
import { takeForInclusive, takeForParallel } from './joins.ts'
import { beginMembers, memberDone } from './repetition.ts'
import type { Activity, Incident, ProcessState, TakenToken } from './state.ts'
import type { Walking } from './walking.ts'

/** A token that comes to a node. */
interface Arrival {
  readonly node: ProcessNode
  readonly scope: number
  readonly causes: readonly number[]
  readonly flow?: string | undefined
  readonly straightTo?: readonly string[] | undefined
}

/** A step that is under way. */
export class Walk implements Walking {
  readonly graph: ProcessGraph
  readonly draft: Draft
  readonly surroundings: Surroundings
  readonly #arrivals: Arrival[] = []
  readonly begun: number[] = []
  readonly thrown: Thrown[] = []
  readonly incidents: { activity: number; incident: Incident }[] = []
  #passed = 0

  constructor(graph: ProcessGraph, state: ProcessState, surroundings: Surroundings) {
    this.graph = graph
    this.draft = new Draft(state)
    this.surroundings = surroundings
  }

  /** Goes on until everything waits: tokens first, then joins, then scopes in which nothing is left, the innermost first. */
  settle(): void {
    for (;;) {
      const arrival = this.#arrivals.shift()
      if (arrival) {
        // Its scope may have been ended since it was sent.
        if (this.draft.isScopeOpen(arrival.scope)) this.#enter(arrival)
        continue
      }
      if (this.draft.outcome !== 'running' || !(this.#joinInclusive() || this.#endScope())) return
    }
  }

  node(id: string): ProcessNode {
    const node = this.graph.nodes.get(id)
    if (!node) throw new CommandError('not-there', `the process has no ${id}`)
    return node
  }

  arrive(node: ProcessNode, scope: number, causes: readonly number[], flow?: string): void {
    this.#arrivals.push({ node, scope, causes, flow })
  }

  /** Sends a token to a task that was done before, or to one that waited while another one was asked again. */
  beginAgain(node: ProcessNode, scope: number, causes: readonly number[], straightTo?: readonly string[]): void {
    this.#arrivals.push({ node, scope, causes, straightTo })
  }

  #enter({ node, scope, causes, flow, straightTo }: Arrival): void {
    if (flow !== undefined && (node.kind === 'parallel' || node.kind === 'inclusive') && this.graph.incoming(node.id).length > 1) {
      this.draft.park({ scope, flow, cause: causes[0] as number })
      if (node.kind === 'parallel') {
        const taken = takeForParallel(this.graph, this.draft, node, scope)
        if (taken) this.#join(node, scope, taken)
      }
      return
    }
    this.#begin(node, { scope, causes, ...(straightTo === undefined ? {} : { straightTo }) })
  }

  #join(node: ProcessNode, scope: number, took: readonly TakenToken[]): void {
    this.#passed += 1
    const activity = this.draft.addActivity({ node: node.id, scope, causes: took.map(({ cause }) => cause), took })
    if (this.#passed > MAX_PASSED) this.stop(activity, 'too-many')
    else this.#do(activity, node)
  }

  #joinInclusive(): boolean {
    const waiting = new Set([...this.draft.tokens.values()].map(({ flow }) => this.graph.flows.get(flow)?.to))
    for (const id of waiting) {
      const node = id === undefined ? undefined : this.graph.nodes.get(id)
      if (node?.kind !== 'inclusive') continue
      const found = takeForInclusive(this.graph, this.draft, node)
      if (!found) continue
      this.#join(node, found.scope, found.taken)
      return true
    }
    return false
  }

  begin(node: ProcessNode, scope: number, causes: readonly number[], member?: number): void {
    this.#begin(node, { scope, causes, ...(member === undefined ? {} : { member }) })
  }

  #begin(node: ProcessNode, passage: Pick<Activity, 'scope' | 'causes' | 'member' | 'straightTo'>): void {
    this.#passed += 1
    const activity = this.draft.addActivity({ node: node.id, ...passage })
    if (this.#passed > MAX_PASSED) this.stop(activity, 'too-many')
    else this.#do(activity, node)
  }

  /** What a passage does as soon as it has begun. */
  #do(activity: Activity, node: ProcessNode): void {
    if (node.repetition && activity.member === undefined) {
      this.#watchEdges(activity, node)
      beginMembers(this, activity, node.repetition)
      return
    }
    if (activity.member === undefined) this.#watchEdges(activity, node)
    switch (node.kind) {
      case 'user-task':
      case 'service-task':
      case 'call-activity':
        this.begun.push(activity.id)
        return
      case 'receive-task':
        this.draft.wait({ holder: activity.id, node: node.id })
        return
      case 'catch':
        if (node.trigger?.on === 'link') this.leave(activity)
        else this.draft.wait({ holder: activity.id, node: node.id })
        return
      case 'event-based':
        for (const { to } of this.graph.outgoing(node.id)) this.draft.wait({ holder: activity.id, node: to })
        return
      case 'sub-process':
      case 'event-sub-process':
        this.openScope(node.id, activity.id, [activity.id])
        return
      case 'end':
      case 'throw':
        throwEvent(this, activity, node)
        return
      default:
        this.leave(activity)
    }
  }

  /** Waits for what begins event sub-processes of a scope. */
  waitInside(inside: string | undefined, scope: number): void {
    for (const eventSubProcess of this.graph.eventSubProcessesOf(inside)) {
      const start = this.graph.triggerOf(eventSubProcess.id)
      if (isWaitedFor(start)) this.draft.wait({ holder: scope, node: start.id })
    }
  }

  /** @param at The start event, where it is not the one without a trigger. */
  openScope(inside: string | undefined, scope: number, causes: readonly number[], at?: string): void {
    this.waitInside(inside, scope)
    const isTriggered = inside !== undefined && this.node(inside).kind === 'event-sub-process'
    const triggered = at === undefined ? isTriggered && this.graph.triggerOf(inside) : this.node(at)
    for (const start of triggered ? [triggered] : this.graph.startsOf(inside)) this.arrive(start, scope, causes)
  }

  #watchEdges(activity: Activity, node: ProcessNode): void {
    // Who is asked again answers somebody; a way that leads away from there would leave whoever waits for the answer without one.
    if (activity.straightTo) return
    for (const boundary of this.graph.boundariesOf(node.id))
      if (isWaitedFor(boundary)) this.draft.wait({ holder: activity.id, node: boundary.id })
  }

  /** Only what somebody does is completed; what an incident has stopped can be passed over. */
  complete(activity: Activity): void {
    const { kind } = this.node(activity.node)
    const isDone = kind === 'user-task' || kind === 'service-task' || kind === 'call-activity'
    const isWhole = activity.member === undefined && this.node(activity.node).repetition !== undefined
    if ((!isDone || isWhole) && activity.state !== 'failed') throw new CommandError('not-there', 'this ends by itself')
    this.leave(activity)
  }

  /** Ends what goes on within a scope, and what is on its way there. */
  clear(scope: number): void {
    this.draft.clear(scope)
    const staying = this.#arrivals.filter((arrival) => arrival.scope !== scope)
    this.#arrivals.splice(0, this.#arrivals.length, ...staying)
  }

  /** Ends a passage and sends tokens on; one of several times reports to the whole. */
  leave(activity: Activity): void {
    const node = this.node(activity.node)
    const flows = activity.member === undefined && !activity.straightTo ? this.#flowsFrom(activity, node) : []
    if (typeof flows === 'string') return this.stop(activity, flows)
    this.draft.stopWaiting(activity.id)
    this.draft.clear(activity.id)
    const done = this.draft.change(activity.id, { state: 'done', incident: undefined })
    if (activity.member !== undefined) return memberDone(this, done, node)
    const [back, ...further] = activity.straightTo ?? []
    if (back !== undefined) this.beginAgain(this.node(back), activity.scope, [activity.id], further.length > 0 ? further : undefined)
    for (const flow of flows) this.arrive(this.node(flow.to), activity.scope, [activity.id], flow.id)
  }

  /** The flows by which a passage is left, or why that cannot be said. */
  #flowsFrom(activity: Activity, node: ProcessNode): readonly SequenceFlow[] | Incident {
    const flows = this.graph.outgoing(node.id)
    if (flows.length === 0 || node.kind === 'parallel') return flows
    const conditional = flows.filter(({ id, condition }) => id !== node.otherwise && condition !== undefined)
    if (node.kind !== 'exclusive' && conditional.length === 0 && node.otherwise === undefined) return flows
    const otherwise = flows.filter(({ id }) => id === node.otherwise)
    try {
      const fits = ({ id, condition }: SequenceFlow) =>
        id !== node.otherwise && (condition === undefined || this.surroundings.holds(condition, activity))
      const first = node.kind === 'exclusive' ? flows.find(fits) : undefined
      const taken = node.kind === 'exclusive' ? (first ? [first] : []) : flows.filter(fits)
      if (taken.length > 0) return taken
    } catch {
      return 'expression'
    }
    return otherwise.length > 0 ? otherwise : 'no-flow'
  }

  stop(activity: Activity, incident: Incident): void {
    this.draft.change(activity.id, { state: 'failed', incident })
    this.incidents.push({ activity: activity.id, incident })
  }

  /** Tries once more what an incident has stopped: to go on, or to be done. */
  retry(activity: Activity): void {
    if (activity.state !== 'failed') throw new CommandError('not-there', 'nothing has stopped this')
    const { incident } = activity
    const again = this.draft.change(activity.id, { state: 'active', incident: undefined })
    const node = this.node(activity.node)
    if (incident === 'failed') this.begun.push(activity.id)
    else if (incident === 'no-flow' || (incident === 'expression' && !node.repetition)) this.leave(again)
    else {
      this.draft.stopWaiting(activity.id)
      this.draft.clear(activity.id)
      this.#do(again, node)
    }
  }

  /** Ends one scope in which nothing goes on, the innermost first. */
  #endScope(): boolean {
    const idle = this.draft.idleScope(({ node, member }) => {
      const { kind, repetition } = this.node(node)
      return (kind === 'sub-process' || kind === 'event-sub-process') && (repetition === undefined || member !== undefined)
    })
    if (idle) {
      this.leave(idle)
      return true
    }
    if (!this.draft.isIdle(0)) return false
    this.draft.stopWaiting(0)
    this.draft.outcome = 'ended'
    return true
  }
}
