/** Processes drawn by chance, which nothing that is done to them may strand. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Chance } from '../support/process-nets.ts'
import { Signers } from '../support/process-signers.ts'
import { chanceOf, drawProcess, hands, pick, redraw } from '../support/process-nets.ts'
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
    const done = { complete: 0, return: 0, straight: 0, withdraw: 0, occur: 0, signal: 0, migrate: 0, jump: 0 }
    const signed: Record<string, number> = {}
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const chance = chanceOf(seed)
        let definition = drawProcess(chance, 3)
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
          if (command.do === 'return')
            expect([...state.activities.values()].some(({ node, state: now }) => node === command.to && now === 'active')).toBe(true)
        }
        surroundings.hurry()
        for (let left = 2000; state.outcome === 'running'; left -= 1) {
          expect(left, 'it comes to an end').toBeGreaterThan(0)
          obey({ do: 'complete', activity: openWork(graph, state)[0]?.id ?? -1 })
        }
        expect(state.outcome).toBe('ended')
        expect([state.tokens.size, state.waits.size], 'nothing is left behind').toEqual([0, 0])
        for (const [act, times] of Object.entries(signers.done)) signed[act] = (signed[act] ?? 0) + times
      }),
      { seed: seedOf('processes'), numRuns: RUNS, endOnFailure: true },
    )
    // Chance that never goes back would show nothing about going back.
    expect(Math.min(...Object.values(done)), JSON.stringify(done)).toBeGreaterThan(RUNS / 20)
    expect(Math.min(...Object.values(signed)), JSON.stringify(signed)).toBeGreaterThan(RUNS / 50)
  })
})

function anything(graph: ProcessGraph, state: ProcessState, chance: Chance): Command {
  const work = openWork(graph, state)
  const activity = pick(chance, work)
  const which = chance()
  if (which < 0.25) {
    const targets = returnTargets(graph, state, activity.id)
    const straight = which < 0.12 && canComeStraightBack(state, activity.id)
    if (targets.length > 0) return { do: 'return', from: activity.id, to: pick(chance, targets).node, straight }
  }
  if (which < 0.3) {
    const over = [...state.activities.values()].filter(
      ({ id, node }) => graph.nodes.get(node)?.kind === 'user-task' && canWithdraw(state, id),
    )
    if (over.length > 0) return { do: 'withdraw', activity: pick(chance, over).id }
  }
  if (which < 0.4 && state.waits.size > 0) return { do: 'occur', wait: pick(chance, [...state.waits.keys()]) }
  if (which < 0.45) return { do: 'signal', name: 'S' }
  if (which < 0.5) {
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
