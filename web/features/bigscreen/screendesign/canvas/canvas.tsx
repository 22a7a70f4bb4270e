/** The canvas: the widgets of the page where they are, moved and resized by pointer or keys, with rulers and guides around them. */
import type { ClipboardEvent, DragEvent, KeyboardEvent, PointerEvent } from 'react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import type { CanvasKeys } from '../keys.ts'
import { press } from '../keys.ts'
import { PALETTE_TYPE, droppedAs } from '../palette-type.ts'
import type { DesignFeed, TestValue } from '../design-feed.ts'
import { withTests } from '../design-feed.ts'
import { withGuide, withoutGuide } from '../state/guides.ts'
import type { Rect } from '../state/rects.ts'
import { settled } from '../state/rects.ts'
import { groupsBeside } from '../state/shown-groups.ts'
import { zoomed } from '../state/ticks.ts'
import { useDesign, useDesignState, usePage, useView } from '../store.ts'
import { useActions } from '../use-actions.ts'
import { followPointer } from './drag.ts'
import { MARGIN, pointAt } from './geometry.ts'
import { gesturesOf } from './gestures.ts'
import { Overlay } from './overlay.tsx'
import { Ruler } from './ruler.tsx'
import { useSpace } from './use-space.ts'
import { useZoom } from './use-zoom.ts'
import { WidgetBox, elementId } from './widget-box.tsx'
import './canvas.css'

interface CanvasProps {
  readonly feed: DesignFeed
  readonly tests: ReadonlyMap<string, TestValue>
  readonly onProperties: () => void
  readonly onSave: () => void
}

