/** What is dragged: entries of the disk from place to place, and files from the desktop. */
import type { DragEvent } from 'react'
import type { Dropped } from '../../../shared/files/uploads/found.ts'
import { entriesOf } from '../../../shared/files/uploads/found.ts'

const TYPE = 'application/x-outstation-files'

/** Lets the entries be dragged, within this page. */
export function drag(event: DragEvent, ids: readonly string[]): void {
  event.dataTransfer.setData(TYPE, ids.join(','))
  event.dataTransfer.effectAllowed = 'move'
}

interface Targets {
  /** Entries of the disk; absent where nothing may be moved to. */
  readonly move?: ((ids: readonly string[]) => void) | undefined
  /** Files of the desktop; absent where nothing may be uploaded. */
  readonly upload?: ((dropped: Promise<Dropped>) => void) | undefined
}

/** What makes an element a place to drop on. While something hangs over it, it has `data-over`. */
export function dropOn({ move, upload }: Targets) {
  const takes = ({ dataTransfer: { types } }: DragEvent) =>
    types.includes(TYPE) ? move !== undefined : types.includes('Files') && upload !== undefined
  const over = ({ currentTarget }: DragEvent, is: boolean) => currentTarget.toggleAttribute('data-over', is)
  return {
    onDragOver(event: DragEvent) {
      if (!takes(event)) return
      event.preventDefault()
      event.stopPropagation()
      event.dataTransfer.dropEffect = event.dataTransfer.types.includes(TYPE) ? 'move' : 'copy'
      over(event, true)
    },
    onDragLeave(event: DragEvent) {
      over(event, false)
    },
    onDrop(event: DragEvent) {
      over(event, false)
      if (!takes(event)) return
      event.preventDefault()
      event.stopPropagation()
      const ids = event.dataTransfer.getData(TYPE)
      if (ids) move?.(ids.split(','))
      else upload?.(entriesOf(event.dataTransfer))
    },
  }
}
