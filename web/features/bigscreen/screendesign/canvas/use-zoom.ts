/** How large the canvas is drawn: as it fits, or as somebody has chosen. What lies under the pointer, or in the middle, stays there. */
import type { RefObject } from 'react'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { MAX_ZOOM, MIN_ZOOM } from '../state/ticks.ts'
import { useDesign, useDesignState, useView } from '../store.ts'
import { MARGIN } from './geometry.ts'

/** Real pixels that stay free around a canvas that is shown as a whole. */
const AIR = 24
/** A canvas that is far larger than the window is still shown as a whole. */
const MIN_FIT = 0.02
/** How far the wheel has to go until all is about twice as large. */
const WHEEL = 500

interface Place {
  readonly clientX: number
  readonly clientY: number
}

/** Gives how to zoom; without a number as it fits. */
export function useZoom(scrollerRef: RefObject<HTMLDivElement | null>, surfaceRef: RefObject<HTMLDivElement | null>) {
  const { view } = useDesign()
  const { width, height } = useDesignState(({ document }) => document.size)
  const zoom = useView((state) => state.zoom)
  const scale = useView((state) => state.scale)
  /** What is to stay where it is: a place on the canvas, and where in the window that was. */
  const stays = useRef<{ readonly x: number; readonly y: number; readonly left: number; readonly top: number }>(undefined)

  /** At which zoom it was drawn last. */
  const drawn = useRef(scale)

  useLayoutEffect(() => {
    const element = scrollerRef.current
    if (!element || zoom !== undefined) return undefined
    const fit = () => {
      const [across, down] = [(element.clientWidth - 2 * AIR) / width, (element.clientHeight - 2 * AIR) / height]
      view.setState({ scale: Math.max(MIN_FIT, Math.min(MAX_ZOOM, across, down)) })
    }
    fit()
    const sized = new ResizeObserver(fit)
    sized.observe(element)
    return () => sized.disconnect()
  }, [scrollerRef, view, zoom, width, height])

  useLayoutEffect(() => {
    const element = scrollerRef.current
    if (!element) return
    const kept = stays.current ?? middleOf(element, drawn.current)
    stays.current = undefined
    drawn.current = scale
    if (zoom !== undefined) {
      element.scrollTo(MARGIN + kept.x * scale - kept.left, MARGIN + kept.y * scale - kept.top)
    } else {
      element.scrollTo(MARGIN - (element.clientWidth - width * scale) / 2, MARGIN - (element.clientHeight - height * scale) / 2)
    }
  }, [scrollerRef, scale, zoom, width, height])

  const zoomTo = useCallback(
    (to: number | undefined, at?: Place) => {
      const [element, canvas] = [scrollerRef.current, surfaceRef.current]
      const before = view.getState().scale
      if (to === undefined || !element || !canvas) return view.setState({ zoom: undefined })
      const [room, own] = [element.getBoundingClientRect(), canvas.getBoundingClientRect()]
      const place = at ?? { clientX: room.left + room.width / 2, clientY: room.top + room.height / 2 }
      stays.current = {
        x: (place.clientX - own.left) / before,
        y: (place.clientY - own.top) / before,
        left: place.clientX - room.left,
        top: place.clientY - room.top,
      }
      const next = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, to))
      view.setState({ zoom: next, scale: next })
    },
    [scrollerRef, surfaceRef, view],
  )

  // React listens to the wheel passively: the page would be zoomed as well.
  useEffect(() => {
    const element = scrollerRef.current
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      zoomTo(view.getState().scale * 2 ** (-event.deltaY / WHEEL), event)
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [scrollerRef, view, zoomTo])

  return zoomTo
}

/** The middle of what is seen: on the canvas, and in the window. */
function middleOf({ scrollLeft, scrollTop, clientWidth, clientHeight }: HTMLElement, scale: number) {
  const [left, top] = [clientWidth / 2, clientHeight / 2]
  return { x: (scrollLeft + left - MARGIN) / scale, y: (scrollTop + top - MARGIN) / scale, left, top }
}
