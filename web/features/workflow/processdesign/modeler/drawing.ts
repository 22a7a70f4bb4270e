/** The model that is open: what is chosen in it, and the ways in which it is changed. Each of them can be taken back. */
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Element } from '../../../../../model/workflow/bpmn/moddle.ts'
import { elementAt, elementsAt } from '../../../../../model/workflow/bpmn/moddle.ts'
import type { Translate } from '../../../../kernel/i18n/i18n.ts'
import type { Canvas, DiagramElement, DiagramFlow, ElementRegistry, EventBus, Point } from '../../../../shared/workflow/diagram-parts.ts'
import { OUTSTATION_MODDLE } from '../../../../shared/workflow/outstation-moddle.ts'
import { diagramTranslate } from './diagram-translate.ts'
import type { Modeler } from './modeler.ts'
import { newModeler } from './modeler.ts'
import type { ContextPad, PopupMenu } from './only-supported.ts'
import { offerOnlySupported } from './only-supported.ts'

type Values = Readonly<Record<string, unknown>>

export interface Modeling {
  readonly updateProperties: (element: DiagramElement, values: Values) => void
  readonly updateModdleProperties: (element: DiagramElement, part: Element, values: Values) => void
  readonly createShape: (shape: DiagramElement, at: Point, parent: DiagramElement) => DiagramElement
  readonly connect: (from: DiagramElement, to: DiagramElement) => DiagramFlow
  readonly removeElements: (elements: readonly DiagramElement[]) => void
  readonly reconnectStart: (flow: DiagramElement, from: DiagramElement, at: Point) => void
  readonly reconnectEnd: (flow: DiagramElement, to: DiagramElement, at: Point) => void
  readonly updateWaypoints: (flow: DiagramElement, points: readonly Point[]) => void
  readonly moveElements: (elements: readonly DiagramElement[], by: Point) => void
}
interface Moddle {
  readonly create: (type: string, values: Values) => Element
}
interface CommandStack {
  readonly registerHandler: (name: string, handler: new () => { preExecute: (context: Together) => void }) => void
  readonly execute: (name: string, context: Together) => void
  readonly undo: () => void
  readonly redo: () => void
  readonly canUndo: () => boolean
  readonly canRedo: () => boolean
}
interface Selection {
  readonly get: () => readonly DiagramElement[]
  readonly select: (elements: DiagramElement | readonly DiagramElement[] | null) => void
}
interface ElementFactory {
  readonly createShape: (attributes: Values) => DiagramElement
}
interface AutoPlace {
  readonly append: (after: DiagramElement, shape: DiagramElement) => DiagramElement
}
interface Create {
  readonly start: (event: Event, shape: DiagramElement, context?: Values) => void
}
interface Together {
  readonly run: () => void
}

const TOGETHER = 'outstation.together'
class TogetherHandler {
  preExecute({ run }: Together): void {
    run()
  }
}

export interface Drawing {
  readonly modeler: Modeler
  readonly canvas: Canvas
  readonly elements: ElementRegistry
  readonly modeling: Modeling
  readonly stack: CommandStack
  readonly create: (type: string, values?: Values) => Element
  /** A node that is not drawn yet. */
  readonly shapeOf: (type: string) => DiagramElement
  readonly select: (id: string | undefined) => void
  /** The one chosen element, the process where none is, and nothing where several are. */
  readonly chosen: () => DiagramElement | undefined
  /** The process that is drawn: the first where there are pools. */
  readonly process: () => Element | undefined
  /** Does several changes as one that is taken back at once. */
  readonly together: (run: () => void) => void
  readonly append: (after: DiagramElement, type: string, more?: Values) => DiagramElement
  readonly drag: (event: Event, type: string, after?: DiagramElement, more?: Values) => void
  /** Draws it where there is room: behind the chosen node, else beside all that is drawn. */
  readonly place: (type: string, more?: Values) => DiagramElement
  /** Counts what was done to the model. */
  readonly changes: () => number
  /** Counts what makes the panel show something else: changes, and what is chosen. */
  readonly version: () => number
  readonly subscribe: (listener: () => void) => () => void
}

