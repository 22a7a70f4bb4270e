/** Processes drawn by chance, which nothing that is done to them may strand. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Chance } from '../support/process-nets.ts'
import { Signers } from '../support/process-signers.ts'
import { chanceOf, drawProcess, hands, pick } from '../support/process-nets.ts'
import { redraw } from '../support/process-redraw.ts'
import { amount, seedOf } from '../support/thorough.ts'
import type { Command } from '../../model/workflow/core/commands.ts'
import type { ProcessGraph } from '../../model/workflow/core/graph.ts'
import { compileProcess } from '../../model/workflow/core/graph.ts'
import { jumpTargets } from '../../model/workflow/core/jump.ts'
import { migrate } from '../../model/workflow/core/migrate.ts'
import { deadlocksOf, hasWayForward, openWork } from '../../model/workflow/core/queries.ts'
import { canComeStraightBack, canWithdraw, returnTargets } from '../../model/workflow/core/return.ts'
import type { ProcessState } from '../../model/workflow/core/state.ts'
import { NEW_PROCESS, isOpen } from '../../model/workflow/core/state.ts'
import { step } from '../../model/workflow/core/step.ts'

describe('processes drawn by chance', () => {
  const RUNS = amount({ quick: 10_000, ci: 10_000, touched: 10_000, thorough: 50_000 })

  it(`are never stranded, whatever is done to ${RUNS} of them, and can always be brought to their end`, { timeout: 180_000 }, () => {
    const done = { complete: 0, fail: 0, return: 0, straight: 0, withdraw: 0, occur: 0, signal: 0, migrate: 0, jump: 0 }
    /** How many processes have passed what. */
    const passed = new Map<string, number>()
    const signed: Record<string, number> = {}
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const chance = chanceOf(seed)
        let definition = drawProcess(chance, 3, true)
        let graph = compileProcess(definition)
        const surroundings = hands(chance)
        let state = step(graph, NEW_PROCESS, { do: 'start' }, surroundings).state
        const signers = new Signers(chance)
        const obey = (command: Command) => {
          ;({ state } = step(graph, state, command, surroundings))
          expectSound(graph, state)
        }
        expectSound(graph, state)
        for (let left = 40; left > 0 && state.outcome === 'running'; left -= 1) {
          if (chance() < 0.05) {
            const changed = redraw(definition, chance)
            const to = compileProcess(changed.definition)
            const moved = migrate(state, graph, to, changed.mapping)
            if (moved.faults.length > 0) expect(moved.state, 'an instance that cannot be moved stays as it was').toBe(state)
            else {
              ;({ state } = moved)
              ;({ definition } = changed)
              graph = to
              done.migrate += 1
              expectSound(graph, state)
            }
          }
          const command = decided(graph, state, chance, signers, anything(graph, state, chance))
          if (!command) continue
          done[command.do === 'return' && command.straight ? 'straight' : (command.do as keyof typeof done)] += 1
          obey(command)
          if (command.do === 'withdraw') signers.takeBack(command.activity, latest(state, command.activity))
          // What is done several times may be done no time at all.
          if (command.do === 'return' && graph.nodes.get(command.to)?.repetition === undefined)
            expect([...state.activities.values()].some(({ node, state: now }) => node === command.to && now === 'active')).toBe(true)
        }
        surroundings.hurry()
        for (let left = 2000; state.outcome === 'running'; left -= 1) {
          expect(left, 'it comes to an end').toBeGreaterThan(0)
          obey(onwards(graph, state))
        }
        expect(state.outcome).toBe('ended')
        expect([state.tokens.size, state.waits.size], 'nothing is left behind').toEqual([0, 0])
        for (const [act, times] of Object.entries(signers.done)) signed[act] = (signed[act] ?? 0) + times
        for (const what of passedIn(graph, state)) passed.set(what, (passed.get(what) ?? 0) + 1)
      }),
      { seed: seedOf('processes'), numRuns: RUNS, endOnFailure: true },
    )
    // Chance that never goes back would show nothing about going back.
    expect(Math.min(...Object.values(done)), JSON.stringify(done)).toBeGreaterThan(RUNS / 20)
    expect(Math.min(...Object.values(signed)), JSON.stringify(signed)).toBeGreaterThan(RUNS / 50)
    for (const what of PASSED) expect(passed.get(what) ?? 0, what).toBeGreaterThan(RUNS / 200)
  })
})

/** What has to be passed often enough for it to show anything. */
const PASSED = [
  ...['user-task', 'service-task', 'call-activity', 'receive-task', 'catch', 'throw', 'event-based', 'sub-process', 'event-sub-process'],
  ...['exclusive', 'parallel', 'inclusive', 'boundary of user-task', 'boundary of call-activity', 'boundary of sub-process'],
  ...['one of several call-activity', 'one of several sub-process', 'one of several user-task'],
]

