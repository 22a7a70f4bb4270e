/** What is done on the canvas with a pointer: widgets moved and resized, several chosen with a box, the canvas moved below the window. */
import type { Design } from '../store.ts'
import { freeOf, placed, withGroups } from '../state/edits.ts'
import { pageIn } from '../state/history.ts'
import type { Rect } from '../state/rects.ts'
import { around, between, isSameRect, meets, settled } from '../state/rects.ts'
import type { Handle } from '../state/resize.ts'
import { scaledInto, snapResized } from '../state/resize.ts'
import type { Snapped, Snapping } from '../state/snap.ts'
import { snapMoved, targetsOf } from '../state/snap.ts'
import { followPointer } from './drag.ts'
import { elementOf, pointAt, setBox, setPlace } from './geometry.ts'

/** What the canvas is made of. */
export interface Stage {
  readonly scroller: HTMLElement
  /** What the widgets lie on. */
  readonly surface: HTMLElement
  /** Lies above them: the box around what is chosen, lines, and the box that chooses. */
  readonly overlay: HTMLElement
}

/** Real pixels within which something snaps. */
const REACH = 6

const part = (overlay: HTMLElement, name: string) => overlay.querySelector<HTMLElement>(`[data-part=${name}]`)

/** What a gesture draws above the widgets. */
function marks({ overlay }: Stage, scale: number) {
  const line = (name: 'x' | 'y', at: number | undefined) => {
    const element = part(overlay, `line-${name}`)
    if (!element) return
    element.hidden = at === undefined
    if (at !== undefined) element.style[name === 'x' ? 'left' : 'top'] = `${at * scale}px`
  }
  return {
    lines: ({ x, y }: Pick<Snapped, 'x' | 'y'>) => {
      line('x', x)
      line('y', y)
    },
    box: (rect: Rect) => setBox(part(overlay, 'chosen'), rect, scale),
    text: (text: string) => {
      const element = part(overlay, 'size')
      if (element) element.textContent = text
    },
    clear: () => {
      line('x', undefined)
      line('y', undefined)
    },
  }
}

