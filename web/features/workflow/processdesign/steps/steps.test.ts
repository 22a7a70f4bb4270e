/** The list of steps: what it reads of a process, what it writes, and where that stands. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Pen } from './edit-steps.ts'
import { addBranch, canSwap, insertBranches, insertStep, removeBranch, removeStep, swapSteps } from './edit-steps.ts'
import type { Flow, FlowNode, Graph } from './graph.ts'
import { layOut } from './layout.ts'
import type { BranchStep, ReadSteps, Sequence, StepList } from './read-steps.ts'
import { nodesIn, readSteps } from './read-steps.ts'

/** A process that is drawn by a pen without paper. */
class Sheet implements Pen {
  readonly nodes = new Map<string, FlowNode>()
  readonly flows = new Map<string, Flow>()
  #count = 0
  readonly add = (type: string) => {
    const id = `n${String((this.#count += 1))}`
    this.nodes.set(id, { id, type, name: undefined, isOnEdge: type === 'bpmn:BoundaryEvent', isTriggered: false })
    return id
  }
  readonly connect = (from: string, to: string) => {
    const id = `f${String((this.#count += 1))}`
    this.flows.set(id, { id, from, to })
  }
  readonly reconnectEnd = (flow: string, to: string) => this.#change(flow, { to })
  readonly reconnectStart = (flow: string, from: string) => this.#change(flow, { from })
  readonly remove = (ids: readonly string[]) => {
    for (const id of ids) {
      this.nodes.delete(id)
      this.flows.delete(id)
    }
  }
  #change(id: string, more: Partial<Flow>): void {
    const flow = this.flows.get(id)
    if (!flow) throw new Error(`no flow ${id}`)
    this.flows.set(id, { ...flow, ...more })
  }
}

function begun(): Sheet {
  const sheet = new Sheet()
  const [start, end] = [sheet.add('bpmn:StartEvent'), sheet.add('bpmn:EndEvent')]
  sheet.connect(start, end)
  return sheet
}

function listOf(graph: Graph): StepList {
  const read = readSteps(graph)
  if ('why' in read) throw new Error(`${read.why} at ${read.at ?? ''}`)
  return read.list
}

/** The steps by their types, branches between brackets. */
const shape = (graph: Graph, { steps }: Sequence): string =>
  steps
    .map((step) =>
      step.kind === 'single'
        ? (graph.nodes.get(step.id)?.type.slice(5) ?? '')
        : `[${step.branches.map((branch) => shape(graph, branch)).join('|')}]`,
    )
    .join(' ')
const shapeOf = (graph: Graph) => shape(graph, listOf(graph).sequence)
const firstPlace = (graph: Graph) => listOf(graph).sequence.places[0] ?? ''

describe('a list of steps', () => {
  it('is what is put into it', () => {
    const sheet = begun()
    insertStep(sheet, sheet, firstPlace(sheet), 'bpmn:ServiceTask')
    insertStep(sheet, sheet, firstPlace(sheet), 'bpmn:UserTask')
    expect(shapeOf(sheet)).toBe('UserTask ServiceTask')
    insertBranches(sheet, sheet, firstPlace(sheet), 'bpmn:ExclusiveGateway')
    expect(shapeOf(sheet)).toBe('[|] UserTask ServiceTask')
    const branches = listOf(sheet).sequence.steps[0] as BranchStep
    insertStep(sheet, sheet, branches.branches[1]?.places[0] ?? '', 'bpmn:UserTask')
    addBranch(sheet, listOf(sheet).sequence.steps[0] as BranchStep)
    expect(shapeOf(sheet)).toBe('[|UserTask|] UserTask ServiceTask')
    removeBranch(sheet, sheet, listOf(sheet).sequence.steps[0] as BranchStep, 0)
    expect(shapeOf(sheet)).toBe('[UserTask|] UserTask ServiceTask')
    removeBranch(sheet, sheet, listOf(sheet).sequence.steps[0] as BranchStep, 0)
    expect(shapeOf(sheet), 'two branches stay').toBe('[UserTask|] UserTask ServiceTask')
    swapSteps(sheet, listOf(sheet).sequence, 0)
    expect(shapeOf(sheet)).toBe('UserTask [UserTask|] ServiceTask')
    removeStep(sheet, sheet, listOf(sheet).sequence, 1)
    expect(shapeOf(sheet)).toBe('UserTask ServiceTask')
    expect([sheet.nodes.size, sheet.flows.size], 'nothing is left over').toEqual([4, 3])
  })

  it('keeps what a flow says with the branch that it opens', () => {
    const sheet = begun()
    const split = insertBranches(sheet, sheet, firstPlace(sheet), 'bpmn:ExclusiveGateway')
    const [flow = ''] = [...sheet.flows.values()].filter(({ from }) => from === split).map(({ id }) => id)
    const task = insertStep(sheet, sheet, flow, 'bpmn:UserTask')
    expect(sheet.flows.get(flow)).toEqual({ id: flow, from: split, to: task })
  })

  it('may have branches that end by themselves, behind which nothing stands', () => {
    const sheet = begun()
    const place = firstPlace(sheet)
    const task = insertStep(sheet, sheet, place, 'bpmn:UserTask')
    const [gateway, refused] = [sheet.add('bpmn:ExclusiveGateway'), sheet.add('bpmn:EndEvent')]
    const [after] = [...sheet.flows.values()].filter(({ from }) => from === task)
    const end = after?.to ?? ''
    sheet.reconnectEnd(after?.id ?? '', gateway)
    sheet.connect(gateway, end)
    sheet.connect(gateway, refused)
    expect(shapeOf(sheet)).toBe('UserTask [|]')
    const { sequence } = listOf(sheet)
    expect(canSwap(sequence, 0)).toBe(false)
    addBranch(sheet, sequence.steps[1] as BranchStep)
    expect(shapeOf(sheet)).toBe('UserTask [||]')
    removeStep(sheet, sheet, listOf(sheet).sequence, 1)
    expect(shapeOf(sheet)).toBe('UserTask')
  })

  it.each<[string, (sheet: Sheet, task: string) => void, ReadSteps]>([
    ['a way back', (sheet, task) => sheet.connect(task, task), { why: 'loop', at: 'n4' }],
    ['an event on an edge', (sheet) => void sheet.add('bpmn:BoundaryEvent'), { why: 'edge', at: 'n6' }],
    ['a node that nothing leads to', (sheet) => void sheet.add('bpmn:UserTask'), { why: 'apart', at: 'n6' }],
    ['two starts', (sheet) => void sheet.add('bpmn:StartEvent'), { why: 'several-starts', at: 'n6' }],
    ['several ways out of a task', (sheet, task) => sheet.connect(task, sheet.add('bpmn:EndEvent')), { why: 'crossing', at: 'n4' }],
    [
      'a task that leads nowhere',
      (sheet, task) => sheet.remove([...sheet.flows.values()].filter(({ from }) => from === task).map(({ id }) => id)),
      { why: 'open', at: 'n4' },
    ],
  ])('is none with %s', (_name, change, why) => {
    const sheet = begun()
    const task = insertStep(sheet, sheet, firstPlace(sheet), 'bpmn:UserTask')
    change(sheet, task)
    expect(readSteps(sheet)).toEqual(why)
  })

  it('is none where branches join across each other', () => {
    const sheet = begun()
    insertBranches(sheet, sheet, firstPlace(sheet), 'bpmn:ParallelGateway')
    const outer = listOf(sheet).sequence.steps[0] as BranchStep
    const inner = insertBranches(sheet, sheet, outer.branches[0]?.places[0] ?? '', 'bpmn:ParallelGateway')
    const [flow] = [...sheet.flows.values()].filter(({ from }) => from === inner)
    sheet.reconnectEnd(flow?.id ?? '', outer.join ?? '')
    expect(readSteps(sheet)).toMatchObject({ why: 'crossing' })
  })
})