function passedIn(graph: ProcessGraph, { activities }: ProcessState): ReadonlySet<string> {
  const found = new Set<string>()
  for (const { node, member } of activities.values()) {
    const { kind, at } = graph.nodes.get(node) ?? {}
    if (kind === undefined) continue
    const host = at === undefined ? undefined : graph.nodes.get(at)?.kind
    found.add(host === undefined ? kind : `${kind} of ${host}`)
    if (member !== undefined && member > 0) found.add(`one of several ${kind}`)
  }
  return found
}

/** The first thing that somebody, or something, can do. */
function onwards(graph: ProcessGraph, state: ProcessState): Command {
  const [work] = openWork(graph, state)
  if (work) return { do: 'complete', activity: work.id }
  // What begins beside something else, or at its edge, may begin again and again.
  const wait = [...state.waits.values()].find(({ node }) => !['boundary', 'start'].includes(graph.nodes.get(node)?.kind ?? ''))
  return { do: 'occur', wait: wait?.id ?? -1 }
}

function anything(graph: ProcessGraph, state: ProcessState, chance: Chance): Command {
  const work = openWork(graph, state)
  if (work.length === 0) return { do: 'occur', wait: pick(chance, [...state.waits.keys()]) }
  const activity = pick(chance, work)
  const { kind } = graph.nodes.get(activity.node) ?? {}
  const which = chance()
  const catches = graph.boundariesOf(activity.node).some(({ trigger }) => trigger?.on === 'error')
  if (kind !== 'user-task' && catches && which < 0.4) return { do: 'fail', activity: activity.id, code: 'E' }
  if (kind === 'user-task' && which < 0.32) {
    const targets = returnTargets(graph, state, activity.id)
    const straight = which < 0.19 && canComeStraightBack(state, activity.id)
    if (targets.length > 0) return { do: 'return', from: activity.id, to: pick(chance, targets).node, straight }
  }
  if (which < 0.36) {
    const over = [...state.activities.values()].filter(
      ({ id, node }) => graph.nodes.get(node)?.kind === 'user-task' && canWithdraw(state, id),
    )
    if (over.length > 0) return { do: 'withdraw', activity: pick(chance, over).id }
  }
  if (which < 0.46 && state.waits.size > 0) return { do: 'occur', wait: pick(chance, [...state.waits.keys()]) }
  if (which < 0.5) return { do: 'signal', name: 'S' }
  if (which < 0.55) {
    // Whatever goes on, and not only what people do: what waits for an event, and whole sub-processes.
    const open = pick(
      chance,
      [...state.activities.values()].filter((one) => isOpen(one)),
    )
    const targets = jumpTargets(graph, state, open.id)
    if (targets.length > 0) return { do: 'jump', from: open.id, to: pick(chance, targets).id }
  }
  return { do: 'complete', activity: activity.id }
}

/** Several decide about each task of people, and it is done, or goes back, once they have; until then nothing moves. */
function decided(graph: ProcessGraph, state: ProcessState, chance: Chance, signers: Signers, command: Command): Command | undefined {
  const activity = command.do === 'complete' ? state.activities.get(command.activity) : undefined
  if (!activity || graph.nodes.get(activity.node)?.kind !== 'user-task') return command
  const verdict = signers.act(activity.id)
  if (verdict === 'open') return undefined
  const targets = verdict === 'rejected' ? returnTargets(graph, state, activity.id) : []
  return targets.length > 0 ? { do: 'return', from: activity.id, to: pick(chance, targets).node } : command
}

/** The passage that was begun in the place of another one. */
function latest(state: ProcessState, of: number): number {
  const node = state.activities.get(of)?.node
  return Math.max(...[...state.activities.values()].filter((activity) => activity.node === node && isOpen(activity)).map(({ id }) => id))
}

/** Whether a scope and those around it are open. */
function isOpenScope(state: ProcessState, scope: number): boolean {
  const around = state.activities.get(scope)
  return scope === 0 || (around !== undefined && isOpen(around) && isOpenScope(state, around.scope))
}

function expectSound(graph: ProcessGraph, state: ProcessState): void {
  expect(hasWayForward(graph, state), 'it has a way forward').toBe(true)
  expect(deadlocksOf(graph, state)).toEqual([])
  for (const activity of state.activities.values())
    if (isOpen(activity)) {
      expect(activity.incident, 'no incident in a sound model').toBeUndefined()
      expect(state.outcome === 'running' && isOpenScope(state, activity.scope), 'nothing goes on in what has ended').toBe(true)
    }
  for (const { scope } of state.tokens.values()) expect(isOpenScope(state, scope)).toBe(true)
  for (const { holder } of state.waits.values()) expect(isOpenScope(state, holder)).toBe(true)
}
