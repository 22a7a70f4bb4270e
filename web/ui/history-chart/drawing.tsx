/** The picture of histories, and the hand upon it: the wheel zooms, dragging moves or takes a box, and with the shift key the other of both. */
import type { EChartsType } from 'echarts/core'
import type { PointerEvent as PressEvent, RefObject } from 'react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { colourIn, coloursOf } from '../chart-colours.ts'
import { throttle } from '../throttle.ts'
import { useNear } from '../use-near.ts'
import type { History } from './histories.ts'
import type { Marks } from './marks.ts'
import { NO_MARKS, marksAt } from './marks.ts'
import type { Bounds, HistoryColours } from './options.ts'
import { PLOT, historyOptions, marginsOf, timeAxis, unitsOf } from './options.ts'
import type { Range } from './ranges.ts'
import { moved, within, zoomed } from './ranges.ts'
import type { ReadoutTexts } from './readout.tsx'
import { Readout } from './readout.tsx'

export interface DrawingProps extends Range {
  readonly label: string
  readonly histories: readonly History[]
  readonly zone: string
  readonly height: number
  readonly failed: string
  readonly texts: ReadoutTexts
  readonly axes?: Readonly<Record<string, Bounds>> | undefined
  readonly connects?: boolean | undefined
  readonly marks?: Marks | undefined
  /** Whether dragging takes a box instead of moving. */
  readonly takesBox?: boolean | undefined
  readonly onRange: (range: Range) => void
  /** A box was taken that is flatter than the drawing: what it shows of each axis, and for how long. Without it a box takes a stretch of time alone. */
  readonly onBox?: ((range: Range, axes: Readonly<Record<string, Bounds>>) => void) | undefined
  /** Somebody has pressed twice upon a moment. */
  readonly onMoment?: ((moment: number) => void) | undefined
  /** Is given what makes a picture of it, as the address of its data. */
  readonly pictureRef?: RefObject<(() => string) | undefined> | undefined
}

/** Milliseconds between two adaptations to another size. */
const RESIZE_MS = 100
/** What one notch of a wheel makes of the width; what a stretch must at least be dragged, in pixels. */
const NOTCH = 1.25
const MIN_DRAG = 6
/** Pixels: what is lower than this is a stretch of time and no box. */
const MIN_BOX = 24

interface Drag extends Range {
  readonly x: number
  readonly y: number
  readonly takes: boolean
}

