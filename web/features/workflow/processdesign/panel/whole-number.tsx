import { Input } from 'antd'
import { useState } from 'react'

interface WholeNumberProps {
  readonly id?: string
  /** Where no label of its own stands before it. */
  readonly label?: string
  readonly min: number
  readonly max?: number
  readonly value: number | null
  readonly placeholder?: string
  readonly suffix?: string
  /** Called with nothing where it is emptied. */
  readonly onChange: (value: number | null) => void
}

/** A whole number within its bounds. What is none stays written until the field is left, and is not kept. */
export function WholeNumber({ label, min, max = Number.MAX_SAFE_INTEGER, value, onChange, ...more }: WholeNumberProps) {
  const [written, setWritten] = useState<string>()
  const isWhole = (text: string) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max

  function write(text: string): void {
    setWritten(text)
    if (text === '') onChange(null)
    else if (isWhole(text)) onChange(Number(text))
  }

  return (
    <Input
      {...more}
      {...(label === undefined ? {} : { 'aria-label': label })}
      type="number"
      min={min}
      max={max}
      step={1}
      value={written ?? value ?? ''}
      status={written === undefined || written === '' || isWhole(written) ? '' : 'error'}
      onChange={({ target }) => write(target.value)}
      onBlur={() => setWritten(undefined)}
    />
  )
}
