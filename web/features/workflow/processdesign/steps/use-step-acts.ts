/** Changes of the list, drawn by commands of the modeler: each is one step that can be taken back, and the whole is laid out anew with it. */
import { useMemo } from 'react'
import { bodyAt, elementAt } from '../../../../../model/workflow/bpmn/moddle.ts'
import type { Service } from '../../../../../model/workflow/settings.ts'
import { serviceSettings } from '../../../../../model/workflow/settings.ts'
import type { LabelKey, Translate } from '../../../../kernel/i18n/i18n.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import type { DiagramElement } from '../../../../shared/workflow/diagram-parts.ts'
import type { Drawing } from '../modeler/drawing.ts'
import { useDrawing } from '../modeler/drawing.ts'
import { changeSettings } from '../modeler/changes.ts'
import type { Pen } from './edit-steps.ts'
import { addBranch, insertBranches, insertStep, removeBranch, removeStep, swapSteps } from './edit-steps.ts'
import type { Graph } from './graph.ts'
import { graphOf } from './graph.ts'
import { layOut } from './layout.ts'
import type { BranchStep, Sequence } from './read-steps.ts'
import { readSteps } from './read-steps.ts'

export const ADDABLE = ['approval', 'notify', 'service', 'condition', 'parallel', 'sub-process', 'call'] as const
export type Addable = (typeof ADDABLE)[number]

const TYPES: Readonly<Record<Addable, string>> = {
  approval: 'bpmn:UserTask',
  notify: 'bpmn:ServiceTask',
  service: 'bpmn:ServiceTask',
  condition: 'bpmn:ExclusiveGateway',
  parallel: 'bpmn:ParallelGateway',
  'sub-process': 'bpmn:SubProcess',
  call: 'bpmn:CallActivity',
}

export interface StepActs {
  readonly add: (place: string, kind: Addable) => void
  readonly remove: (of: Sequence, at: number) => void
  readonly swap: (of: Sequence, at: number) => void
  readonly addBranch: (step: BranchStep) => void
  readonly removeBranch: (step: BranchStep, at: number) => void
  /** What a branch asks, in a few words. */
  readonly conditionOf: (flow: string) => string
}

/** The ways in which the list changes the model. */
export function useStepActs(): StepActs {
  const drawing = useDrawing()
  const t = useT()
  return useMemo(() => {
    const act = (change: (pen: Pen, graph: Graph) => string | undefined) => {
      let made: string | undefined
      drawing.together(() => {
        made = change(penOf(drawing), graphNow(drawing))
        arrange(drawing)
      })
      if (made !== undefined) drawing.select(made)
    }
    return {
      add: (place, kind) => act((pen, graph) => added(drawing, pen, graph, place, kind, t)),
      remove: (of, at) => act((pen, graph) => void removeStep(pen, graph, of, at)),
      swap: (of, at) => act((pen) => void swapSteps(pen, of, at)),
      addBranch: (step) => act((pen) => void addBranch(pen, step)),
      removeBranch: (step, at) => act((pen, graph) => void removeBranch(pen, graph, step, at)),
      conditionOf: (flow) => conditionOf(drawing, flow, t),
    }
  }, [drawing, t])
}

function added(drawing: Drawing, pen: Pen, graph: Graph, place: string, kind: Addable, t: Translate): string {
  const isDivided = kind === 'condition' || kind === 'parallel'
  const id = isDivided ? insertBranches(pen, graph, place, TYPES[kind]) : insertStep(pen, graph, place, TYPES[kind])
  const element = drawing.elements.get(id)
  if (!element) return id
  const key: LabelKey = `process-design.add-${kind}`
  if (!isDivided) drawing.modeling.updateProperties(element, { name: t(key) })
  const notice: Service = { do: 'notify', to: [{ kind: 'starter' }], title: {}, text: {} }
  if (kind === 'notify') changeSettings(drawing, element, element.businessObject, serviceSettings, { service: notice })
  return id
}

function conditionOf(drawing: Drawing, id: string, t: Translate): string {
  const flow = drawing.elements.get(id)?.businessObject
  const source = elementAt(flow, 'sourceRef')
  if (elementAt(source, 'default')?.id === id) return t('process-elements.flow-default')
  return (
    bodyAt(flow, 'conditionExpression') ??
    (source?.$type === 'bpmn:ParallelGateway' ? t('process-design.always') : t('process-design.no-condition'))
  )
}

function graphNow(drawing: Drawing): Graph {
  const process = drawing.process()
  return process ? graphOf(process) : { nodes: new Map(), flows: new Map() }
}

const middleOf = ({ x, y, width, height }: DiagramElement) => ({ x: x + width / 2, y: y + height / 2 })

function penOf({ elements, modeling, canvas, shapeOf }: Drawing): Pen {
  const at = (id: string): DiagramElement => {
    const element = elements.get(id)
    if (!element) throw new Error(`no element ${id}`)
    return element
  }
  return {
    add: (type) => modeling.createShape(shapeOf(type), { x: 0, y: 0 }, canvas.getRootElement()).id,
    connect: (from, to) => void modeling.connect(at(from), at(to)),
    reconnectEnd: (flow, to) => modeling.reconnectEnd(at(flow), at(to), middleOf(at(to))),
    reconnectStart: (flow, from) => modeling.reconnectStart(at(flow), at(from), middleOf(at(from))),
    remove: (ids) => {
      // What goes with another one is gone already: an element with its flows.
      for (const id of ids) {
        const element = elements.get(id)
        if (element) modeling.removeElements([element])
      }
    },
  }
}

/** Lays the whole list out. */
function arrange(drawing: Drawing): void {
  const { elements, modeling } = drawing
  const read = readSteps(graphNow(drawing))
  if ('why' in read) return
  const start = elements.get(read.list.start)
  if (!start) return
  const layout = layOut(read.list, (id) => elements.get(id) ?? { width: 100, height: 80 }, middleOf(start))
  for (const [id, to] of layout.nodes) {
    const element = elements.get(id)
    if (!element) continue
    const from = middleOf(element)
    if (from.x !== to.x || from.y !== to.y) modeling.moveElements([element], { x: to.x - from.x, y: to.y - from.y })
  }
  for (const [id, points] of layout.flows) {
    const flow = elements.get(id)
    if (flow) modeling.updateWaypoints(flow, points)
  }
}
