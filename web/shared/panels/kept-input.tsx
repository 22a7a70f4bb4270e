/** An input whose text counts as soon as it can: what cannot be kept yet stays written and is marked, and leaving it goes back to what is kept. */
import { Input } from 'antd'
import { useState } from 'react'

interface KeptInputProps {
  readonly id?: string | undefined
  readonly value: string
  /** Keeps the text, and tells whether it could be. */
  readonly onKeep: (text: string) => boolean
  readonly lines?: boolean | undefined
  readonly maxLength?: number | undefined
  readonly placeholder?: string | undefined
  readonly label?: string | undefined
  readonly numeric?: boolean | undefined
}

export function KeptInput({ id, value, onKeep, lines = false, maxLength, placeholder, label, numeric = false }: KeptInputProps) {
  // What is being written, and what was kept when it was: something else is kept meanwhile by undo, and counts.
  const [written, setWritten] = useState<{ text: string; kept: string; isKept: boolean }>()
  const isOwn = written !== undefined && written.kept === value
  const shown = isOwn ? written.text : value

  function write(text: string): void {
    const trimmed = text.trim()
    const isKept = trimmed === value || onKeep(trimmed)
    setWritten({ text, kept: isKept ? trimmed : value, isKept })
  }

  const props = {
    id,
    value: shown,
    maxLength,
    placeholder,
    'aria-label': label,
    ...(isOwn && !written.isKept ? { status: 'error' as const, 'aria-invalid': true } : {}),
    onBlur: () => setWritten(undefined),
  }
  return lines ? (
    <Input.TextArea {...props} autoSize={{ minRows: 2, maxRows: 8 }} onChange={({ target }) => write(target.value)} />
  ) : (
    <Input {...props} {...(numeric ? { inputMode: 'decimal' as const } : {})} onChange={({ target }) => write(target.value)} />
  )
}
