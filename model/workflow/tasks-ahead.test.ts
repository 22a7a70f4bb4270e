/** Which tasks come first is read from the flows: through gateways, into sub-processes and out of them, and no further than asked. */
import { expect, it } from 'vitest'
import type { ProcessNode } from './core/graph.ts'
import { compileProcess } from './core/graph.ts'
import { tasksAhead } from './tasks-ahead.ts'

const node = (id: string, kind: ProcessNode['kind'], inside?: string): ProcessNode => ({
  id,
  kind,
  ...(inside === undefined ? {} : { inside }),
})
const graph = compileProcess({
  nodes: [
    node('start', 'start'),
    node('which', 'exclusive'),
    node('one', 'user-task'),
    node('two', 'user-task'),
    node('part', 'sub-process'),
    node('begin', 'start', 'part'),
    node('within', 'user-task', 'part'),
    node('done', 'end', 'part'),
    node('last', 'user-task'),
    node('end', 'end'),
  ],
  flows: [
    ['start', 'which'],
    ['which', 'one'],
    ['which', 'two'],
    ['one', 'part'],
    ['two', 'one'],
    ['begin', 'within'],
    ['within', 'done'],
    ['part', 'last'],
    ['last', 'end'],
  ].map(([from = '', to = '']) => ({ id: `${from}-${to}`, from, to })),
})

it('the nearest tasks are found through gateways', () => {
  expect(tasksAhead(graph, undefined)).toEqual(['one', 'two'])
})
it('behind a task, into a sub-process and out of it', () => {
  expect(tasksAhead(graph, 'one')).toEqual(['within'])
  expect(tasksAhead(graph, 'within')).toEqual(['last'])
  expect(tasksAhead(graph, 'last')).toEqual([])
})
it('all tasks, where the walk goes on behind those that it has found', () => {
  expect(tasksAhead(graph, undefined, true)).toEqual(['one', 'two', 'within', 'last'])
})
