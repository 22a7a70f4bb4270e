/** A ruler at the edge of the canvas; a press on it puts a guide there, which follows the pointer. For the keyboard guides are in the panel of the canvas. */
import type { PointerEvent, RefObject } from 'react'
import { memo } from 'react'
import { ticksOf } from '../state/ticks.ts'
import { MARGIN } from './geometry.ts'

interface RulerProps {
  readonly along: 'x' | 'y'
  /** Of the canvas, in its own pixels. */
  readonly length: number
  readonly scale: number
  /** What is moved as the canvas is scrolled. */
  readonly marks: RefObject<HTMLDivElement | null>
  readonly onGuide: (event: PointerEvent) => void
}

export const Ruler = memo(function Ruler({ along, length, scale, marks, onGuide }: RulerProps) {
  const place = along === 'x' ? 'left' : 'top'
  return (
    <div className={`screen-ruler screen-ruler-${along}`} aria-hidden="true" onPointerDown={onGuide}>
      <div ref={marks}>
        {ticksOf(length, scale).map((at) => (
          <span key={at} style={{ [place]: MARGIN + at * scale }}>
            {at}
          </span>
        ))}
      </div>
    </div>
  )
})