export function Drawing(props: DrawingProps) {
  const { label, histories, from, to, zone, height, failed, texts, axes, connects, marks, takesBox = false } = props
  const { onRange, onBox, onMoment, pictureRef } = props
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<readonly unknown[]>([])
  const [chart, setChart] = useState<EChartsType>()
  const [broken, setBroken] = useState(false)
  const [look, setLook] = useState<{ width: number; colours: HistoryColours }>()
  const [at, setAt] = useState<number>()
  const [level, setLevel] = useState(0)
  const [drag, setDrag] = useState<Drag>()
  const near = useNear(box)

  useEffect(() => {
    const element = box.current
    if (!element || !near) return
    let stop: (() => void) | undefined
    let gone = false
    void import('../echarts.ts').then(
      ({ init }) => {
        if (gone) return
        const made = init(element)
        const see = () =>
          setLook({
            width: element.clientWidth,
            colours: { ...coloursOf(element), uncertain: colourIn(element)('--warning'), bad: colourIn(element)('--danger') },
          })
        const resize = throttle(() => {
          made.resize()
          see()
        }, RESIZE_MS)
        const size = new ResizeObserver(resize)
        size.observe(element)
        // Another theme, or another colour of it, is told to the document.
        const theme = new MutationObserver(see)
        theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'style'] })
        see()
        setChart(made)
        stop = () => {
          size.disconnect()
          theme.disconnect()
          resize.cancel()
          setChart(undefined)
          made.dispose()
        }
      },
      () => setBroken(true),
    )
    return () => {
      gone = true
      stop?.()
    }
  }, [near])

  useEffect(() => {
    if (!chart || !look) return
    const frame = {
      from,
      to,
      zone,
      width: look.width,
      ...(axes ? { axes } : {}),
      ...(connects ? { connects } : {}),
      ...(marks ? { marks } : {}),
    }
    const all = [chart, histories, look, zone, axes, connects, marks]
    // While the range moves, only the axis is drawn anew.
    if (all.every((one, index) => one === drawn.current[index])) chart.setOption({ xAxis: timeAxis(histories, frame, look.colours) })
    else chart.setOption(historyOptions(histories, frame, look.colours), true)
    drawn.current = all
    if (pictureRef) pictureRef.current = () => chart.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor: look.colours.surface })
  }, [chart, look, histories, from, to, zone, axes, connects, marks, pictureRef])

  const { left, right } = useMemo(() => marginsOf(histories, look?.width ?? 0), [histories, look?.width])
  const room = Math.max(1, (look?.width ?? 0) - left - right)
  const momentAt = (x: number, { from: begin, to: end }: Range) => begin + ((x - left) / room) * (end - begin)
  const placeOf = (event: { clientX: number }) => event.clientX - (box.current?.getBoundingClientRect().left ?? 0)
  const heightOf = (event: { clientY: number }) => event.clientY - (box.current?.getBoundingClientRect().top ?? 0)
  const within01 = (x: number) => Math.min(left + room, Math.max(left, x))
  const inPlot = (y: number) => Math.min(height - PLOT.bottom, Math.max(PLOT.top, y))

  const turn = useEffectEvent((event: WheelEvent) => {
    if (event.deltaY === 0 || event.ctrlKey) return
    event.preventDefault()
    onRange(zoomed({ from, to }, event.deltaY > 0 ? NOTCH : 1 / NOTCH, momentAt(within01(placeOf(event)), { from, to })))
  })
  useEffect(() => {
    const element = box.current
    const listener = (event: WheelEvent) => turn(event)
    // React listens without a way to keep the page from scrolling.
    element?.addEventListener('wheel', listener, { passive: false })
    return () => element?.removeEventListener('wheel', listener)
  }, [])

  function press(event: PressEvent): void {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrag({ x: placeOf(event), y: inPlot(heightOf(event)), takes: event.shiftKey !== takesBox, from, to })
  }
  function move(event: PressEvent): void {
    const x = placeOf(event)
    setAt(x < left || x > left + room ? undefined : momentAt(x, { from, to }))
    setLevel(inPlot(heightOf(event)))
    if (drag && !drag.takes && x !== drag.x) onRange(moved(drag, (drag.x - x) / room))
  }
  function release(event: PressEvent): void {
    const x = placeOf(event)
    if (drag?.takes && Math.abs(x - drag.x) >= MIN_DRAG) {
      const [begin, end] = [Math.min(x, drag.x), Math.max(x, drag.x)].map((edge) => momentAt(within01(edge), drag)) as [number, number]
      const range = within({ from: begin, to: end })
      const [upper, lower] = [drag.y, heightOf(event)].map(inPlot).sort((one, other) => one - other) as [number, number]
      if (onBox && chart && lower - upper >= MIN_BOX) onBox(range, boundsIn(chart, unitsOf(histories), upper, lower))
      else onRange(range)
    }
    setDrag(undefined)
  }

  const boxed =
    drag && Math.abs(level - drag.y) >= MIN_BOX && onBox ? { top: Math.min(drag.y, level), height: Math.abs(level - drag.y) } : {}

  if (broken) return <p role="alert">{failed}</p>
  const xOf = (moment: number) => left + ((moment - from) / (to - from)) * room
  return (
    <div
      className="history-drawing"
      style={{ height }}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={() => setDrag(undefined)}
      onPointerLeave={() => setAt(undefined)}
      onDoubleClick={(event) => onMoment?.(momentAt(within01(placeOf(event)), { from, to }))}
    >
      <div ref={box} className="chart-drawing" role="img" aria-label={label} style={{ height }} />
      {drag?.takes && at !== undefined && (
        <div className="history-taken" style={{ left: Math.min(drag.x, xOf(at)), width: Math.abs(xOf(at) - drag.x), ...boxed }} />
      )}
      {at !== undefined && !drag?.takes && look && (
        <Readout
          at={at}
          x={xOf(at)}
          width={look.width}
          histories={histories}
          zone={zone}
          reach={((to - from) / room) * 24}
          marks={marksAt(marks ?? NO_MARKS, at, ((to - from) / room) * 6)}
          texts={texts}
        />
      )}
    </div>
  )
}

/** What each axis shows between two heights of the picture, to four digits of the difference: that is as exactly as a hand takes it. */
function boundsIn(chart: EChartsType, units: readonly string[], upper: number, lower: number): Record<string, Bounds> {
  const valueAt = (yAxisIndex: number, y: number) => Number(chart.convertFromPixel({ yAxisIndex }, y))
  return Object.fromEntries(
    units.flatMap((unit, index) => {
      const [max, min] = [valueAt(index, upper), valueAt(index, lower)]
      const digits = Math.min(12, Math.max(0, 3 - Math.floor(Math.log10(max - min))))
      return max > min ? [[unit, { min: Number(min.toFixed(digits)), max: Number(max.toFixed(digits)) }]] : []
    }),
  )
}
