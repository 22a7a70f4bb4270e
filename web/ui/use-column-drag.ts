/** Columns moved by their heading and made wider by its edge, with a mouse or a pen. By keyboard: column-editor.tsx. */
import type { PointerEvent } from 'react'
import { useRef, useState } from 'react'

export const MIN_WIDTH = 56
export const MAX_WIDTH = 1200
/** Pixels before a press becomes a drag: a click still sorts. */
const SLACK = 6

interface ColumnDrag {
  /** The column that is dragged, and the one whose place it would take. */
  readonly dragged: { readonly key: string; readonly over: string } | undefined
  readonly grab: (key: string, event: PointerEvent<HTMLElement>) => void
  readonly stretch: (key: string, event: PointerEvent<HTMLElement>) => void
}

/**
 * What the head of a table needs so that columns are moved and widened by dragging.
 * @param onWidths is told the widths of all columns, so that the others stay as they are.
 */
export function useColumnDrag(onMove: (key: string, to: string) => void, onWidths: (widths: Record<string, number>) => void): ColumnDrag {
  const [dragged, setDragged] = useState<{ key: string; over: string }>()
  const active = useRef(false)

  function grab(key: string, event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0 || event.pointerType === 'touch' || active.current) return
    const headings = headingsOf(event.currentTarget)
    const began = event.clientX
    let over = key
    follow(
      (now) => {
        if (!active.current && Math.abs(now.clientX - began) < SLACK) return
        active.current = true
        over = headings.findLast(({ left }) => now.clientX >= left)?.key ?? headings[0]?.key ?? key
        setDragged({ key, over })
      },
      () => {
        if (active.current) {
          swallowClick()
          onMove(key, over)
        }
        active.current = false
        setDragged(undefined)
      },
    )
  }

  function stretch(key: string, event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return
    event.preventDefault()
    event.stopPropagation()
    const headings = headingsOf(event.currentTarget)
    const began = event.clientX
    const before = headings.find((heading) => heading.key === key)?.width ?? MIN_WIDTH
    let width = before
    const table = event.currentTarget.closest('table')
    const column = table?.querySelector<HTMLElement>(`col[data-key="${key}"]`)
    const least = table ? parseFloat(table.style.minWidth) : 0
    follow(
      (now) => {
        width = Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, before + now.clientX - began)))
        if (!table || !column) return
        // Drawn here and now; React is told when it is over.
        column.style.width = `${width}px`
        table.style.minWidth = `${least + width - before}px`
      },
      () => {
        swallowClick()
        if (width !== before) onWidths({ ...Object.fromEntries(headings.map((heading) => [heading.key, heading.width])), [key]: width })
      },
    )
  }
  return { dragged, grab, stretch }
}

function headingsOf(element: HTMLElement): { key: string; left: number; width: number }[] {
  const headings = element.closest('tr')?.querySelectorAll<HTMLElement>('th[data-key]') ?? []
  return [...headings].map((heading) => {
    const { left, width } = heading.getBoundingClientRect()
    return { key: heading.dataset['key'] ?? '', left, width: Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width))) }
  })
}

function follow(onMove: (event: globalThis.PointerEvent) => void, onEnd: () => void): void {
  const end = () => {
    removeEventListener('pointermove', onMove)
    removeEventListener('pointerup', end)
    removeEventListener('pointercancel', end)
    onEnd()
  }
  addEventListener('pointermove', onMove)
  addEventListener('pointerup', end)
  addEventListener('pointercancel', end)
}

/** The press that ends a drag is not a click on what lies beneath. */
function swallowClick(): void {
  const swallow = (event: Event) => event.stopPropagation()
  addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', swallow, { capture: true }))
}