const sizes = (graph: Graph) => (id: string) => {
  const type = graph.nodes.get(id)?.type ?? ''
  return type.endsWith('Event')
    ? { width: 36, height: 36 }
    : type.endsWith('Gateway')
      ? { width: 50, height: 50 }
      : { width: 100, height: 80 }
}

/** All sequences of a list. */
const sequencesOf = (sequence: Sequence): Sequence[] => [
  sequence,
  ...sequence.steps.flatMap((step) => (step.kind === 'single' ? [] : step.branches.flatMap(sequencesOf))),
]

it('whatever is done to a list, it stays one: all is reached, nothing is left over, and no node stands on another', () => {
  const acts = fc.array(fc.tuple(fc.nat(6), fc.nat(1000), fc.nat(1000)), { maxLength: 25 })
  fc.assert(
    fc.property(acts, (made) => {
      const sheet = begun()
      for (const [act, one, two] of made) {
        const sequences = sequencesOf(listOf(sheet).sequence)
        const sequence = sequences[one % sequences.length] as Sequence
        const at = two % Math.max(1, sequence.steps.length)
        const place = sequence.places[two % sequence.places.length] ?? ''
        const step = sequence.steps[at]
        if (act < 2) insertStep(sheet, sheet, place, 'bpmn:UserTask')
        else if (act === 2) insertBranches(sheet, sheet, place, 'bpmn:InclusiveGateway')
        else if (act === 3) removeStep(sheet, sheet, sequence, at)
        else if (act === 4 && canSwap(sequence, at)) swapSteps(sheet, sequence, at)
        else if (act === 5 && step?.kind === 'branches') addBranch(sheet, step)
        else if (act === 6 && step?.kind === 'branches') removeBranch(sheet, sheet, step, two % step.branches.length)
      }
      const list = listOf(sheet)
      expect(new Set([list.start, ...nodesIn(list.sequence)])).toEqual(new Set(sheet.nodes.keys()))
      const sizeOf = sizes(sheet)
      const layout = layOut(list, sizeOf, { x: 100, y: 100 })
      expect(layout.nodes.size).toBe(sheet.nodes.size)
      expect([...layout.flows.keys()].sort()).toEqual([...sheet.flows.keys()].sort())
      const boxes = [...layout.nodes].map(([id, { x, y }]) => ({ ...sizeOf(id), x, y }))
      for (const [index, box] of boxes.entries())
        for (const other of boxes.slice(index + 1))
          expect(
            Math.abs(box.x - other.x) >= (box.width + other.width) / 2 || Math.abs(box.y - other.y) >= (box.height + other.height) / 2,
          ).toBe(true)
      for (const points of layout.flows.values())
        for (const [index, point] of points.slice(1).entries())
          expect(point.x === points[index]?.x || point.y === points[index]?.y, 'no flow is drawn askew').toBe(true)
    }),
    { numRuns: 300 },
  )
})
