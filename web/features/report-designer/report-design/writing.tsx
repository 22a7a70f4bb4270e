import { useLayoutEffect, useRef } from 'react'
import type { Place } from '../../../../model/reports/places.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'

export interface Written {
  /** Absent where what was written is given up. */
  readonly text?: string | undefined
  /** Where to go on from the cell. */
  readonly by?: Place
  /** Something else has the focus already. */
  readonly isLeft?: boolean
}

interface WritingProps {
  readonly text: string
  readonly spot: { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
  readonly onEnd: (written: Written) => void
}

/** The field in which a cell is written. */
export function Writing({ text, spot, onEnd }: WritingProps) {
  const t = useT()
  const field = useRef<HTMLTextAreaElement>(null)
  const isOver = useRef(false)
  useLayoutEffect(() => {
    const element = field.current
    element?.focus({ preventScroll: true })
    element?.setSelectionRange(text.length, text.length)
  }, [text.length])
  const end = (written: Omit<Written, 'text'>) => {
    isOver.current = true
    onEnd({ ...written, text: field.current?.value })
  }
  return (
    <textarea
      ref={field}
      className="sheet-writing"
      aria-label={t('report-design.content')}
      defaultValue={text}
      maxLength={2000}
      spellCheck={false}
      style={{ left: spot.left, top: spot.top, minWidth: Math.max(spot.width, 120), minHeight: spot.height }}
      onKeyDown={(event) => {
        event.stopPropagation()
        // Enter ends what is being put together, and not the cell.
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Escape') {
          isOver.current = true
          onEnd({})
        } else if (event.key === 'Enter' && !event.altKey) {
          event.preventDefault()
          end({ by: { row: event.shiftKey ? -1 : 1, column: 0 } })
        } else if (event.key === 'Tab') {
          event.preventDefault()
          end({ by: { row: 0, column: event.shiftKey ? -1 : 1 } })
        } else if (event.key === 'Enter') {
          event.preventDefault()
          field.current?.setRangeText('\n', field.current.selectionStart, field.current.selectionEnd, 'end')
        }
      }}
      onBlur={({ relatedTarget }) => {
        if (!isOver.current) end({ isLeft: relatedTarget !== null })
      }}
    />
  )
}
