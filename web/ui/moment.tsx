import { useState } from 'react'
import { wallNow } from './clock.ts'
import { DatePicker } from './date-picker.ts'
import dayjs from './dayjs.ts'
import type { Marked } from './marked.ts'

const FORMAT = 'YYYY-MM-DD HH:mm:ss'

interface MomentProps extends Marked {
  readonly id?: string
  readonly 'aria-label'?: string
  readonly placeholder?: string
  readonly value?: string | null
  readonly onChange?: (value: string | undefined) => void
  /** Ends that can be chosen at once: the last moment of the day that is so many days from now. */
  readonly presets?: readonly { readonly label: string; readonly days: number }[]
  /** Something begins then: a day alone is its beginning. */
  readonly isBeginning?: boolean
}

/** One moment, as the text that travels. A day alone is its end: what holds until a day holds all of that day. */
export default function Moment({ id, value, onChange, presets = [], isBeginning = false, ...marked }: MomentProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <DatePicker
      {...marked}
      onOpenChange={setOpen}
      // Enter chooses what was typed; the form that it stands in is sent by the next one.
      onKeyDown={(event) => {
        if (isOpen && event.key === 'Enter') event.preventDefault()
      }}
      {...(id ? { id } : {})}
      format={FORMAT}
      showTime={{ defaultOpenValue: isBeginning ? dayjs().startOf('day') : dayjs().endOf('day') }}
      presets={presets.map(({ label, days }) => ({ label, value: () => dayjs(wallNow()).add(days, 'day').endOf('day') }))}
      style={{ width: '100%' }}
      value={value && dayjs(value).isValid() ? dayjs(value) : null}
      onChange={(next) => onChange?.(next?.format(FORMAT))}
    />
  )
}
