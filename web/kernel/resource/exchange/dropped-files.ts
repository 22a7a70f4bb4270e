/** A workbook or CSV that is dropped on a list is one to import. */
import type { DragEvent } from 'react'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** What the element that takes the file listens to; nothing where none can be imported. */
export function droppedFiles(take: ((file: File) => void) | undefined) {
  if (!take) return {}
  return {
    onDragOver: (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      const [file] = event.dataTransfer.files
      if (!file) return
      event.preventDefault()
      take(file)
    },
  }
}