/** The gestures of a canvas. */
export function gesturesOf(design: Design, stage: () => Stage | undefined) {
  const state = () => {
    const now = design.store.getState()
    return { ...now, page: pageIn(now), ...design.view.getState() }
  }

  function snappingFor(moving: readonly string[], isOff: boolean): Snapping {
    const { page, document, aids, scale } = state()
    const none = { x: [], y: [] }
    return {
      targets: isOff || !aids.snaps ? none : targetsOf(page, new Set(moving), document.size, aids),
      grid: isOff ? 0 : aids.grid,
      reach: REACH / scale,
    }
  }

  /** Draws some widgets elsewhere until it ends, and makes that one step. */
  function transform(
    first: PointerEvent,
    made: (by: { across: number; down: number; event: PointerEvent }, box: Rect) => Snapped,
    text: (rect: Rect) => string,
    onPress?: () => void,
  ): void {
    const canvas = stage()
    const { page, chosen, scale } = state()
    const free = freeOf(page, chosen)
    const box = around(free.map(({ rect }) => rect))
    if (!canvas || !box) return onPress?.()
    const elements = new Map(free.map(({ id }) => [id, elementOf(canvas.surface, id)]))
    const draw = marks(canvas, scale)
    let last = box
    let isResized = false
    const put = (to: Rect) => {
      const isMove = to[2] === box[2] && to[3] === box[3]
      const set = isMove && !isResized ? setPlace : setBox
      isResized ||= !isMove
      for (const { id, rect } of free) set(elements.get(id), scaledInto(rect, box, to), scale)
      draw.box(to)
    }
    followPointer(first, canvas.scroller, {
      move: ({ across, down, event }) => {
        const snapped = made({ across: across / scale, down: down / scale, event }, box)
        last = snapped.rect
        put(last)
        draw.lines(snapped)
        draw.text(text(last))
      },
      end: (isMoved) => {
        draw.clear()
        // As React has drawn it: it sets what is another place afterwards, and nothing else.
        put(box)
        if (!isMoved) return onPress?.()
        if (isSameRect(settled(last), settled(box))) return draw.text(text(box))
        design.change((one) => placed(one, new Map(free.map(({ id, rect }) => [id, scaledInto(rect, box, last)]))))
        design.announce(text(settled(last)))
      },
      cancel: () => {
        draw.clear()
        put(box)
        draw.text(text(box))
      },
    })
  }

  /** Moves what is chosen. With Shift along one direction alone, with Alt without snapping. @param onPress It was only pressed */
  function move(first: PointerEvent, text: (rect: Rect) => string, onPress: () => void): void {
    const { chosen } = state()
    const snapping = snappingFor(chosen, false)
    transform(
      first,
      ({ across, down, event }, [left, top, width, height]) => {
        const isAcross = Math.abs(across) >= Math.abs(down)
        const [x, y] = event.shiftKey ? (isAcross ? [across, 0] : [0, down]) : [across, down]
        const to: Rect = [left + x, top + y, width, height]
        if (event.altKey) return { rect: settled(to), x: undefined, y: undefined }
        const snapped = snapMoved(to, snapping)
        if (!event.shiftKey) return snapped
        return {
          rect: isAcross ? [snapped.rect[0], top, width, height] : [left, snapped.rect[1], width, height],
          x: isAcross ? snapped.x : undefined,
          y: isAcross ? undefined : snapped.y,
        }
      },
      text,
      onPress,
    )
  }

  /** Resizes what is chosen. With Shift in proportion, with Alt without snapping. */
  function resize(first: PointerEvent, handle: Handle, text: (rect: Rect) => string): void {
    const { chosen } = state()
    const [snapping, none] = [snappingFor(chosen, false), snappingFor(chosen, true)]
    transform(
      first,
      ({ across, down, event }, box) => snapResized(box, handle, across, down, event.altKey ? none : snapping, event.shiftKey),
      text,
    )
  }

  /** Chooses all widgets that a box touches; locked ones are chosen by themselves alone. With Shift they are added. */
  function box(first: PointerEvent): void {
    const canvas = stage()
    const { scale, chosen } = state()
    if (!canvas) return
    const element = part(canvas.overlay, 'box')
    const from = pointAt(canvas.surface, scale, first)
    const before = first.shiftKey ? chosen : []
    let rect: Rect | undefined
    followPointer(first, canvas.scroller, {
      move: ({ event }) => {
        const to = pointAt(canvas.surface, scale, event)
        rect = between(from.x, from.y, to.x, to.y)
        if (element) element.hidden = false
        setBox(element, rect, scale)
      },
      end: (isMoved) => {
        if (element) element.hidden = true
        const drawn = rect
        if (!isMoved || !drawn) {
          if (!first.shiftKey) design.choose([])
          return
        }
        const { page } = state()
        const touched = page.widgets.filter((widget) => !widget.hidden && !widget.locked && meets(widget.rect, drawn)).map(({ id }) => id)
        design.choose([...new Set([...before, ...withGroups(page, touched)])])
      },
      cancel: () => {
        if (element) element.hidden = true
      },
    })
  }

  /** Moves the canvas below the window. */
  function pan(first: PointerEvent): void {
    const canvas = stage()
    if (!canvas) return
    const { scroller } = canvas
    let [x, y] = [first.clientX, first.clientY]
    followPointer(first, scroller, {
      move: ({ event }) => {
        scroller.scrollLeft -= event.clientX - x
        scroller.scrollTop -= event.clientY - y
        ;[x, y] = [event.clientX, event.clientY]
      },
      end: () => undefined,
      cancel: () => undefined,
    })
  }

  return { move, resize, box, pan }
}