/** Opens the paper, with nothing on it yet. It is put into the page by `attachTo`. */
export function openDrawing(t: Translate): Drawing {
  const modeler = newModeler({
    moddleExtensions: { outstation: OUTSTATION_MODDLE },
    additionalModules: [{ translate: ['value', diagramTranslate(t)] }],
  })
  const [modeling, stack, selection, canvas, elements, moddle] = [
    modeler.get<Modeling>('modeling'),
    modeler.get<CommandStack>('commandStack'),
    modeler.get<Selection>('selection'),
    modeler.get<Canvas>('canvas'),
    modeler.get<ElementRegistry>('elementRegistry'),
    modeler.get<Moddle>('moddle'),
  ]
  const factory = modeler.get<ElementFactory>('elementFactory')
  stack.registerHandler(TOGETHER, TogetherHandler)
  const [listeners, counts] = [new Set<() => void>(), { changes: 0, version: 0 }]
  const announce = () => {
    counts.version += 1
    for (const listener of listeners) listener()
  }
  const bus = modeler.get<EventBus>('eventBus')
  bus.on(['commandStack.changed'], () => {
    counts.changes += 1
    announce()
  })
  bus.on(['selection.changed', 'import.done', 'root.set'], announce)

  const chosen = () => {
    const [one, second] = selection.get()
    if (second) return undefined
    return one ? (one.labelTarget ?? one) : canvas.getRootElement()
  }
  const append = (after: DiagramElement, type: string, more: Values = {}) => {
    const shape = modeler.get<AutoPlace>('autoPlace').append(after, factory.createShape({ type, ...more }))
    selection.select(shape)
    return shape
  }
  const drag = (event: Event, type: string, after?: DiagramElement, more: Values = {}) =>
    modeler.get<Create>('create').start(event, factory.createShape({ type, ...more }), after ? { source: after } : {})
  offerOnlySupported(modeler.get<ContextPad>('contextPad'), modeler.get<PopupMenu>('popupMenu'), { append, drag }, t)

  return {
    modeler,
    canvas,
    elements,
    modeling,
    stack,
    create: (type, values = {}) => moddle.create(type, values),
    shapeOf: (type) => factory.createShape({ type, ...(type === 'bpmn:SubProcess' ? { isExpanded: true } : {}) }),
    select: (id) => {
      const element = id === undefined ? undefined : elements.get(id)
      selection.select(element && element !== canvas.getRootElement() ? element : null)
      if (element && element !== canvas.getRootElement()) canvas.scrollToElement(element.id, 60)
    },
    chosen,
    process: () => processIn(canvas.getRootElement().businessObject),
    together: (run) => stack.execute(TOGETHER, { run }),
    append,
    drag,
    place: (type, more = {}) => {
      const after = chosen()
      if (after && canBeFollowed(after)) return append(after, type, more)
      const parent = after?.type === 'bpmn:SubProcess' && (after.children ?? []).length > 0 ? after : canvas.getRootElement()
      const shapes = (parent.children ?? []).filter(({ waypoints }) => !waypoints)
      const [right, top] = [Math.max(100, ...shapes.map(({ x, width }) => x + width)), Math.min(...shapes.map(({ y }) => y))]
      const shape = modeling.createShape(
        factory.createShape({ type, ...more }),
        { x: right + 110, y: (Number.isFinite(top) ? top : 100) + 40 },
        parent,
      )
      selection.select(shape)
      return shape
    },
    changes: () => counts.changes,
    version: () => counts.version,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Whether a flow can lead on from an element to a new one. */
function canBeFollowed({ type, businessObject }: DiagramElement): boolean {
  if (!/^bpmn:.*(Task|Event|Gateway|Activity|SubProcess)$/.test(type) || type === 'bpmn:EndEvent') return false
  return businessObject['triggeredByEvent'] !== true
}

function processIn(root: Element): Element | undefined {
  if (root.$type === 'bpmn:Process') return root
  return elementsAt(root, 'participants')
    .map((pool) => elementAt(pool, 'processRef'))
    .find((process) => process !== undefined)
}

const Opened = createContext<Drawing | undefined>(undefined)
export const DrawingProvider = Opened.Provider

/** The model that is open. */
export function useDrawing(): Drawing {
  const drawing = useContext(Opened)
  if (!drawing) throw new Error('outside of the designer')
  return drawing
}

/** Draws the component again whenever the model, or what is chosen in it, is another one. */
export function useDrawn(): Drawing {
  const drawing = useDrawing()
  useSyncExternalStore(drawing.subscribe, drawing.version)
  return drawing
}
