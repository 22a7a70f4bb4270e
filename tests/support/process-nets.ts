/**
 * Processes drawn by chance, which can always be brought to an end, and hands that work on them. Blocks are put into each other: sequences, choices,
 * parallel and inclusive branches, loops, events that are waited for, called processes and services, sub-processes with events of each kind at their edges, repeated ones.
 */
import type { ProcessDefinition, ProcessNode, Repetition, SequenceFlow, Trigger } from '../../model/workflow/core/graph.ts'
import type { Surroundings } from '../../model/workflow/core/commands.ts'

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
export type Chance = () => number
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
export const pick = <Member>(chance: Chance, members: readonly Member[]): Member => members[Math.floor(chance() * members.length)] as Member

/** A condition that chance decides about: `again` is that of a loop, and chance can be told to end loops. */
const byChance = (id: string) => ({ field: id })

/** What comes from outside; hands let a condition hold as they let a message come. */
const eventsOf = (id: string): readonly Trigger[] => [
  { on: 'timer', timer: 'PT1H' },
  { on: 'message', name: 'M' },
  { on: 'signal', name: 'S' },
  { on: 'condition', condition: byChance(id) },
]

/** What a block can be; one that is named twice is twice as likely. */
const BLOCKS = ['task', 'task', 'sequence', 'choice', 'parallel', 'inclusive', 'loop', 'scope', 'edge', 'die']
/** The same, with what others than people bring about. */
const ALL_BLOCKS = [...BLOCKS, 'scope', 'wait', 'events', 'call', 'link']
const ALL_LAST = ['task', 'task', 'task', 'wait', 'call']

class Drawing {
  readonly nodes: ProcessNode[] = []
  readonly flows: SequenceFlow[] = []
  readonly #chance: Chance
  readonly #hasAll: boolean

  constructor(chance: Chance, hasAll: boolean) {
    this.#chance = chance
    this.#hasAll = hasAll
  }

  node(node: Omit<ProcessNode, 'id'>): string {
    const id = `${node.kind}-${this.nodes.length}`
    this.nodes.push({ ...node, id })
    return id
  }

  flow(from: string, to: string, condition?: string): string {
    const id = `f${this.flows.length}`
    this.flows.push({ id, from, to, ...(condition === undefined ? {} : { condition: byChance(`${condition}:${id}`) }) })
    return id
  }

  otherwise(node: string, flow: string): void {
    const at = this.nodes.findIndex(({ id }) => id === node)
    this.nodes[at] = { ...(this.nodes[at] as ProcessNode), otherwise: flow }
  }

  /** Draws a block behind a node and gives its last node; nothing where its way ends. @param mayDie Whether a way may end here without harm to a parallel join around it. */
  block(after: string, depth: number, inside: string | undefined, mayDie: boolean): string | undefined {
    const chance = this.#chance
    const kind = pick(chance, depth <= 0 ? (this.#hasAll ? ALL_LAST : ['task']) : this.#hasAll ? ALL_BLOCKS : BLOCKS)
    if (kind === 'task') return this.#task(after, inside)
    if (kind === 'wait') return this.#wait(after, inside)
    if (kind === 'call') return this.#call(after, inside)
    if (kind === 'link') return this.#link(after, inside)
    if (kind === 'events') return this.#events(after, depth, inside, mayDie)
    if (kind === 'sequence') return this.#sequence(after, depth, inside, mayDie)
    if (kind === 'choice' || kind === 'parallel' || kind === 'inclusive') return this.#branches(kind, after, depth, inside, mayDie)
    if (kind === 'loop') return this.#loop(after, depth, inside)
    if (kind === 'scope') return this.#scope(after, depth, inside)
    if (kind === 'edge') return this.#edge(after, depth, inside)
    return mayDie ? this.#die(after, inside) : this.#task(after, inside)
  }

  #task(after: string, inside: string | undefined): string {
    const chance = this.#chance
    const kind = chance() < 0.8 ? 'user-task' : 'task'
    // Several people who decide are one task; what is done several times is done in a loop.
    const repetition = this.#hasAll && kind === 'user-task' && chance() < 0.1 ? this.#loopOf() : undefined
    const task = this.node({ kind, inside, repetition })
    this.flow(after, task)
    return task
  }

  /** Something is waited for on the way. */
  #wait(after: string, inside: string | undefined): string {
    const event = this.#event(inside)
    this.flow(after, event)
    return event
  }