export function Canvas({ feed, tests, onProperties, onSave }: CanvasProps) {
  const t = useT()
  const design = useDesign()
  const actions = useActions()
  const page = usePage()
  const size = useDesignState(({ document }) => document.size)
  const theme = useDesignState(({ document }) => document.theme)
  const chosen = useDesignState((state) => state.chosen)
  const aids = useView((view) => view.aids)
  const scale = useView((view) => view.scale)
  const scroller = useRef<HTMLDivElement>(null)
  const surface = useRef<HTMLDivElement>(null)
  const overlay = useRef<HTMLDivElement>(null)
  const marksX = useRef<HTMLDivElement>(null)
  const marksY = useRef<HTMLDivElement>(null)
  const isSpace = useSpace()
  const zoomTo = useZoom(scroller, surface)

  const boxText = useCallback(
    (rect: Rect) => {
      const [x, y, width, height] = settled(rect)
      return t('screen-design.box', { x, y, width, height })
    },
    [t],
  )
  const group = useView((view) => view.group)
  const shown = useMemo(() => {
    const beside = group === undefined ? undefined : groupsBeside(page, group)
    const drawn = beside ? page.widgets.filter((widget) => widget.group === undefined || !beside.has(widget.group)) : page.widgets
    return drawn.map((widget) => withTests(widget, tests))
  }, [page, group, tests])
  /** For handlers: what is on the page by then. */
  const gestures = () =>
    gesturesOf(design, () =>
      scroller.current && surface.current && overlay.current
        ? { scroller: scroller.current, surface: surface.current, overlay: overlay.current }
        : undefined,
    )

  // Rulers go with the canvas, without being drawn anew.
  const follow = useCallback(() => {
    const element = scroller.current
    if (!element) return
    if (marksX.current) marksX.current.style.setProperty('left', `${-element.scrollLeft}px`)
    if (marksY.current) marksY.current.style.setProperty('top', `${-element.scrollTop}px`)
  }, [scroller, marksX, marksY])
  useLayoutEffect(follow, [follow, scale])

  const active = chosen.at(-1)
  const isByKey = useRef(false)
  // The widget that the keyboard has come to is seen.
  useEffect(() => {
    if (active !== undefined && isByKey.current)
      document.getElementById(elementId(active))?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active])

  const keys: CanvasKeys = {
    zoom: (to) => zoomTo(to === 'fit' ? undefined : to === 'whole' ? 1 : zoomed(scale, to)),
    toProperties: onProperties,
    save: onSave,
    isLocked: () => page.widgets.some(({ id, locked }) => locked && chosen.includes(id)),
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.target !== event.currentTarget || event.nativeEvent.isComposing) return
    isByKey.current = true
    if (event.key === 'Escape' && chosen.length > 0) return design.choose([])
    if (event.key === ' ') return event.preventDefault()
    if (press(event, actions, keys)) event.preventDefault()
  }

  function onPointerDown(event: PointerEvent<HTMLDivElement>): void {
    const target = event.target as HTMLElement
    // The bars by which it is scrolled.
    if (target === scroller.current && isOnBars(target, event)) return
    surface.current?.focus({ preventScroll: true })
    isByKey.current = false
    event.preventDefault()
    if (event.button === 1 || isSpace()) return gestures().pan(event.nativeEvent)
    if (event.button !== 0) return
    const id = target.closest<HTMLElement>('[data-widget]')?.dataset['widget']
    if (id === undefined) return gestures().box(event.nativeEvent)
    const isChosen = chosen.includes(id)
    const adds = event.shiftKey || event.ctrlKey || event.metaKey
    // What is chosen is dragged as a whole; a press without a drag chooses the one alone.
    if (!isChosen || adds) actions.pick(id, adds)
    gestures().move(event.nativeEvent, boxText, () => {
      if (isChosen && !adds) actions.pick(id, false)
    })
  }

  /** A guide follows the pointer, and goes where it is let go outside of the canvas. */
  function dragGuide(event: PointerEvent, along: 'x' | 'y', before?: number): void {
    const [room, canvas] = [scroller.current, surface.current]
    if (!room || !canvas || event.button !== 0) return
    event.preventDefault()
    event.stopPropagation()
    let at = before
    const set = (next: number | undefined) => {
      if (next === at) return
      design.view.setState((view) => {
        const without = at === undefined ? view.aids : withoutGuide(view.aids, along, at)
        return { aids: next === undefined ? without : withGuide(without, along, next) }
      })
      at = next
    }
    followPointer(event.nativeEvent, room, {
      move: ({ event: moved }) => {
        const place = Math.round(pointAt(canvas, scale, moved)[along])
        set(place < 0 || place > (along === 'x' ? size.width : size.height) ? undefined : place)
      },
      end: () => undefined,
      cancel: () => set(before),
    })
  }

  function drop(event: DragEvent): void {
    const { kind, ...more } = droppedAs(event)
    const canvas = surface.current
    if (!canvas || !kind) return
    event.preventDefault()
    const { x, y } = pointAt(canvas, scale, event)
    actions.add({ kind, ...more, at: { x: onGrid(x, aids.grid), y: onGrid(y, aids.grid) } })
    canvas.focus({ preventScroll: true })
  }

  function copy(event: ClipboardEvent<HTMLDivElement>): void {
    const text = actions.copied()
    if (text === '') return
    event.preventDefault()
    event.clipboardData.setData('text/plain', text)
  }
  const step = scale > 0 ? Math.max(2, gridShown(aids.grid, scale) * scale) : 0

  return (
    <div className="screen-canvas">
      <span className="screen-ruler-corner" />
      {scale > 0 && <Ruler along="x" length={size.width} scale={scale} marks={marksX} onGuide={(event) => dragGuide(event, 'y')} />}
      {scale > 0 && <Ruler along="y" length={size.height} scale={scale} marks={marksY} onGuide={(event) => dragGuide(event, 'x')} />}
      <div ref={scroller} className="screen-scroller" onScroll={follow} onPointerDown={onPointerDown} onDragOver={allowDrop} onDrop={drop}>
        <div className="screen-room" style={{ width: size.width * scale + 2 * MARGIN, height: size.height * scale + 2 * MARGIN }}>
          <div
            ref={surface}
            role="listbox"
            aria-multiselectable="true"
            aria-label={t('screen-design.canvas', { title: page.title })}
            aria-describedby="screen-design-keys"
            aria-activedescendant={shown.some(({ id }) => id === active) ? elementId(active ?? '') : undefined}
            tabIndex={0}
            className="screen-surface"
            data-screen-theme={theme}
            style={{
              left: MARGIN,
              top: MARGIN,
              width: size.width * scale,
              height: size.height * scale,
              ...(page.background?.colour ? { background: page.background.colour } : {}),
            }}
            onKeyDown={onKeyDown}
            onCopy={copy}
            onCut={(event) => {
              copy(event)
              actions.remove()
            }}
            onPaste={(event) => {
              event.preventDefault()
              actions.pasteText(event.clipboardData.getData('text/plain'))
            }}
          >
            {(scale > 0 ? shown : []).map((widget) => (
              <WidgetBox
                key={widget.id}
                widget={widget}
                name={[widget.name, t(`screen-widget.kind-${widget.kind}`), widget.id].filter(Boolean).join(', ')}
                isChosen={chosen.includes(widget.id)}
                scale={scale}
                theme={theme}
                feed={feed}
              />
            ))}
          </div>
          <div
            ref={overlay}
            className={`screen-overlay${aids.showsGrid && aids.grid > 0 ? ' screen-overlay-grid' : ''}`}
            style={{
              left: MARGIN,
              top: MARGIN,
              width: size.width * scale,
              height: size.height * scale,
              backgroundSize: `${step}px ${step}px`,
            }}
          >
            <Overlay
              scale={scale}
              onHandle={(event, handle) => {
                if (event.button !== 0) return
                event.stopPropagation()
                event.preventDefault()
                surface.current?.focus({ preventScroll: true })
                gestures().resize(event.nativeEvent, handle, boxText)
              }}
              onGuide={dragGuide}
            />
          </div>
        </div>
      </div>
    </div>
  )
}

function isOnBars(scroller: HTMLElement, { clientX, clientY }: PointerEvent): boolean {
  const { left, top } = scroller.getBoundingClientRect()
  return clientX - left > scroller.clientWidth || clientY - top > scroller.clientHeight
}

function allowDrop(event: DragEvent): void {
  if (event.dataTransfer.types.includes(PALETTE_TYPE)) event.preventDefault()
}

const onGrid = (at: number, grid: number): number => (grid > 0 ? Math.round(at / grid) * grid : at)

/** Real pixels from line to line of the grid, at the least: closer ones are left out. */
const MIN_GRID = 8

function gridShown(grid: number, scale: number): number {
  let shown = grid
  while (shown > 0 && shown * scale < MIN_GRID) shown *= 2
  return shown
}
