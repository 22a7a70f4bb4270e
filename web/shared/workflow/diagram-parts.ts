/** What the pages of processes ask of bpmn-js: of its services and elements, only that. */
import type { Element } from '../../../model/workflow/bpmn/moddle.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

/** What is drawn: a node, a flow, a label, or the process that all of it stands on. */
export interface DiagramElement {
  readonly id: string
  readonly type: string
  readonly businessObject: Element
  readonly parent?: DiagramElement | undefined
  readonly children?: readonly DiagramElement[] | undefined
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly incoming?: readonly DiagramFlow[] | undefined
  readonly outgoing?: readonly DiagramFlow[] | undefined
  /** Of a label, what it names. */
  readonly labelTarget?: DiagramElement | undefined
  readonly waypoints?: readonly Point[] | undefined
}
export interface DiagramFlow extends DiagramElement {
  readonly source: DiagramElement
  readonly target: DiagramElement
}

export interface Canvas {
  readonly getRootElement: () => DiagramElement
  readonly zoom: (level?: number | 'fit-viewport', centre?: 'auto') => number
  readonly resized: () => void
  readonly addMarker: (id: string, marker: string) => void
  readonly removeMarker: (id: string, marker: string) => void
  readonly scrollToElement: (id: string, padding?: number) => void
  readonly viewbox: () => { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly focus: () => void
}
export interface ElementRegistry {
  readonly get: (id: string) => DiagramElement | undefined
  readonly getAll: () => readonly DiagramElement[]
}
export interface Overlays {
  readonly add: (id: string, type: string, overlay: { readonly position: object; readonly html: HTMLElement }) => string
  readonly clear: () => void
}
export interface EventBus {
  readonly on: <Event>(events: string | readonly string[], listener: (event: Event) => void) => void
}
/** Puts a text into the language of the page. */
export type DiagramTranslate = (template: string, replacements?: Readonly<Record<string, string>>) => string

/** Zooms by a factor, and shows all of it. */
export function zoomBy(canvas: Canvas, factor: number): void {
  canvas.zoom(Math.min(4, Math.max(0.2, canvas.zoom() * factor)), 'auto')
}
