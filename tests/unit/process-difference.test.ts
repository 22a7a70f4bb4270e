/** What two versions of a model differ in, as a page shows it. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProcessModel } from '../../model/workflow/bpmn/process-model.ts'
import type { ProcessDefinition } from '../../model/workflow/core/graph.ts'
import { differencesOf } from '../../model/workflow/difference.ts'
import { processSettings, taskSettings } from '../../model/workflow/settings.ts'
import { model } from '../support/process-models.ts'
import { chanceOf, drawProcess } from '../support/process-nets.ts'
import { redraw } from '../support/process-redraw.ts'

const whole = (definition: ProcessDefinition, more: Partial<ProcessModel> = {}): ProcessModel => ({
  key: 'leave',
  name: 'Leave',
  definition,
  process: processSettings.parse({}),
  tasks: new Map(),
  services: new Map(),
  called: new Map(),
  messages: new Map(),
  faults: [],
  warnings: [],
  ...more,
})
function drawn(kinds: Parameters<typeof model>[0], lines: readonly string[], more: Partial<ProcessModel> = {}): ProcessModel {
  const { nodes, flows } = model(kinds, ...lines)
  return whole({ nodes: [...nodes.values()], flows: [...flows.values()] }, more)
}

describe('the difference of two models', () => {
  const before = drawn({ ask: 'exclusive' }, ['start > a > ask', 'ask > b [yes]', 'ask > end [else]', 'b > end'])

  it('is nothing where they say the same, in whatever order', () => {
    const { nodes, flows } = before.definition
    expect(differencesOf(before, whole({ nodes: [...nodes].reverse(), flows: [...flows].reverse() }))).toEqual([])
    const settings = { tasks: new Map([['a', taskSettings.parse({ whenNobody: 'pass', pick: 'starter' })]]) }
    const turned = { tasks: new Map([['a', taskSettings.parse({ pick: 'starter', whenNobody: 'pass' })]]) }
    expect(differencesOf({ ...before, ...settings }, { ...before, ...turned })).toEqual([])
  })

  it('is what was added, removed and changed', () => {
    const after = drawn({ ask: 'inclusive', c: { kind: 'user-task', name: 'Clerk' } }, [
      'start > a > ask',
      'ask > c [yes]',
      'ask > end',
      'c > end',
    ])
    const differences = differencesOf(before, after).map(({ sort, is, element, name, changes }) => [
      sort,
      is,
      element,
      name,
      changes.map(({ what }) => what).join(),
    ])
    expect(differences).toEqual([
      ['node', 'changed', 'ask', undefined, 'kind,default'],
      ['node', 'added', 'c', 'Clerk', ''],
      ['node', 'removed', 'b', undefined, ''],
      ['flow', 'added', 'ask-c', undefined, ''],
      ['flow', 'added', 'c-end', undefined, ''],
      ['flow', 'removed', 'ask-b', undefined, ''],
      ['flow', 'removed', 'b-end', undefined, ''],
    ])
  })

  it('says of people, conditions, settings, services and the process what they were and are', () => {
    const people = (code: string, more = {}) => new Map([['a', taskSettings.parse({ people: [{ kind: 'role', code }], ...more })]])
    const { nodes, flows } = before.definition
    const after: ProcessModel = {
      ...before,
      name: 'Holiday',
      process: processSettings.parse({ numberPrefix: 'H' }),
      tasks: people('boss', { whenRejected: 'starter' }),
      services: new Map([['b', { do: 'set', assignments: [{ name: 'x', value: '= 1' }] }]]),
      definition: { nodes, flows: flows.map((flow) => (flow.id === 'ask-b' ? { ...flow, condition: { field: 'no' } } : flow)) },
    }
    const found = differencesOf({ ...before, tasks: people('clerk') }, after)
    expect(found.map(({ element, is, changes }) => [element, is, changes.map(({ what }) => what)])).toEqual([
      ['leave', 'changed', ['name', 'settings']],
      ['a', 'changed', ['people', 'settings']],
      ['b', 'changed', ['service']],
      ['ask-b', 'changed', ['condition']],
    ])
    expect(found[1]?.changes[0]).toEqual({
      what: 'people',
      before: [{ kind: 'role', code: 'clerk' }],
      after: [{ kind: 'role', code: 'boss' }],
    })
    expect(found[3]?.changes).toEqual([{ what: 'condition', before: { field: 'yes' }, after: { field: 'no' } }])
    expect(found[2]?.changes[0]).not.toHaveProperty('before')
  })

  it('names each element once, and turned round it is what was removed for what was added', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const chance = chanceOf(seed)
        const one = drawProcess(chance, 2, true)
        const other = redraw(one, chance).definition
        const there = differencesOf(whole(one), whole(other))
        const back = differencesOf(whole(other), whole(one))
        const named = (of: typeof there, is: string) =>
          of
            .filter((difference) => difference.is === is)
            .map(({ element }) => element)
            .sort()
        expect(new Set(there.map(({ element }) => element)).size).toBe(there.length)
        expect(named(there, 'added')).toEqual(named(back, 'removed'))
        expect(named(there, 'removed')).toEqual(named(back, 'added'))
        expect(named(there, 'changed')).toEqual(named(back, 'changed'))
        expect(there.length).toBeGreaterThan(0)
      }),
      { numRuns: 200 },
    )
  })
})
