/** What a pointer does in a drawing: it picks a category, or is drawn over several of them. */
import type { RefObject } from 'react'
import { useLayoutEffect, useMemo, useRef } from 'react'
import type { init } from './echarts.ts'
import type { ChartKind, Picking } from './chart-options.ts'

type Drawn = ReturnType<typeof init>

interface Pointer {
  /** From now on the drawing's pointer is followed; it goes with the drawing. */
  readonly listenTo: (chart: Drawn, element: HTMLElement) => void
}

interface Asked extends Picking {
  readonly kind: ChartKind
  /** Number of the last category. */
  readonly last: number
}

/** Pixels that a pointer may tremble while it is pressed. */
const TREMBLE = 6

/** What listens to a drawing. It is the same at each drawing of a component, and calls what stands in the last one's properties. */
export function useChartPointer(wanted: Asked): Pointer {
  const now = useRef(wanted)
  useLayoutEffect(() => {
    now.current = wanted
  })
  return useMemo<Pointer>(() => ({ listenTo: (chart, element) => follow(chart, element, now) }), [])
}

function follow(chart: Drawn, element: HTMLElement, now: RefObject<Asked>): void {
  const isPie = () => now.current.kind === 'pie'
  const isBars = () => now.current.kind === 'bar' || now.current.kind === 'stacked'
  chart.on('click', ({ dataIndex, seriesIndex }) => {
    if ((isPie() || isBars()) && typeof dataIndex === 'number')
      now.current.onPick?.(dataIndex, isPie() ? undefined : (seriesIndex ?? undefined))
  })
  const categoryAt = (x: number): number => {
    const at = Math.round(chart.convertFromPixel({ xAxisIndex: 0 }, x))
    return Math.min(now.current.last, Math.max(0, at))
  }
  const pen = chart.getZr()
  let from: number | undefined
  let band: HTMLElement | undefined
  const drop = () => {
    band?.remove()
    band = undefined
    from = undefined
  }
  pen.on('mousedown', ({ offsetX, offsetY }) => {
    if (!isPie() && chart.containPixel('grid', [offsetX, offsetY])) from = offsetX
  })
  pen.on('mousemove', ({ offsetX }) => {
    if (from === undefined || !now.current.onBrush || Math.abs(offsetX - from) < TREMBLE) return
    if (!band) {
      band = document.createElement('div')
      band.className = 'chart-band'
      element.append(band)
    }
    band.style.left = `${Math.min(from, offsetX)}px`
    band.style.width = `${Math.abs(offsetX - from)}px`
  })
  pen.on('mouseup', ({ offsetX }) => {
    const began = from
    const isDrawn = band !== undefined
    drop()
    if (began === undefined) return
    if (isDrawn) now.current.onBrush?.(categoryAt(Math.min(began, offsetX)), categoryAt(Math.max(began, offsetX)))
    else if (!isBars()) now.current.onPick?.(categoryAt(offsetX))
  })
  pen.on('globalout', drop)
}
