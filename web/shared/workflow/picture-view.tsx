/**
 * The picture of a process, with marks on its nodes: looked at as a whole or nearer, by buttons, wheel, pointer and keys. What the server has drawn is shown,
 * so that nothing that draws models has to be loaded.
 */
import { BPMNIO_IMG, LINK_STYLES, LOGO_STYLES } from 'bpmn-js/lib/util/PoweredByUtil'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useT } from '../../kernel/i18n/i18n.ts'
import type { NodeMark } from './diagram-props.ts'
import { ZoomButtons } from './diagram-zoom.tsx'
import type { Box } from './picture.ts'
import { mark, moved, nodeAt, pictureOf, wholeOf, zoomed } from './picture.ts'
import './diagram.css'

interface PictureViewProps {
  /** SVG. */
  readonly picture: string
  /** What it shows, for those who do not see it. */
  readonly label: string
  readonly marks?: ReadonlyMap<string, NodeMark> | undefined
  /** Flows that were taken. */
  readonly flows?: ReadonlySet<string> | undefined
  readonly nameOf?: ((node: string) => string) | undefined
  readonly onPick?: ((node: string) => void) | undefined
}

const NO_MARKS: ReadonlyMap<string, NodeMark> = new Map()
const NO_FLOWS: ReadonlySet<string> = new Set()

/** Of what is looked at, by one press of an arrow. */
const STEP = 0.1
const NEARER = 1.25
/** Pixels: who moves the pointer less has clicked. */
const STILL = 4

export function PictureView({ picture, label, marks = NO_MARKS, flows = NO_FLOWS, nameOf, onPick }: PictureViewProps) {
  const t = useT()
  const paper = useRef<HTMLDivElement>(null)
  const drawn = useMemo(() => pictureOf(picture), [picture])
  const whole = useMemo(() => (drawn ? wholeOf(drawn) : undefined), [drawn])
  const [looked, setLooked] = useState<{ readonly of: Box; readonly at: Box }>()
  const box = looked && looked.of === whole ? looked.at : whole
  const held = useRef<{ readonly x: number; readonly y: number; readonly box: Box; isMoved: boolean }>(undefined)
  const look = (at: Box) => whole && setLooked({ of: whole, at })
  const zoom = (factor: number, at?: { x: number; y: number }) => whole && box && look(zoomed(box, whole, factor, at))

  useEffect(() => {
    const on = paper.current
    if (!on || !drawn) return undefined
    drawn.setAttribute('width', '100%')
    drawn.setAttribute('height', '100%')
    drawn.setAttribute('aria-hidden', 'true')
    on.prepend(drawn)
    return () => drawn.remove()
  }, [drawn])
  useEffect(() => {
    if (drawn) mark(drawn, marks, flows)
  }, [drawn, marks, flows])
  useEffect(() => {
    if (box) drawn?.setAttribute('viewBox', [box.x, box.y, box.width, box.height].join(' '))
  }, [drawn, box])

  const wheel = useEffectEvent((event: WheelEvent) => {
    // The wheel alone goes on through the page.
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    zoom(event.deltaY < 0 ? NEARER : 1 / NEARER, drawn && placeOf(drawn, event))
  })
  useEffect(() => {
    const on = paper.current
    const turned = (event: WheelEvent) => wheel(event)
    on?.addEventListener('wheel', turned, { passive: false })
    return () => on?.removeEventListener('wheel', turned)
  }, [])

  function press(event: KeyboardEvent): void {
    if (!box || !whole || event.altKey || event.ctrlKey || event.metaKey) return
    const steps: Readonly<Record<string, Box>> = {
      ArrowLeft: moved(box, whole, -STEP, 0),
      ArrowRight: moved(box, whole, STEP, 0),
      ArrowUp: moved(box, whole, 0, -STEP),
      ArrowDown: moved(box, whole, 0, STEP),
      '+': zoomed(box, whole, NEARER),
      '=': zoomed(box, whole, NEARER),
      '-': zoomed(box, whole, 1 / NEARER),
      '0': whole,
    }
    const next = steps[event.key]
    if (!next) return
    event.preventDefault()
    look(next)
  }

  function drag(event: PointerEvent): void {
    const from = held.current
    const shown = drawn?.getScreenCTM()
    if (!from || !whole || !shown) return
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > STILL) from.isMoved = true
    const [right, down] = [(from.x - event.clientX) / shown.a, (from.y - event.clientY) / shown.d]
    if (from.isMoved) look(moved(from.box, whole, right / from.box.width, down / from.box.height))
  }

  const named = [...marks].map(([id, own]) => ({ id, own, name: nameOf?.(id) ?? id }))
  return (
    <div className="diagram-card" role="figure" aria-label={label}>
      <div
        className="diagram-paper diagram-picture"
        ref={paper}
        role="application"
        aria-label={t('process-diagram.look')}
        tabIndex={0}
        onKeyDown={press}
        onPointerDown={({ clientX: x, clientY: y }) => {
          if (box) held.current = { x, y, box, isMoved: false }
        }}
        onPointerMove={drag}
        onPointerUp={({ target }) => {
          const node = held.current?.isMoved === false ? nodeAt(target) : undefined
          held.current = undefined
          if (node !== undefined) onPick?.(node)
        }}
        onPointerLeave={() => {
          held.current = undefined
        }}
      />
      <Mark />
      <ZoomButtons onNearer={() => zoom(NEARER)} onFarther={() => zoom(1 / NEARER)} onWhole={() => whole && look(whole)} />
      {named.length > 0 && (
        <ul className="diagram-nodes">
          {named.map(({ id, own: { state, badge }, name }) => (
            <li key={id}>
              <button type="button" onClick={() => onPick?.(id)}>
                {t('process-diagram.marked', { name, state: t(`process-diagram.state-${state}`), badge: badge ?? '' }).trim()}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Where an event is, in the lengths of the picture. */
function placeOf(drawn: SVGSVGElement, { clientX, clientY }: MouseEvent): { x: number; y: number } | undefined {
  const shown = drawn.getScreenCTM()
  return shown ? new DOMPoint(clientX, clientY).matrixTransform(shown.inverse()) : undefined
}

/** The mark of bpmn.io as its own viewers draw it, at its corner: diagrams are drawn with its designer, and the mark stands wherever one is shown. */
function Mark() {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const logo = pictureOf(BPMNIO_IMG)
    if (!logo) return undefined
    Object.assign(logo.style, LOGO_STYLES)
    link.current?.append(logo)
    return () => logo.remove()
  }, [])
  return (
    <a
      ref={link}
      href="https://bpmn.io"
      target="_blank"
      rel="noopener noreferrer"
      className="bjs-powered-by"
      title="Powered by bpmn.io"
      aria-label="bpmn.io"
      style={{ ...LINK_STYLES, position: 'absolute', bottom: 15, right: 15, zIndex: 100 }}
    />
  )
}
