/** A drawing of the chart library in an element: it comes with the first chart, is as fine as the display, and goes with the element. */
import type { EChartsType } from 'echarts/core'
import type { RefObject } from 'react'
import { useEffect, useEffectEvent, useState } from 'react'
import { colourIn, coloursOf } from '../../../ui/chart-colours.ts'
import type { ChartFrame } from './chart-options.ts'

/** Six hours: an instance that lives for weeks keeps what it once drew. */
const RENEWAL_MS = 6 * 3_600_000

/** The colours of the theme that an element stands in. */
export function frameColours(element: HTMLElement): ChartFrame['colours'] {
  const colour = colourIn(element)
  return { ...coloursOf(element), tone: (tone) => colour(`--sw-${tone}`), family: getComputedStyle(element).fontFamily }
}

/**
 * The chart of an element, undefined before it is there; `hasFailed` where the library did not come. It is made anew every six hours.
 * @param width Pixels of the display, as the height is: another size draws it anew
 */
export function useLibraryChart(
  box: RefObject<HTMLElement | null>,
  width: number,
  height: number,
): { chart: EChartsType | undefined; hasFailed: boolean } {
  const [chart, setChart] = useState<EChartsType>()
  const [hasFailed, setFailed] = useState(false)
  const [renewals, setRenewals] = useState(0)
  const sizeNow = useEffectEvent(() => ({ width: Math.max(1, Math.floor(width)), height: Math.max(1, Math.floor(height)) }))

  useEffect(() => {
    const timer = setInterval(() => setRenewals((count) => count + 1), RENEWAL_MS)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    const element = box.current
    if (!element) return
    let made: EChartsType | undefined
    let isGone = false
    void import('../../../ui/echarts.ts').then(
      ({ init }) => {
        if (isGone) return
        made = init(element, undefined, { devicePixelRatio: window.devicePixelRatio, ...sizeNow() })
        setChart(made)
      },
      () => setFailed(true),
    )
    return () => {
      isGone = true
      setChart(undefined)
      made?.dispose()
    }
  }, [box, renewals])
  useEffect(() => {
    chart?.resize({ width: Math.max(1, Math.floor(width)), height: Math.max(1, Math.floor(height)) })
  }, [chart, width, height])
  return { chart, hasFailed }
}
