/**
 * Dragging of parts, from the palette and about the canvas. Where a part would land is found under the pointer and marked by moving one
 * element: no part is drawn anew while the pointer moves, however many there are.
 */
import type { DragStartEvent } from '@dnd-kit/core'
import { DndContext, DragOverlay, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import type { ReactNode, RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useDesign } from './design-store.ts'
import { dropAt, drawMark } from './drop.ts'
import type { Drop } from './drop.ts'
import { nameOf, paletteTexts } from './names.ts'
import type { Part } from './state/doc.ts'
import { partsIn } from './state/doc.ts'
import type { PaletteName } from './state/new-parts.ts'
import { newPart, randomId } from './state/new-parts.ts'

interface DraggingProps {
  readonly surface: RefObject<HTMLDivElement | null>
  readonly mark: RefObject<HTMLDivElement | null>
  readonly children: ReactNode
}

/** What is dragged: a part of the form, or one of the palette that is not in it yet. */
interface Dragged {
  readonly part: Part
  readonly isNew: boolean
}

export function Dragging({ surface, mark, children }: DraggingProps) {
  const t = useT()
  const { act, store } = useDesign()
  const [dragged, setDragged] = useState<Dragged>()
  const drop = useRef<Drop>(undefined)
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 5 } }))

  function start({ active }: DragStartEvent): void {
    const { doc, language } = store.getState()
    const data = active.data.current as { key?: string; palette?: PaletteName } | undefined
    const own = data?.key === undefined ? undefined : partsIn(doc).get(data.key)?.part
    if (own) setDragged({ part: own, isNew: false })
    else if (data?.palette) setDragged({ part: newPart(data.palette, paletteTexts(data.palette, language, t), randomId)(doc), isNew: true })
  }

  useEffect(() => {
    if (!dragged) return undefined
    let frame = 0
    let at = { x: -1, y: -1 }
    const find = () => {
      frame = 0
      if (!surface.current) return
      drop.current = dropAt(store.getState().doc, dragged.part, surface.current, at)
      drawMark(mark.current, surface.current, drop.current)
    }
    const soon = () => {
      frame ||= requestAnimationFrame(find)
    }
    const move = ({ clientX, clientY }: PointerEvent) => {
      at = { x: clientX, y: clientY }
      soon()
    }
    addEventListener('pointermove', move)
    // The page scrolls under a pointer that rests at its edge.
    addEventListener('scroll', soon, true)
    const { current } = mark
    const { current: on } = surface
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('pointermove', move)
      removeEventListener('scroll', soon, true)
      drawMark(current, on, undefined)
    }
  }, [dragged, store, surface, mark])

  function end(isDropped: boolean): void {
    const to = drop.current?.place
    drop.current = undefined
    setDragged(undefined)
    if (!dragged || !to || !isDropped) return
    if (dragged.isNew) act({ do: 'insert', part: () => dragged.part, at: to })
    else act({ do: 'move', key: dragged.part.key, to })
  }

  return (
    <DndContext
      sensors={sensors}
      // What can be done by keyboard is done by other keys (part-keys.ts), and told by announcements.ts.
      accessibility={{ announcements: SILENT, screenReaderInstructions: { draggable: '' }, restoreFocus: false }}
      onDragStart={start}
      onDragEnd={() => end(true)}
      onDragCancel={() => end(false)}
    >
      {children}
      <DragOverlay dropAnimation={null} style={{ pointerEvents: 'none' }}>
        {dragged && <span className="form-dragged">{nameOf(dragged.part, store.getState().language, t)}</span>}
      </DragOverlay>
    </DndContext>
  )
}

const nothing = () => undefined
const SILENT = { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing }
