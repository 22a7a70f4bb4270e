/** A list that is put in order by hand: by dragging, or with space and the arrow keys on the handle. */
import HolderOutlined from '@ant-design/icons/es/icons/HolderOutlined'
import type { DragEndEvent } from '@dnd-kit/core'
import { DndContext, KeyboardSensor, PointerSensor, closestCenter, useSensor, useSensors } from '@dnd-kit/core'
import { SortableContext, arrayMove, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import type { ReactNode } from 'react'
import './sort-list.css'

export interface SortTexts {
  readonly label: string
  /** Names the handle of an entry. */
  readonly handle: (name: string) => string
  /** How the keyboard moves an entry. */
  readonly instructions: string
  /** Told to somebody who hears it while an entry moves. */
  readonly moved: (name: string, place: number, of: number) => string
}

interface SortListProps<Item> {
  readonly items: readonly Item[]
  readonly nameOf: (item: Item) => string
  readonly render: (item: Item) => ReactNode
  readonly onSort: (items: readonly Item[]) => void
  readonly disabled?: boolean
  readonly texts: SortTexts
}

export function SortList<Item extends { readonly id: string }>({
  items,
  nameOf,
  render,
  onSort,
  disabled = false,
  texts,
}: SortListProps<Item>) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const placeOf = (id: unknown) => items.findIndex((item) => item.id === id)
  const announcementOf = (id: unknown, over: unknown) => {
    const item = items[placeOf(id)]
    return item && over !== undefined ? texts.moved(nameOf(item), placeOf(over) + 1, items.length) : undefined
  }

  function drop({ active, over }: DragEndEvent): void {
    if (over && active.id !== over.id) onSort(arrayMove([...items], placeOf(active.id), placeOf(over.id)))
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        screenReaderInstructions: { draggable: texts.instructions },
        announcements: {
          onDragStart: ({ active }) => announcementOf(active.id, active.id),
          onDragOver: ({ active, over }) => announcementOf(active.id, over?.id),
          onDragEnd: ({ active, over }) => announcementOf(active.id, over?.id),
          onDragCancel: ({ active }) => announcementOf(active.id, active.id),
        },
      }}
    >
      <SortableContext items={items.map(({ id }) => id)} strategy={verticalListSortingStrategy} disabled={disabled}>
        <ol className="sort-list" aria-label={texts.label}>
          {items.map((item) => (
            <Entry key={item.id} id={item.id} handle={texts.handle(nameOf(item))} disabled={disabled}>
              {render(item)}
            </Entry>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

function Entry({ id, handle, disabled, children }: { id: string; handle: string; disabled: boolean; children: ReactNode }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id })
  return (
    <li
      ref={setNodeRef}
      className={isDragging ? 'dragged' : undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className="sort-handle"
        {...attributes}
        {...listeners}
        aria-label={handle}
        disabled={disabled}
      >
        <HolderOutlined aria-hidden="true" />
      </button>
      {children}
    </li>
  )
}