  #event(inside: string | undefined): string {
    const chance = this.#chance
    if (chance() < 0.3) return this.node({ kind: 'receive-task', inside, trigger: { on: 'message', name: 'M' } })
    return this.node({ kind: 'catch', inside, trigger: pick(chance, eventsOf(`c${this.nodes.length}`)) })
  }

  /** The first of several events decides about the way. */
  #events(after: string, depth: number, inside: string | undefined, mayDie: boolean): string | undefined {
    const gateway = this.node({ kind: 'event-based', inside })
    this.flow(after, gateway)
    const ends: string[] = []
    const count = 2 + Math.floor(this.#chance() * 2)
    for (let branch = 0; branch < count; branch += 1) {
      const event = this.#event(inside)
      this.flow(gateway, event)
      const end = this.block(event, depth - 1, inside, mayDie)
      if (end !== undefined) ends.push(end)
    }
    if (ends.length === 0) return undefined
    const merge = this.node({ kind: 'exclusive', inside })
    for (const end of ends) this.flow(end, merge)
    return merge
  }

  /** A process that is called, or a service; perhaps several times, and perhaps with another way where it fails. */
  #call(after: string, inside: string | undefined): string {
    const chance = this.#chance
    const kind = pick(chance, ['call-activity', 'call-activity', 'service-task'] as const)
    const call = this.node({ kind, inside, repetition: chance() < 0.4 ? this.#repetition() : undefined })
    this.flow(after, call)
    if (chance() < 0.4) return call
    const merge = this.node({ kind: 'exclusive', inside })
    this.flow(call, merge)
    this.flow(this.node({ kind: 'boundary', inside, at: call, trigger: { on: 'error', code: chance() < 0.5 ? 'E' : undefined } }), merge)
    return merge
  }

  /** A way that goes on elsewhere in the drawing, and an event that the process brings about. */
  #link(after: string, inside: string | undefined): string {
    const signal = this.node({ kind: 'throw', inside, trigger: { on: 'signal', name: 'T' } })
    this.flow(after, signal)
    const name = `L${this.nodes.length}`
    this.flow(signal, this.node({ kind: 'throw', inside, trigger: { on: 'link', name } }))
    return this.node({ kind: 'catch', inside, trigger: { on: 'link', name } })
  }

  #repetition(): Repetition {
    const chance = this.#chance
    const order = pick(chance, ['parallel', 'sequential'] as const)
    if (!this.#hasAll) return { order }
    if (chance() < 0.3) return this.#loopOf()
    return chance() < 0.4 ? { order, until: byChance('until') } : { order }
  }

  #loopOf(): Repetition {
    const chance = this.#chance
    return { order: 'sequential', again: byChance('again'), asksBefore: chance() < 0.3, ...(chance() < 0.5 ? { most: 2 } : {}) }
  }

  #sequence(after: string, depth: number, inside: string | undefined, mayDie: boolean): string | undefined {
    let last: string | undefined = after
    const length = 2 + Math.floor(this.#chance() * 2)
    for (let at = 0; at < length && last !== undefined; at += 1) last = this.block(last, depth - 1, inside, mayDie)
    return last
  }

  #branches(
    kind: 'choice' | 'parallel' | 'inclusive',
    after: string,
    depth: number,
    inside: string | undefined,
    mayDie: boolean,
  ): string | undefined {
    const gateway = kind === 'choice' ? 'exclusive' : kind
    const split = this.node({ kind: gateway, inside })
    this.flow(after, split)
    const ends: string[] = []
    const count = 2 + Math.floor(this.#chance() * 2)
    for (let branch = 0; branch < count; branch += 1) {
      // A gateway of its own for each branch gives the flow its condition.
      const begin = this.node({ kind: 'task', inside })
      const flow = this.flow(split, begin, kind === 'parallel' || branch === 0 ? undefined : 'choice')
      if (kind !== 'parallel' && branch === 0) this.otherwise(split, flow)
      const end = this.block(begin, depth - 1, inside, kind === 'parallel' ? false : mayDie)
      if (end !== undefined) ends.push(end)
    }
    if (ends.length === 0) return undefined
    const join = this.node({ kind: gateway, inside })
    for (const end of ends) this.flow(end, join)
    return join
  }

  #loop(after: string, depth: number, inside: string | undefined): string {
    const merge = this.node({ kind: 'exclusive', inside })
    this.flow(after, merge)
    const end = this.block(merge, depth - 1, inside, false) as string
    const ask = this.node({ kind: 'exclusive', inside })
    this.flow(end, ask)
    this.flow(ask, merge, 'again')
    const out = this.node({ kind: 'task', inside })
    this.otherwise(ask, this.flow(ask, out))
    return out
  }

  /** A sub-process; perhaps one that is repeated, that ends by an error, with other events at its edge, or with a sub-process that an event begins. */
  #scope(after: string, depth: number, inside: string | undefined): string {
    const chance = this.#chance
    const repetition = chance() < 0.3 ? this.#repetition() : undefined
    const scope = this.node({ kind: 'sub-process', inside, repetition })
    this.flow(after, scope)
    const endsByError = chance() < 0.5
    this.#fill(scope, depth, endsByError)
    const merge = this.node({ kind: 'exclusive', inside })
    this.flow(scope, merge)
    if (endsByError)
      this.flow(this.node({ kind: 'boundary', inside, at: scope, trigger: { on: 'error', code: chance() < 0.5 ? 'E' : undefined } }), merge)
    if (chance() < 0.3) this.#eventSubProcess(scope, depth)
    if (this.#hasAll && chance() < 0.4) this.#atEdge(scope, merge, depth, inside, pick(chance, eventsOf(`c${this.nodes.length}`)))
    return merge
  }

  /** An event at the edge of an activity: one that ends it and goes another way, or one that goes on beside it. */
  #atEdge(at: string, merge: string, depth: number, inside: string | undefined, trigger: Trigger): void {
    const interruptsNot = this.#chance() < 0.5
    const edge = this.node({ kind: 'boundary', inside, at, trigger, interruptsNot })
    if (interruptsNot) return this.#beside(edge, depth, inside)
    const last = this.block(edge, depth - 1, inside, false)
    if (last !== undefined) this.flow(last, merge)
  }

  /**
   * What goes on beside an activity can begin again before it has ended, and joins cannot tell the tokens of two passages apart: an inclusive one takes both as one, and
   * a parallel one behind it waits for ever. Each passage has a scope of its own.
   */
  #beside(edge: string, depth: number, inside: string | undefined): void {
    const scope = this.node({ kind: 'sub-process', inside })
    this.flow(edge, scope)
    this.#fill(scope, depth, false)
    this.flow(scope, this.node({ kind: 'end', inside }))
  }

  #fill(scope: string, depth: number, endsByError: boolean): void {
    let begin = this.node({ kind: 'start', inside: scope })
    if (endsByError) {
      const ask = this.node({ kind: 'exclusive', inside: scope })
      this.flow(begin, ask)
      this.flow(ask, this.node({ kind: 'end', inside: scope, trigger: { on: 'error', code: 'E' } }), 'choice')
      begin = this.node({ kind: 'task', inside: scope })
      this.otherwise(ask, this.flow(ask, begin))
    }
    const last = this.block(begin, depth - 1, scope, true)
    if (last !== undefined) this.flow(last, this.node({ kind: 'end', inside: scope }))
  }

  #eventSubProcess(inside: string | undefined, depth: number): void {
    const sub = this.node({ kind: 'event-sub-process', inside })
    const start = this.node({ kind: 'start', inside: sub, trigger: { on: 'signal', name: 'S' }, interruptsNot: this.#chance() < 0.5 })
    const last = this.block(start, depth - 2, sub, true)
    if (last !== undefined) this.flow(last, this.node({ kind: 'end', inside: sub }))
  }

  /** A task, or a called process, with an event at its edge. */
  #edge(after: string, depth: number, inside: string | undefined): string {
    const kind = this.#hasAll && this.#chance() < 0.3 ? 'call-activity' : 'user-task'
    const task = this.node({ kind, inside })
    this.flow(after, task)
    const merge = this.node({ kind: 'exclusive', inside })
    this.flow(task, merge)
    this.#atEdge(task, merge, depth, inside, { on: 'timer', timer: 'PT1H' })
    return merge
  }

  #die(after: string, inside: string | undefined): undefined {
    this.flow(after, this.node({ kind: 'end', inside }))
  }
}

/** A process whose blocks lie in each other as deep as is said. @param hasAll Whether events, called processes and services stand in it, which others than people lead on */
export function drawProcess(chance: Chance, depth: number, hasAll = false): ProcessDefinition {
  const drawing = new Drawing(chance, hasAll)
  const start = drawing.node({ kind: 'start' })
  const last = drawing.block(start, depth, undefined, true)
  if (last !== undefined) drawing.flow(last, drawing.node({ kind: 'end' }))
  return { nodes: drawing.nodes, flows: drawing.flows }
}

export interface Hands extends Surroundings {
  /** From now on loops end and nothing is done several times more than once. */
  hurry(): void
}

/** Conditions, and how often things are repeated, by chance. */
export function hands(chance: Chance): Hands {
  let isInAHurry = false
  return {
    hurry() {
      isInAHurry = true
    },
    holds: (condition) => ('field' in condition && condition.field.startsWith('again') ? !isInAHurry && chance() < 0.3 : chance() < 0.5),
    count: () => (isInAHurry ? 1 : Math.floor(chance() * 4)),
  }
}
